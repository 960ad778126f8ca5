/** The trained part of a conversation: `ocml/trainers`, `ocml/training`, `ocml/nextTrainingFinding` and `ocml/chooseTraining`. */
import type { AboutDocument, Position, Range } from './places.ts';

/** The value of an option, as JSON. */
export type OptionJson =
  | null
  | boolean
  | number
  | string
  | readonly OptionJson[]
  | { readonly [key: string]: OptionJson };

export interface TrainerOptionFact {
  readonly name: string;
  /** A description in words. */
  readonly about: string;
  /** The trainer's default value. */
  readonly usual: OptionJson;
  /** The accepted types: `boolean`, `number`, `string`, `strings`, `mapping`, `null`. */
  readonly kinds: readonly string[];
  /** The accepted words, if no others are accepted. */
  readonly words?: readonly string[];
}

export interface NamedTrainer {
  readonly name: string;
  readonly about: string;
  readonly options: readonly TrainerOptionFact[];
}

/** The settings for the masks to show. Missing ones are taken from the project. */
export interface TrainingChoice {
  readonly trainer?: string;
  /** The folder of a model, or its `tokenizer.json`. */
  readonly tokenizer?: string;
  /** A name in the registry or in the project, or a file; by default, the template next to the tokenizer. */
  readonly template?: string;
  /** Options by the trainer's own names. */
  readonly options?: { readonly [name: string]: OptionJson };
  /** The values for `--max-length` and `--over` of `ocml mask`. */
  readonly maxLength?: number;
  readonly over?: string;
}

export interface TrainingParams extends AboutDocument, TrainingChoice {
  /** With the hidden messages of a transcript. */
  readonly debug?: boolean;
  /** The line in view, whose row is shown; or the number of a row, from 1. */
  readonly line?: number;
  readonly number?: number;
  /** Identifies the view that sends the request: the next request from the same view cancels this one. */
  readonly side?: string;
}

export interface NextTrainingFindingParams extends AboutDocument, TrainingChoice {
  readonly debug?: boolean;
  readonly position: Position;
  /** 1 for the next finding after the position; -1 for the previous finding. */
  readonly step: number;
  /** Whether to search only rows other than the one at the position. */
  readonly inRows?: boolean;
}

export interface NextTrainingFinding {
  /** The position of the finding; undefined if there is none. */
  readonly position?: Position;
  readonly error?: string;
}

export interface ChooseTrainingParams extends AboutDocument {
  /** The training that a user views; null if no user views a training any more. */
  readonly training: TrainingChoice | null;
  /** With the hidden messages of a transcript. */
  readonly debug?: boolean;
}

/** Whether a token ends an answer, or is another control token. */
export const tokenKinds = ['stop', 'control'] as const;

export interface TrainingStretch {
  readonly text: string;
  readonly trained: boolean;
  readonly cut: boolean;
  readonly token?: (typeof tokenKinds)[number];
  /** The reason why the text is trained or not, in words. */
  readonly reason: string;
  /** The start and end of the source of this text in the document. */
  readonly position?: Position;
  readonly end?: Position;
}

/** A sequence that the trainer gets from a row: a row with a pair of answers yields several. */
export interface TrainingSequence {
  /** The name of the sequence if there are several, such as `chosen`. */
  readonly part?: string;
  /** The number of tokens after cutting (`tokens`), before cutting (`length`), and of trained tokens after cutting (`trained`). */
  readonly tokens: number;
  readonly length: number;
  readonly trained: number;
  readonly stretches: readonly TrainingStretch[];
}

export const findingSeverities = ['error', 'warning', 'information', 'hint'] as const;

export interface TrainingFinding {
  readonly code: string;
  readonly severity: (typeof findingSeverities)[number];
  readonly message: string;
  readonly position: Position;
}

/** The ways to treat a row that is too long; the first four can be chosen. */
export const tooLongRules = ['drop', 'right', 'left', 'llama-factory', 'raise', 'row-by-prompt'] as const;

/** The settings of the shown masks. */
export interface TrainingSetting {
  readonly trainer: string;
  readonly tokenizer: string;
  readonly template: string;
  /** Options that differ from the trainer's defaults, as written. */
  readonly options: readonly { readonly name: string; readonly value: string }[];
  /** The maximum number of tokens per row, and the treatment of a longer row. */
  readonly limit?: number;
  readonly over?: (typeof tooLongRules)[number];
}

/** The position of the row within its data set. */
export interface TrainingRow {
  readonly number: number;
  readonly count: number;
  readonly previous?: Position;
  readonly next?: Position;
  readonly range: Range;
}

/** The choices that the user has to make first. */
export const trainingNeeds = ['trainer', 'tokenizer'] as const;

export interface Training {
  readonly version: number;
  readonly setting?: TrainingSetting;
  readonly sequences: readonly TrainingSequence[];
  readonly findings: readonly TrainingFinding[];
  readonly notes: readonly string[];
  readonly row?: TrainingRow;
  readonly missing?: (typeof trainingNeeds)[number];
  /** The reason if there is nothing to show. */
  readonly error?: string;
}
