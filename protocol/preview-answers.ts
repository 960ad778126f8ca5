/** The requests that the page of `ocml preview` sends to its server, and the answers: `view?ask=…` and `find?ask=…`, each with JSON. */
import type { Position } from './places.ts';
import type { Filter } from './views.ts';

export interface PreviewQuestion {
  /** Selects the messages that users see, or those from which the model continues. */
  readonly mode: 'user' | 'model';
  /** Whether to include content that users do not see. */
  readonly debug: boolean;
  readonly only: Filter;
  readonly branch?: string | undefined;
  readonly around?: Position;
  readonly rank?: number;
  readonly number?: number;
  /** Also requests the source of a message or of its row. Only with `debug`. */
  readonly source?: 'message' | 'row';
  /** The words to find. */
  readonly query?: string;
}

/** Either the view or the matches of the search (`result`), or a message that says why there is no result (`failure`). */
export interface PreviewAnswer {
  readonly result?: unknown;
  readonly failure?: string;
  /** The name of the file. */
  readonly name: string;
}
