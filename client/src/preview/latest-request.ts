/** Requests the content of a preview: one request at a time, soon after a change, and without ever showing an outdated answer. */
import { l10n } from 'vscode';
import { Later } from './origin.ts';
import {
  type Filter,
  isPrompt,
  isTraining,
  isUserView,
  type Mode,
  type Prompt,
  type Training,
  type TrainingChoice,
  type UserView,
} from './protocol.ts';

/** The inputs of an answer, besides the text. */
export interface Question {
  readonly uri: string;
  /** Whether hidden layers are shown. */
  readonly debug: boolean;
  /** The kind of messages to show. */
  readonly mode: Mode;
  /** The template whose prompt is shown; undefined for the messages. */
  readonly template: string | undefined;
  /** The training to show instead of either. */
  readonly training: TrainingChoice | undefined;
  /** Which messages are shown. */
  readonly only: Filter;
  /** Which conversation of a session is shown. */
  readonly branch?: string | undefined;
}

export interface RequestHost {
  /** Returns the question to ask now. */
  question(): Question;
  /** Asks the server; the answer can be anything. */
  request(): Promise<unknown>;
  show(view: UserView | Prompt | Training, question: Question): void;
  /** Shows why there is no content, and what to do. */
  fail(reason: string): void;
  /** Called when the server has no content. */
  showNothing(): void;
  /** Cancels a request that takes too long when another one is waiting. */
  stop?(): void;
}

/** The delay between a keystroke and the update of the page, in milliseconds. */
const patience = 60;
/** A prompt is rendered in a separate thread, so its delay can be shorter. */
const patienceForPrompts = 15;
/** Whether a separate thread answers the request. */
const isOfThread = ({ template, training }: Question) => template !== undefined || training !== undefined;
/** A request that takes longer than this is cancelled when the next one is waiting, in milliseconds. */
const stoppedAfter = 300;
/** Without an answer within this time, in milliseconds, a failure is shown. */
const tooLong = 5_000;

export const reasons = {
  get slow(): string {
    return l10n.t('The language server has not answered yet. The conversation appears as soon as it does.');
  },
  get none(): string {
    return l10n.t(
      'The language server could not create the preview. See the “OpenChatML” output channel for the reason. To try again, edit the document.',
    );
  },
  get lost(): string {
    return l10n.t(
      'The language server has stopped. If it does not restart by itself, run “OpenChatML: Restart Server”.',
    );
  },
  thrown(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    const why = message.replace(/[.\s]*$/, '');
    return l10n.t('The preview could not be created: {0}. To try again, edit the document.', why);
  },
};

export class LatestRequest {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = false;
  private askedAt = 0;
  private again = false;
  private isOver = false;

  constructor(private readonly asker: RequestHost) {}

  /** Requests again soon; if a request is running, after its answer. */
  refresh(delay = isOfThread(this.asker.question()) ? patienceForPrompts : patience): void {
    if (this.isOver) return;
    if (delay === 0) clearTimeout(this.timer);
    else if (this.timer !== undefined) return;
    this.timer = setTimeout(() => void this.ask(), delay);
  }

  end(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private async ask(): Promise<void> {
    this.timer = undefined;
    this.again = this.asking;
    if (this.asking) {
      if (Date.now() - this.askedAt > stoppedAfter) this.asker.stop?.();
      return;
    }
    this.asking = true;
    this.askedAt = Date.now();
    const question = this.asker.question();
    const asked = JSON.stringify(question);
    // Never show an answer to an outdated request: hidden layers may have been switched off since.
    const tell = (act: () => void) => {
      if (this.isOver) return;
      if (JSON.stringify(this.asker.question()) === asked) act();
      else this.again = true;
    };
    const late = setTimeout(() => tell(() => this.asker.fail(reasons.slow)), tooLong);
    try {
      const view = await this.asker.request();
      const { template, training } = question;
      const fits = training ? isTraining : template === undefined ? isUserView : isPrompt;
      tell(() => {
        if (fits(view)) this.asker.show(view, question);
        else if (view === null) this.asker.showNothing();
        else this.asker.fail(reasons.none);
      });
    } catch (error) {
      // A cancelled request is sent again; after `Later`, another request follows when there is text.
      if (!this.again && !(error instanceof Later)) tell(() => this.asker.fail(reasons.thrown(error)));
    } finally {
      clearTimeout(late);
      this.asking = false;
      if (this.again) this.refresh(0);
    }
  }
}
