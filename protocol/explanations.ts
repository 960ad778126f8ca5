/** How a server's parser read an output: `ocml/explain` and `ocml/explainParsers`. */

export interface ExplainParams {
  readonly text: string;
  /** A name from `ocml/explainParsers`; by default, the parser that fits the output. */
  readonly parser?: string;
  /** The number of the output if there are several, counted from 1; by default, that of the last output that fails. */
  readonly choose?: number;
  /** The part of a rule page's address before the code. */
  readonly pages?: string;
}

export interface ExplainResult {
  /** The explanation as printed by `ocml explain --format json`. */
  readonly explanation?: object;
  /** The explanation as lines of text. */
  readonly report: readonly string[];
  /** The explanation as the parts of a page; present whenever `explanation` is. */
  readonly parts?: readonly ExplanationPart[];
}

/** A stretch of a text, with its role: where the parser stops, the word at fault, or what the repair removes or adds. */
export interface ExplanationPiece {
  readonly text: string;
  readonly mark?: 'stop' | 'fault' | 'removed' | 'added';
}

/** `gap`: an empty line, if the parts are lines; `start`: an offset in the output (UTF-16 units). */
export type ExplanationPart =
  | { readonly kind: 'section'; readonly section: ExplanationSection }
  | { readonly kind: 'gap' }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'verdict'; readonly text: string; readonly isFault: boolean }
  | {
      readonly kind: 'paragraph';
      readonly lead: string;
      readonly text: string;
      readonly start?: number;
      readonly severity?: string;
      readonly isQuoted?: boolean;
    }
  | { readonly kind: 'line'; readonly lead: string; readonly text: string }
  | { readonly kind: 'error'; readonly lines: readonly string[] }
  | { readonly kind: 'place'; readonly pieces: readonly ExplanationPiece[]; readonly legend: string }
  | { readonly kind: 'repaired'; readonly text: string; readonly pieces?: readonly ExplanationPiece[] }
  | { readonly kind: 'page'; readonly code: string };

/** The subject of the parts that follow. */
export type ExplanationSection =
  | 'input'
  | 'verdict'
  | 'read'
  | 'cause'
  | 'problems'
  | 'repair'
  | 'others'
  | 'todo'
  | 'pages';

/** A parser that can read an output. */
export interface ExplainParser {
  readonly name: string;
  /** The display name of the server or project to which the parser belongs. */
  readonly title: string;
}
