/** Requests details that the page shows later than the view: search matches, the source of messages, and token counts. */

import { CancellationTokenSource } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { Range } from '../../../protocol/places.ts';
import { sendRequest } from '../send-request.ts';
import { isFound, isTokens, isUserView, type Position, type ToPage } from './protocol.ts';
import { messagesOn, type View } from './window.ts';

/** The pause after an update of the page before tokens are counted, in milliseconds. */
const countedAfter = 300;

/** The parts of the preview that are used here. */
interface Surrounding {
  readonly client: LanguageClient;
  /** Returns the view that is on the page. */
  shownView(): View;
  textDocument(): Promise<{ readonly uri: string }>;
  post(message: ToPage): void;
}

/** Returns what to count for a view: the prompt, or the messages on the page and their conversation. */
function countedIn(
  view: View,
): { readonly text: string } | { readonly range: Range; readonly within?: Range } | undefined {
  if (view && 'stretches' in view)
    return view.error === undefined && !view.isCut
      ? { text: view.stretches.map(({ text }) => text).join('') }
      : undefined;
  const [first, last] = [messagesOn(view)[0], messagesOn(view).at(-1)];
  if (!first || !last) return undefined;
  const within = view && 'conversation' in view ? view.conversation?.range : undefined;
  return { range: { start: first.range.start, end: last.range.end }, ...(within && { within }) };
}

export class PreviewDetails {
  private counting: ReturnType<typeof setTimeout> | undefined;
  private searched: CancellationTokenSource | undefined;

  constructor(private readonly of: Surrounding) {}

  /**
   * Searches the whole content for words. A later search cancels an earlier one. `viewOptions`: the options that select the messages to
   * search, and their parts.
   */
  async search(query: string, viewOptions: object): Promise<void> {
    const { client, post } = this.of;
    this.searched?.cancel();
    const { token } = (this.searched = new CancellationTokenSource());
    try {
      const params = { textDocument: await this.of.textDocument(), ...viewOptions, query };
      const foundMatches = await sendRequest(client, 'ocml/findInView', params, token);
      if (isFound(foundMatches) && !token.isCancellationRequested) post({ type: 'found', query, found: foundMatches });
    } catch {
      // Either the search was canceled, or the view already shows the error.
    }
  }

  /** Shows the source of a message, or of its row. Only called while hidden layers are shown. */
  async showRaw(position: Position, row: boolean, viewOptions: object): Promise<void> {
    const { client, post } = this.of;
    try {
      const rawOptions = {
        around: position,
        limit: 1,
        debug: true,
        only: {},
        source: row ? 'row' : 'message',
      } as const;
      const params = { textDocument: await this.of.textDocument(), ...viewOptions, ...rawOptions };
      const view: unknown = await sendRequest(client, 'ocml/userView', params);
      if (isUserView(view) && view.source !== undefined) post({ type: 'raw', position, row, text: view.source });
    } catch {
      // The view already shows the error.
    }
  }

  /** Counts the tokens of the messages or of the prompt on the page after a short delay. */
  countSoon(): void {
    this.counting ??= setTimeout(() => void this.count(), countedAfter);
  }

  end(): void {
    clearTimeout(this.counting);
    this.searched?.cancel();
  }

  private async count(): Promise<void> {
    this.counting = undefined;
    const { client, post } = this.of;
    const view = this.of.shownView();
    const counted = countedIn(view);
    if (counted === undefined) return;
    try {
      if (!client.isRunning()) return;
      const textDocument = await this.of.textDocument();
      const answer = await sendRequest(client, 'ocml/tokens', { textDocument, ...counted });
      const tokens: unknown = answer && { messages: [], ...answer };
      if (isTokens(tokens) && answer?.error === undefined && view === this.of.shownView())
        post({ type: 'tokens', tokens });
    } catch {
      // If counting fails, no counts are shown.
    }
  }
}
