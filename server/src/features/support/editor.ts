/** What an editor makes of an answer beyond the least that the protocol asks of it. */
import type { Command } from 'vscode-languageserver-types';

export interface Editor {
  /** It fills in snippets, stop by stop. */
  readonly snippets: boolean;
  /** Its command that opens the list of completions: the protocol has none, so a client has to name it. */
  readonly suggest?: Command | undefined;
}

/** One of which nothing is known. */
export const plainEditor: Editor = { snippets: false };
