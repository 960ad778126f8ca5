/** The types of the parts of an explanation, which become lines in a terminal or a page in an editor. */

/** The subject of the parts after a heading. */
export type Section = 'input' | 'verdict' | 'read' | 'cause' | 'problems' | 'repair' | 'others' | 'todo' | 'pages';

/** A stretch of a text, and its role: the place where the parser stops, the word at fault, or text that the repair removes or adds. */
export interface Piece {
  readonly text: string;
  readonly mark?: 'stop' | 'fault' | 'removed' | 'added';
}

export type Part =
  | { readonly kind: 'section'; readonly section: Section }
  /** A gap, which is an empty line in a terminal. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'heading'; readonly text: string }
  /** The verdict on the output. `isFault`: whether the verdict is negative. */
  | { readonly kind: 'verdict'; readonly text: string; readonly isFault: boolean }
  /** One or more sentences after a lead. `indent`: the indentation of the lines after the first; `start`: the offset in the output. */
  | {
      readonly kind: 'paragraph';
      readonly lead: string;
      readonly text: string;
      readonly indent?: string;
      readonly start?: number;
      readonly severity?: string;
      /** Whether the text comes from an output or a server. */
      readonly isQuoted?: boolean;
    }
  /** A line that is not wrapped, however long it is. */
  | { readonly kind: 'line'; readonly lead: string; readonly text: string }
  /** A server error, word for word. */
  | { readonly kind: 'error'; readonly lines: readonly string[] }
  /** The line where a parser stops. `below`: the marks under the line. */
  | {
      readonly kind: 'place';
      readonly pieces: readonly Piece[];
      readonly below: string;
      readonly legend: string;
    }
  /** The repaired text. `pieces`: its differences from the output, if requested. */
  | { readonly kind: 'repaired'; readonly text: string; readonly pieces?: readonly Piece[] }
  | { readonly kind: 'page'; readonly code: string; readonly address: string };
