/** The texts that a chat template writes around each part of a conversation, as they are learned from its prompts. */
import type { Encoding, Part, Transition } from '../syntax/families/learned/transitions.ts';

export { type Encoding, isWeak, type Part, type Transition } from '../syntax/families/learned/transitions.ts';

/** The fields of a message that may contain reasoning. */
export const reasoningMembers = ['reasoning_content', 'reasoning', 'thinking'] as const;
export type ReasoningMember = (typeof reasoningMembers)[number];

/** The forms in which values are passed to a template, for values that chat APIs allow in several forms. */
export interface InputForms {
  readonly arguments: 'object' | 'string';
  /** The value of `content` in a message that consists only of calls. */
  readonly callContent: '' | null;
  readonly reasoning: ReasoningMember;
  /** Whether the ids of calls must consist of nine letters or digits. */
  readonly nineCharacterIds: boolean;
  /**
   * Whether the template writes the ids of calls but not the names of the tools, so that the ids must contain these names:
   * `functions.get_weather:0`.
   */
  readonly idsNameTools: boolean;
}

/**
 * The form in which the template writes tools: as one list, one by one, as only their functions, in a form that cannot be read
 * back, or not at all.
 */
export type ToolForm = 'toolList' | 'tool' | 'function' | 'unreadable' | 'lost';

export interface LearnedFrames {
  /**
   * The texts between parts, in the order in which they were observed, beginning with plain conversations. If two transitions have the same
   * text, the first one is used for reading.
   */
  readonly transitions: ReadonlyMap<Transition['from'], readonly Transition[]>;
  readonly encodings: ReadonlyMap<Part, Encoding>;
  /** The parts from whose ends the template removes white space. */
  readonly trimmed: ReadonlySet<Part>;
  readonly parts: ReadonlySet<Part>;
  readonly tools: ToolForm;
  readonly forms: InputForms;
  /** Whether the template writes `true`, `false` and `null` in arguments as in Python, for example `True`. */
  readonly pythonData: boolean;
  /** Control tokens that the template writes around messages. */
  readonly markers: readonly string[];
  /** The facts that could not be learned, in words. */
  readonly uncertain: readonly string[];
}
