/** The parts of a preview that are used by several modules. */
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { Beside } from './beside.ts';
import type { Question } from './latest-request.ts';
import type { Origin } from './origin.ts';
import type { PageState } from './page-state.ts';
import type { PreviewDetails } from './preview-details.ts';
import type { ViewOptions } from './view-options.ts';

export interface PreviewParts {
  readonly client: LanguageClient;
  /** The view that the user has chosen. */
  readonly wanted: ViewOptions;
  /** The content that the page shows. */
  readonly shown: PageState;
  readonly beside: Beside;
  readonly asides: PreviewDetails;
  /** The origin of the text. It is replaced when the preview moves to another document. */
  readonly origin: Origin;
  /** Requests the content again after `delay` milliseconds. */
  refresh(delay?: number): void;
  question(): Question;
  /** Stores the state that is restored with the window. */
  keep(): void;
}
