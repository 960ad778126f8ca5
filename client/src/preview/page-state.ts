/** The content of the page of a preview: messages or a prompt, or why there is nothing. */
import { env, l10n, window } from 'vscode';
import type { Question } from './latest-request.ts';
import type { Position, Prompt, ToPage, Training, UserView } from './protocol.ts';
import { messagesOn } from './window.ts';

/** For so long a page may show what is no longer asked for, in milliseconds. */
const MAX_OUTDATED_TIME = 250;

export class PageState {
  view: UserView | Prompt | Training | undefined;
  /** It was asked for with hidden layers. */
  debug = false;
  private mode: Question['mode'] = 'user';
  private late: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly post: (message: ToPage) => void) {}

  /** The messages, where there is no prompt. */
  get messages(): UserView | undefined {
    return this.view && 'messages' in this.view ? this.view : undefined;
  }

  get training(): Training | undefined {
    return this.view && 'sequences' in this.view ? this.view : undefined;
  }

  get first(): Position | undefined {
    return messagesOn(this.view)[0]?.range.start;
  }

  /** Whether it is what is to be shown now. */
  fits({ debug, mode }: Pick<Question, 'debug' | 'mode'>): boolean {
    return this.view !== undefined && this.debug === debug && this.mode === mode;
  }

  /** `following`: what is to be said of a file that is followed. */
  put(view: UserView | Prompt | Training, { uri, debug, mode, only }: Question, following: string | undefined): void {
    [this.view, this.debug, this.mode] = [view, debug, mode];
    if ('stretches' in view) this.post({ type: 'prompt', prompt: view, debug, uri });
    else if ('sequences' in view) this.post({ type: 'training', training: view, debug, uri });
    else this.post({ type: 'view', view, mode, debug, uri, only, ...(following && { following }) });
  }

  /** Shows why there is nothing to show, in place of what is no longer true. */
  fail(reason: string, isExpected = false): void {
    this.end();
    this.late = undefined;
    this.view = undefined;
    this.post({ type: 'failure', reason, ...(isExpected && { isExpected }) });
  }

  /** Says why there is nothing to show although nothing is wrong. */
  explain(reason: string): void {
    this.fail(reason, true);
  }

  /** Removes the content of something else. */
  wait(): void {
    this.view = undefined;
    this.post({ type: 'waiting' });
  }

  /** Keeps the content of something else for the moment that it takes to get this: nothing flickers. */
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

  /** Copies what is shown of a message: where hidden layers are not, nothing of them. */
  async copy({ line, character }: Position): Promise<void> {
    const found = messagesOn(this.view).find(
      ({ range: { start } }) => start.line === line && start.character === character,
    );
    if (found === undefined) return;
    await env.clipboard.writeText(found.text);
    window.setStatusBarMessage(l10n.t('The message was copied'), 3000);
  }
}
