/** The parts of a preview that work together on what it shows. */
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { Beside } from './beside.ts';
import type { Question } from './latest-request.ts';
import type { Origin } from './origin.ts';
import type { PageState } from './page-state.ts';
import type { PreviewDetails } from './preview-details.ts';
import type { ViewOptions } from './view-options.ts';

export interface PreviewParts {
  readonly client: LanguageClient;
  /** The view that the user wants. */
  readonly wanted: ViewOptions;
  /** The content of the page. */
  readonly shown: PageState;
  readonly beside: Beside;
  readonly asides: PreviewDetails;
  /** The origin of the text; another one after the preview has moved to another document. */
  readonly origin: Origin;
  /** Asks the server again, soon. `delay`: how soon, in milliseconds. */
  refresh(delay?: number): void;
  question(): Question;
  /** Stores the state that comes back with the window. */
  keep(): void;
}
