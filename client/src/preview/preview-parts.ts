/** The parts of a preview that its views and choices share. */
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
  /** The origin of the text, which changes when the preview moves to another document. */
  readonly origin: Origin;
  /** Asks the server again after `delay` milliseconds. */
  refresh(delay?: number): void;
  question(): Question;
  /** Stores the state that is restored with the window. */
  keep(): void;
}
