/** The parts in a conversation as a chat template writes it, and the texts between them: plain data. */

/**
 * A part of a conversation that occurs in a prompt. `value`, `data`: an argument that is written on its own, a string or anything else.
 * `repeated`: a part that occurred earlier in the prompt, such as the name of a call in its reply. `toolText`: tools in an unsupported
 * format.
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

/** The effect of a part: it begins a message, a further call of the same message, or neither. */
export type Opens = 'message' | 'call' | 'nothing';

/** The text that a template writes between one part and the next. */
export interface Transition {
  readonly from: Part | 'start';
  readonly to: Part | 'end';
  readonly text: string;
  readonly opens: Opens;
  /** The role of the message that `to` is in; undefined for tools and for the end. */
  readonly role: string | undefined;
  /** The roles of messages in between that show no part, such as a call if the template drops calls. */
  readonly between: readonly string[];
  /** Of the end: the generation prompt was asked for. */
  readonly generation: boolean;
}

/** How the text of a part is written: as it is, inside a JSON string, as JSON, or as JSON within a JSON string. */
export type Encoding = 'raw' | 'escaped' | 'json' | 'quoted';

/** Which text follows which part, and how parts are written. */
export interface PartFrames {
  readonly transitions: ReadonlyMap<Transition['from'], readonly Transition[]>;
  readonly encodings: ReadonlyMap<Part, Encoding>;
}

const weak = /^[\s,;.]*$/;

/** Text that does not show where a part ends: it could also occur in the content itself. */
export const isWeak = ({ text, to }: Transition): boolean => to !== 'end' && weak.test(text);
