/** The parts of a conversation as a chat template writes it, and the texts between them, as plain data. */

/**
 * A part of a conversation that occurs in a prompt. `value`, `data`: an argument that is written separately; `value` is a string, `data`
 * any other value. `repeated`: a part that has occurred before, such as the name of a call in its reply. `toolText`: tools in an
 * unsupported format.
 */
export type Part =
  | 'system'
  | 'developer'
  | 'user'
  | 'assistant'
  | 'reasoning'
  | 'name'
  | 'id'
  | 'arguments'
  | 'key'
  | 'value'
  | 'data'
  | 'reply'
  | 'replyName'
  | 'replyId'
  | 'repeated'
  | 'toolList'
  | 'tool'
  | 'function'
  | 'toolText';

/** Whether a part begins a message, a further call in the same message, or neither. */
export type Opens = 'message' | 'call' | 'nothing';

/** The text that a template writes between one part and the next. */
export interface Transition {
  readonly from: Part | 'start';
  readonly to: Part | 'end';
  readonly text: string;
  readonly opens: Opens;
  /** The role of the message that contains `to`; undefined for tools and for the end. */
  readonly role: string | undefined;
  /** The roles of the messages before `to` that the template does not write. For example, it may drop calls. */
  readonly between: readonly string[];
  /** For the end: whether the generation prompt was requested. */
  readonly generation: boolean;
}

/** The encoding of a part: as it is, as the content of a JSON string, as JSON, or as JSON within a JSON string. */
export type Encoding = 'raw' | 'escaped' | 'json' | 'quoted';

/** The transitions from each part, and the encodings of the parts. */
export interface PartFrames {
  readonly transitions: ReadonlyMap<Transition['from'], readonly Transition[]>;
  readonly encodings: ReadonlyMap<Part, Encoding>;
}

const weak = /^[\s,;.]*$/;

/** Whether the text of a transition does not reveal where a part ends, because it may also occur in content. */
export const isWeak = ({ text, to }: Transition): boolean => to !== 'end' && weak.test(text);
