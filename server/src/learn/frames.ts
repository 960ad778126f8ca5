/** What a chat template writes around each part of a conversation: learned from its prompts, as data. */

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

/** What begins with a part: a message, a further call of the same message, or neither. */
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

/** Members of a message that hold reasoning. */
export const reasoningMembers = ['reasoning_content', 'reasoning', 'thinking'] as const;
export type ReasoningMember = (typeof reasoningMembers)[number];

/** How a template wants to be given what chat APIs give in several forms. */
export interface InputForms {
  readonly arguments: 'object' | 'string';
  /** The content of a message that only calls. */
  readonly callContent: '' | null;
  readonly reasoning: ReasoningMember;
  /** Ids of calls must have nine letters or digits. */
  readonly nineCharacterIds: boolean;
  /** Calls are written by their ids alone, which then have to name their tools: `functions.get_weather:0`. */
  readonly idsNameTools: boolean;
}

/** How tools are written: as one list, one by one, as their functions only, in no form that can be read back, or not at all. */
export type ToolForm = 'toolList' | 'tool' | 'function' | 'unreadable' | 'lost';

export interface LearnedFrames {
  /** In the order in which they were seen, plain conversations first: of two alike, the first is what is read. */
  readonly transitions: ReadonlyMap<Transition['from'], readonly Transition[]>;
  readonly encodings: ReadonlyMap<Part, Encoding>;
  /** The parts whose edges lose white space. */
  readonly trimmed: ReadonlySet<Part>;
  readonly parts: ReadonlySet<Part>;
  readonly tools: ToolForm;
  readonly forms: InputForms;
  /** Arguments that are neither strings nor JSON's own are written as Python does: `True`. */
  readonly pythonData: boolean;
  /** Control tokens that the template writes around messages. */
  readonly markers: readonly string[];
  /** What was not learned, in words. */
  readonly uncertain: readonly string[];
}

const weak = /^[\s,;.]*$/;

/** Text that shows nobody where a part ends: inside a content, it could be the content's own. */
export const isWeak = ({ text, to }: Transition): boolean => to !== 'end' && weak.test(text);
