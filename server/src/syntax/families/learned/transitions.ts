/** The parts that a chat template writes a conversation as, and the texts between them: plain data. */

/**
 * A part of a conversation that a prompt shows. `value`, `data`: an argument that is written on its own, a string or anything else.
 * `repeated`: a part that the prompt had before, such as the name of a call in its reply. `toolText`: tools in a form that is not read.
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
  /** The roles of messages in between that show no part, such as a call whose template drops calls. */
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

/** Text that shows nobody where a part ends: inside the content, it could be the content's own. */
export const isWeak = ({ text, to }: Transition): boolean => to !== 'end' && weak.test(text);
