/** The texts that a chat template writes around each part of a conversation: learned from its prompts, as data. */
import type { Encoding, Part, Transition } from '../syntax/families/learned/transitions.ts';

export { type Encoding, isWeak, type Part, type Transition } from '../syntax/families/learned/transitions.ts';

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
  /** The facts that were not learned, in words. */
  readonly uncertain: readonly string[];
}
