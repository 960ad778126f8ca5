/** The questions of the page of `ocml preview` to its server, and the answers: `view?ask=…` and `find?ask=…`, each as JSON. */
import type { Position } from './places.ts';
import type { Filter } from './views.ts';

export interface PreviewQuestion {
  /** The messages that users see, or what the model continues from. */
  readonly mode: 'user' | 'model';
  /** With what users do not see. */
  readonly debug: boolean;
  readonly only: Filter;
  readonly branch?: string | undefined;
  readonly around?: Position;
  readonly rank?: number;
  readonly number?: number;
  /** With hidden layers: also the source of a message, or of its row. */
  readonly source?: 'message' | 'row';
  /** The words that are looked for. */
  readonly query?: string;
}

/** A view or what was found, under `result`; or in words, why there is none. */
export interface PreviewAnswer {
  readonly result?: unknown;
  readonly failure?: string;
  /** The name of the file. */
  readonly name: string;
}
