/** Explanations of how a server's parser read an output of a model: `ocml/explain` and `ocml/explainParsers`. */

export interface ExplainParams {
  readonly text: string;
  /** One of the names that `ocml/explainParsers` returns. By default, the parser that fits the output. */
  readonly parser?: string;
  /** The number of the output to explain if the text contains several, counted from 1. By default, the last output that fails. */
  readonly choose?: number;
  /** The address of the rules' pages, to which the code of a rule is appended. */
  readonly pages?: string;
}

export interface ExplainResult {
  /** The explanation as printed by `ocml explain --format json`. */
  readonly explanation?: object;
  /** The explanation as text, line by line. */
  readonly report: readonly string[];
  /** The explanation in parts, from which a page can be made. Set if `explanation` is. */
  readonly parts?: readonly ExplanationPart[];
}

/**
 * A piece of text. It may be marked as the position where the parser stops, the word that causes the error, or text that the repair removes
 * or adds.
 */
export interface ExplanationPiece {
  readonly text: string;
  readonly mark?: 'stop' | 'fault' | 'removed' | 'added';
}

/**
 * A part of an explanation. `gap`: an empty line, if the explanation is shown as lines. `start`: an offset in the output (UTF-16 units).
 */
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

/** The subject of all parts up to the next section. */
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

export interface ExplainParser {
  readonly name: string;
  /** The display name of the server or project that the parser is part of. */
  readonly title: string;
}
