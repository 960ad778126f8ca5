/** How a server's parser read an output: `ocml/explain` and `ocml/explainParsers`. */

export interface ExplainParams {
  readonly text: string;
  /** A name of `ocml/explainParsers`; without it, the parser that fits the output. */
  readonly parser?: string;
  /** Which of several outputs, counted from 1; by default, the last that fails. */
  readonly choose?: number;
  /** The part of a rule page's address before the code. */
  readonly pages?: string;
}

export interface ExplainResult {
  /** As `ocml explain --format json` prints it. */
  readonly explanation?: object;
  /** The explanation as lines of text. */
  readonly report: readonly string[];
}

/** A parser that can read an output. */
export interface ExplainParser {
  readonly name: string;
  /** The server or project that it belongs to, for display. */
  readonly title: string;
}
