/** Requests the content of a preview soon after each change. Only one request runs at a time, and an outdated answer is never shown. */
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

/** Everything on which an answer depends, except the text. */
export interface Question {
  readonly uri: string;
  /** Whether hidden layers are shown. */
  readonly debug: boolean;
  /** Whether to show the messages that users see, or those from which the model continues. */
  readonly mode: Mode;
  /** The template whose prompt is shown; undefined for the messages. */
  readonly template: string | undefined;
  /** The training to show instead of messages or a prompt. */
  readonly training: TrainingChoice | undefined;
  /** The filter for the messages. */
  readonly only: Filter;
  /** The branch of a session to show. */
  readonly branch?: string | undefined;
}

export interface RequestHost {
  /** Returns the current question, which the next request answers. */
  question(): Question;
  /** Sends the request. The answer is not validated. */
  request(): Promise<unknown>;
  show(view: UserView | Prompt | Training, question: Question): void;
  /** Shows the reason why there is no content, and what the user can do. */
  fail(reason: string): void;
  /** Called if the server has no content for the document. */
  showNothing(): void;
  /** Cancels the running request, which takes too long while the next one is waiting. */
  stop?(): void;
}

/** The delay between a keystroke and the update of the page, in milliseconds. */
const patience = 60;
/** The same delay for prompts and views of training. It is shorter, since a separate thread of the server computes them. */
const patienceForPrompts = 15;
/** Whether a separate thread answers the request. */
const isOfThread = ({ template, training }: Question) => template !== undefined || training !== undefined;
/** The time in milliseconds after which a running request is canceled if the next one is due. */
const stoppedAfter = 300;
/** The time in milliseconds without an answer after which an error is shown. */
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

  /** Sends a request soon or, if another one is running, after that one has been answered. */
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
    const questionJson = JSON.stringify(question);
    // Never show an answer to an outdated question: the user may have switched off hidden layers since.
    const tell = (act: () => void) => {
      if (this.isOver) return;
      if (JSON.stringify(this.asker.question()) === questionJson) act();
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
      // A canceled request will be repeated (`again`). After `Later`, the origin requests a refresh when it has text.
      if (!this.again && !(error instanceof Later)) tell(() => this.asker.fail(reasons.thrown(error)));
    } finally {
      clearTimeout(late);
      this.asking = false;
      if (this.again) this.refresh(0);
    }
  }
}
