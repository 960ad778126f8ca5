/**
 * The parts of a conversation that a trainer trains on: `ocml/trainers`, `ocml/training`, `ocml/nextTrainingFinding` and
 * `ocml/chooseTraining`.
 */
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
  /** A description of the option, in words. */
  readonly about: string;
  /** The default value of the trainer. */
  readonly usual: OptionJson;
  /** The types of values that the option accepts: `boolean`, `number`, `string`, `strings`, `mapping`, `null`. */
  readonly kinds: readonly string[];
  /** The only strings that the option accepts. Undefined if it accepts any. */
  readonly words?: readonly string[];
}

export interface NamedTrainer {
  readonly name: string;
  readonly about: string;
  readonly options: readonly TrainerOptionFact[];
}

/** The settings of a training. Missing settings are taken from the project. */
export interface TrainingChoice {
  readonly trainer?: string;
  /** The path of a model's folder, or of its `tokenizer.json`. */
  readonly tokenizer?: string;
  /** The name of a template in the registry or in the project, or the path of a file. By default, the template next to the tokenizer. */
  readonly template?: string;
  /** The values of the trainer's options, by name. */
  readonly options?: { readonly [name: string]: OptionJson };
  /** The values of the options `--max-length` and `--over`, as for `ocml mask`. */
  readonly maxLength?: number;
  readonly over?: string;
}

export interface TrainingParams extends AboutDocument, TrainingChoice {
  /** Whether the hidden messages of a transcript are included. */
  readonly debug?: boolean;
  /** Selects the row to show: by the line in view, or by its number, counted from 1. */
  readonly line?: number;
  readonly number?: number;
  /** Identifies the view that sends the request. The next request from the same view cancels this one. */
  readonly side?: string;
}

export interface NextTrainingFindingParams extends AboutDocument, TrainingChoice {
  readonly debug?: boolean;
  readonly position: Position;
  /** 1 for the next finding after the position, -1 for the previous one. */
  readonly step: number;
  /** Whether findings in the same row as the position are skipped. */
  readonly inRows?: boolean;
}

export interface NextTrainingFinding {
  /** The position of the finding. Undefined if there is none. */
  readonly position?: Position;
  readonly error?: string;
}

export interface ChooseTrainingParams extends AboutDocument {
  /** The training that the user is viewing. Null if the user has stopped viewing one. */
  readonly training: TrainingChoice | null;
  /** Whether the hidden messages of a transcript are included. */
  readonly debug?: boolean;
}

/** The kinds of control tokens: those that end an answer, and all others. */
export const tokenKinds = ['stop', 'control'] as const;

export interface TrainingStretch {
  readonly text: string;
  readonly trained: boolean;
  readonly cut: boolean;
  readonly token?: (typeof tokenKinds)[number];
  /** The reason why the text is trained or not trained, in words. */
  readonly reason: string;
  /** The start (`position`) and the end (`end`) of the source of this text in the document. */
  readonly position?: Position;
  readonly end?: Position;
}

/** A sequence that the trainer makes from a row. From a row with a pair of answers, it makes several. */
export interface TrainingSequence {
  /** The name of the sequence if the row has several, such as `chosen`. */
  readonly part?: string;
  /** The number of tokens after cutting (`tokens`) and before (`length`), and the number of trained tokens after cutting (`trained`). */
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

/** The ways to treat a row that is too long. Users can choose one of the first four. */
export const tooLongRules = ['drop', 'right', 'left', 'llama-factory', 'raise', 'row-by-prompt'] as const;

/** The complete settings of a training. */
export interface TrainingSetting {
  readonly trainer: string;
  readonly tokenizer: string;
  readonly template: string;
  /** The options whose values are not the trainer's defaults. The values are written as the user would write them. */
  readonly options: readonly { readonly name: string; readonly value: string }[];
  /** The maximum number of tokens per row, and the way to treat longer rows. */
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

/** The settings without which a training cannot be shown. */
export const trainingNeeds = ['trainer', 'tokenizer'] as const;

export interface Training {
  readonly version: number;
  readonly setting?: TrainingSetting;
  readonly sequences: readonly TrainingSequence[];
  readonly findings: readonly TrainingFinding[];
  readonly notes: readonly string[];
  readonly row?: TrainingRow;
  readonly missing?: (typeof trainingNeeds)[number];
  /** The reason why there is nothing to show. */
  readonly error?: string;
}
