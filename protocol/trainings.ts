/** The trained part of a conversation: `ocml/trainers`, `ocml/training`, `ocml/nextTrainingFinding` and `ocml/chooseTraining`. */
import type { AboutDocument, Position, Range } from './places.ts';

/** A value of an option, as JSON has it. */
export type OptionJson =
  | null
  | boolean
  | number
  | string
  | readonly OptionJson[]
  | { readonly [key: string]: OptionJson };

export interface TrainerOptionFact {
  readonly name: string;
  /** In words. */
  readonly about: string;
  /** The value that the trainer has, if none is given. */
  readonly usual: OptionJson;
  /** The types that it takes: `boolean`, `number`, `string`, `strings`, `mapping`, `null`. */
  readonly kinds: readonly string[];
  /** The words that it takes, if it takes no others. */
  readonly words?: readonly string[];
}

export interface NamedTrainer {
  readonly name: string;
  readonly about: string;
  readonly options: readonly TrainerOptionFact[];
}

/** The settings of the masks that are shown. A missing one is as the project has it. */
export interface TrainingChoice {
  readonly trainer?: string;
  /** The folder of a model, or its `tokenizer.json`. */
  readonly tokenizer?: string;
  /** A name of the registry or of the project, or a file; otherwise the template that is next to the tokenizer. */
  readonly template?: string;
  /** Options by the trainer's own names. */
  readonly options?: { readonly [name: string]: OptionJson };
  /** As `--max-length` and `--over` of `ocml mask`. */
  readonly maxLength?: number;
  readonly over?: string;
}

export interface TrainingParams extends AboutDocument, TrainingChoice {
  /** With the hidden messages of a transcript. */
  readonly debug?: boolean;
  /** The line that is looked at: its row is shown; or the number of a row, from 1. */
  readonly line?: number;
  readonly number?: number;
  /** Names the asker: its next request ends this one. */
  readonly side?: string;
}

export interface NextTrainingFindingParams extends AboutDocument, TrainingChoice {
  readonly debug?: boolean;
  readonly position: Position;
  /** 1: the next one after the position; -1: the one before. */
  readonly step: number;
  /** Only of other rows than the one at the position. */
  readonly inRows?: boolean;
}

export interface NextTrainingFinding {
  /** Undefined: there is none. */
  readonly position?: Position;
  readonly error?: string;
}

export interface ChooseTrainingParams extends AboutDocument {
  /** Null: nobody looks at it any more. */
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
  /** Why it is trained or not, in words. */
  readonly reason: string;
  /** Where it is written, from and to. */
  readonly position?: Position;
  readonly end?: Position;
}

/** A sequence that the trainer is given from a row: several from a pair of answers. */
export interface TrainingSequence {
  /** Which of several it is, such as `chosen`. */
  readonly part?: string;
  /** How many tokens there are after and before the cut, and how many of the former are trained. */
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

/** The settings of these masks. */
export interface TrainingSetting {
  readonly trainer: string;
  readonly tokenizer: string;
  readonly template: string;
  /** Options that are not the trainer's defaults, as they are written. */
  readonly options: readonly { readonly name: string; readonly value: string }[];
  /** The maximum number of tokens in a row, and what happens to one that has more. */
  readonly limit?: number;
  readonly over?: (typeof tooLongRules)[number];
}

/** Which row of a data set it is. */
export interface TrainingRow {
  readonly number: number;
  readonly count: number;
  readonly previous?: Position;
  readonly next?: Position;
  readonly range: Range;
}

/** The choices that have to be made first. */
export const trainingNeeds = ['trainer', 'tokenizer'] as const;

export interface Training {
  readonly version: number;
  readonly setting?: TrainingSetting;
  readonly sequences: readonly TrainingSequence[];
  readonly findings: readonly TrainingFinding[];
  readonly notes: readonly string[];
  readonly row?: TrainingRow;
  readonly missing?: (typeof trainingNeeds)[number];
  /** Why there is nothing to show. */
  readonly error?: string;
}
