/** The content that the page of a preview shows: messages, a prompt or a training, or the reason why there is none. */
import { env, l10n, window } from 'vscode';
import type { Question } from './latest-request.ts';
import type { Position, Prompt, ToPage, Training, UserView } from './protocol.ts';
import { messagesOn } from './window.ts';

/** The maximum time for which outdated content stays on the page, in milliseconds. */
const MAX_OUTDATED_TIME = 250;

export class PageState {
  view: UserView | Prompt | Training | undefined;
  /** Whether the content was requested with hidden layers. */
  debug = false;
  private mode: Question['mode'] = 'user';
  private late: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly post: (message: ToPage) => void) {}

  /** The messages. Undefined if the page shows something else. */
  get messages(): UserView | undefined {
    return this.view && 'messages' in this.view ? this.view : undefined;
  }

  get prompt(): Prompt | undefined {
    return this.view && 'stretches' in this.view ? this.view : undefined;
  }

  get training(): Training | undefined {
    return this.view && 'sequences' in this.view ? this.view : undefined;
  }

  get first(): Position | undefined {
    return messagesOn(this.view)[0]?.range.start;
  }

  /** Whether the content was requested with these options. */
  fits({ debug, mode }: Pick<Question, 'debug' | 'mode'>): boolean {
    return this.view !== undefined && this.debug === debug && this.mode === mode;
  }

  /** Shows new content. `following`: the state of a followed file, in words. */
  put(view: UserView | Prompt | Training, { uri, debug, mode, only }: Question, following: string | undefined): void {
    [this.view, this.debug, this.mode] = [view, debug, mode];
    if ('stretches' in view) this.post({ type: 'prompt', prompt: view, debug, uri });
    else if ('sequences' in view) this.post({ type: 'training', training: view, debug, uri });
    else this.post({ type: 'view', view, mode, debug, uri, only, ...(following && { following }) });
  }

  /** Removes the content, and shows the reason why there is none. `isExpected`: nothing is wrong. */
  fail(reason: string, isExpected = false): void {
    this.end();
    this.late = undefined;
    this.view = undefined;
    this.post({ type: 'failure', reason, ...(isExpected && { isExpected }) });
  }

  /** Shows the reason why there is no content, although nothing is wrong. */
  explain(reason: string): void {
    this.fail(reason, true);
  }

  /** Removes the content, because the page will show another document or view. */
  wait(): void {
    this.view = undefined;
    this.post({ type: 'waiting' });
  }

  /** Keeps the old content for a moment while other content is requested, since the page would flicker otherwise. */
  expectOther(): void {
    this.view = undefined;
    clearTimeout(this.late);
    this.late = setTimeout(() => {
      this.late = undefined;
      if (this.view === undefined) this.post({ type: 'waiting' });
    }, MAX_OUTDATED_TIME);
  }

  end(): void {
    clearTimeout(this.late);
  }

  /** Copies the text of a message as it is shown. It contains hidden layers only if these are shown. */
  async copy({ line, character }: Position): Promise<void> {
    const viewMessage = messagesOn(this.view).find(
      ({ range: { start } }) => start.line === line && start.character === character,
    );
    if (viewMessage === undefined) return;
    await env.clipboard.writeText(viewMessage.text);
    window.setStatusBarMessage(l10n.t('The message was copied'), 3000);
  }
}
