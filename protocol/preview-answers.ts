/** Requests from the page of `ocml preview` to its server, and the answers: `view?ask=…` and `find?ask=…`, each as JSON. */
import type { Position } from './places.ts';
import type { Filter } from './views.ts';

export interface PreviewQuestion {
  /** The messages that users see, or those from which the model continues. */
  readonly mode: 'user' | 'model';
  /** Whether to include content that users do not see. */
  readonly debug: boolean;
  readonly only: Filter;
  readonly branch?: string | undefined;
  readonly around?: Position;
  readonly rank?: number;
  readonly number?: number;
  /** With hidden layers: also the source of a message, or of its row. */
  readonly source?: 'message' | 'row';
  /** The words to find. */
  readonly query?: string;
}

/** A view or the matches in `result`, or the reason for a failure, in words. */
export interface PreviewAnswer {
  readonly result?: unknown;
  readonly failure?: string;
  /** The name of the file. */
  readonly name: string;
}
