/** The parts of an explanation: lines of a terminal, or what a page of an editor has. */

/** The subject of a part. */
export type Section = 'input' | 'verdict' | 'read' | 'cause' | 'problems' | 'repair' | 'others' | 'todo' | 'pages';

/** A stretch of a text, with its role: where the parser stops, the word at fault, or what the repair removes or adds. */
export interface Piece {
  readonly text: string;
  readonly mark?: 'stop' | 'fault' | 'removed' | 'added';
}

export type Part =
  | { readonly kind: 'section'; readonly section: Section }
  /** An empty line, if the parts are lines. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'heading'; readonly text: string }
  /** Whether the output is accepted. `isFault`: it is not. */
  | { readonly kind: 'verdict'; readonly text: string; readonly isFault: boolean }
  /** A sentence or more after the words that say what it is; `indent`: of the lines after the first. `start`: the place in the output. */
  | {
      readonly kind: 'paragraph';
      readonly lead: string;
      readonly text: string;
      readonly indent?: string;
      readonly start?: number;
      readonly severity?: string;
      /** The text is that of an output or a server. */
      readonly isQuoted?: boolean;
    }
  /** One line, however long. */
  | { readonly kind: 'line'; readonly lead: string; readonly text: string }
  /** The error of a server, word for word. */
  | { readonly kind: 'error'; readonly lines: readonly string[] }
  /** The line where a parser stops; `below`: the marks under it. */
  | {
      readonly kind: 'place';
      readonly pieces: readonly Piece[];
      readonly below: string;
      readonly legend: string;
    }
  /** The repaired text; `pieces`: how it differs from the output, if that was asked for. */
  | { readonly kind: 'repaired'; readonly text: string; readonly pieces?: readonly Piece[] }
  | { readonly kind: 'page'; readonly code: string; readonly address: string };
