/** The texts that a chat template writes around each part of a conversation: learned from its prompts, as data. */
import type { Encoding, Part, Transition } from '../syntax/families/learned/transitions.ts';

export { type Encoding, isWeak, type Part, type Transition } from '../syntax/families/learned/transitions.ts';

/** Members of a message that hold reasoning. */
export const reasoningMembers = ['reasoning_content', 'reasoning', 'thinking'] as const;
export type ReasoningMember = (typeof reasoningMembers)[number];

/** The forms in which values are passed to a template, where chat APIs allow several. */
export interface InputForms {
  readonly arguments: 'object' | 'string';
  /** The content of a message that consists only of calls. */
  readonly callContent: '' | null;
  readonly reasoning: ReasoningMember;
  /** Whether the ids of calls must have nine letters or digits. */
  readonly nineCharacterIds: boolean;
  /** Whether only the ids of calls are written, which must then contain the names of the tools: `functions.get_weather:0`. */
  readonly idsNameTools: boolean;
}

/**
 * The form in which tools are written: as one list, one by one, as only their functions, in a form that cannot be read back, or
 * not at all.
 */
export type ToolForm = 'toolList' | 'tool' | 'function' | 'unreadable' | 'lost';

export interface LearnedFrames {
  /**
   * The texts between parts, in the order in which they were observed, plain conversations first: of two with the same text,
   * the first one is used for reading.
   */
  readonly transitions: ReadonlyMap<Transition['from'], readonly Transition[]>;
  readonly encodings: ReadonlyMap<Part, Encoding>;
  /** The parts of which the template removes the white space at both ends. */
  readonly trimmed: ReadonlySet<Part>;
  readonly parts: ReadonlySet<Part>;
  readonly tools: ToolForm;
  readonly forms: InputForms;
  /** Whether `true`, `false` and `null` in arguments are written as in Python: `True`. */
  readonly pythonData: boolean;
  /** Control tokens that the template writes around messages. */
  readonly markers: readonly string[];
  /** The facts that were not learned, in words. */
  readonly uncertain: readonly string[];
}
