/** The content of a preview page: messages or a prompt, or the reason if there is none. */
import { env, l10n, window } from 'vscode';
import type { Question } from './latest-request.ts';
import type { Position, Prompt, ToPage, Training, UserView } from './protocol.ts';
import { messagesOn } from './window.ts';

/** The maximum time for which a page may show outdated content, in milliseconds. */
const MAX_OUTDATED_TIME = 250;

export class PageState {
  view: UserView | Prompt | Training | undefined;
  /** Whether it was requested with hidden layers. */
  debug = false;
  private mode: Question['mode'] = 'user';
  private late: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly post: (message: ToPage) => void) {}

  /** The messages; undefined if there is a prompt or a training instead. */
  get messages(): UserView | undefined {
    return this.view && 'messages' in this.view ? this.view : undefined;
  }

  get training(): Training | undefined {
    return this.view && 'sequences' in this.view ? this.view : undefined;
  }

  get first(): Position | undefined {
    return messagesOn(this.view)[0]?.range.start;
  }

  /** Whether the content fits the current options. */
  fits({ debug, mode }: Pick<Question, 'debug' | 'mode'>): boolean {
    return this.view !== undefined && this.debug === debug && this.mode === mode;
  }

  /** `following`: the state of a followed file, in words. */
  put(view: UserView | Prompt | Training, { uri, debug, mode, only }: Question, following: string | undefined): void {
    [this.view, this.debug, this.mode] = [view, debug, mode];
    if ('stretches' in view) this.post({ type: 'prompt', prompt: view, debug, uri });
    else if ('sequences' in view) this.post({ type: 'training', training: view, debug, uri });
    else this.post({ type: 'view', view, mode, debug, uri, only, ...(following && { following }) });
  }

  /** Shows why there is no content, in place of outdated content. */
  fail(reason: string, isExpected = false): void {
    this.end();
    this.late = undefined;
    this.view = undefined;
    this.post({ type: 'failure', reason, ...(isExpected && { isExpected }) });
  }

  /** Shows why there is no content although nothing is wrong. */
  explain(reason: string): void {
    this.fail(reason, true);
  }

  /** Removes the content of another document. */
  wait(): void {
    this.view = undefined;
    this.post({ type: 'waiting' });
  }

  /** Keeps the old content for a moment while the new one is requested, to avoid flicker. */
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

  /** Copies the visible parts of a message, so hidden layers only if they are shown. */
  async copy({ line, character }: Position): Promise<void> {
    const viewMessage = messagesOn(this.view).find(
      ({ range: { start } }) => start.line === line && start.character === character,
    );
    if (viewMessage === undefined) return;
    await env.clipboard.writeText(viewMessage.text);
    window.setStatusBarMessage(l10n.t('The message was copied'), 3000);
  }
}
