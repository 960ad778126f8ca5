/**
 * Reads a file while it grows, and notices when it is replaced or deleted. The server receives the appended text, and answers requests
 * about the file as about an open document.
 */

import { l10n } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { FollowedText } from '../../../protocol/followed-files.ts';
import { sendNotification, sendRequest } from '../send-request.ts';
import { type Anew, type Source, Tail } from './tail.ts';

interface Followed {
  /** The address and the name of the file. */
  readonly address: string;
  readonly name: string;
  readonly languageId: string;
  readonly source: Source;
  /**
   * Whether the whole file is kept. In that case, the text is shown only after the whole file has been read. Otherwise, text is shown as it
   * arrives, and only the end of a long file is kept.
   */
  readonly all?: boolean;
  /** The message for a file that no longer exists (`gone`), and for one that is too large. */
  readonly words: { readonly gone: string; readonly large: string };
  /** Called when there is new text, or when the state has changed. */
  changed(follower: Follower): void;
}

type Client = Pick<LanguageClient, 'sendRequest' | 'sendNotification' | 'start' | 'isRunning'>;

/**
 * The maximum size of a file when following begins, in bytes. The file has to be read from its beginning to know which parts of its end are
 * hidden.
 */
const MAX_FOLLOWED_SIZE = 256 * 1024 * 1024;

let count = 0;

export class Follower {
  /** The address under which the server knows the file. */
  readonly uri: string;
  /** The end of the text that the server has. */
  end: FollowedText['end'] = { line: 0, character: 0 };
  /** The number of messages, or of lines of JSON, that the server has dropped from the beginning of the file. */
  dropped = 0;
  /** The state of the file, in words for the user. */
  state = '';
  /** Whether the server has enough text to answer requests. */
  isFed = false;
  /** Whether the text in the server no longer matches the file; `state` gives the reason. */
  isAmiss = false;
  private readonly tail: Tail;
  private isOver = false;
  private unwatch: (() => void) | undefined;
  /** Whether a change of the file was reported while the file was being read. */
  private isCalled = false;
  private wake: (() => void) | undefined;
  private size = 0;
  private note = '';

  constructor(
    private readonly client: Client,
    readonly followed: Followed,
  ) {
    this.uri = `${followed.address.replace(/[?#].*$/s, '')}#followed-${++count}`;
    this.tail = new Tail(followed.source);
    void this.run();
  }

  /** Stops reading, and makes the server forget the file. */
  stop(): void {
    this.halt();
    if (this.client.isRunning())
      void sendNotification(this.client, 'ocml/unfollow', { textDocument: { uri: this.uri } });
  }

  /** Stops reading. Requests about the text that was read still work. `why`: the reason, for the user. */
  finish(why: string): void {
    this.halt();
    this.say(why);
  }

  get isRunning(): boolean {
    return !this.isOver;
  }

  /** Reads the file from its beginning again, since the server was restarted. */
  restart(): void {
    this.isFed = false;
    this.tail.restart('first');
    this.wake?.();
  }

  private halt(): void {
    this.isOver = true;
    this.unwatch?.();
    this.wake?.();
  }

  private watch(): void {
    this.unwatch?.();
    this.unwatch = this.followed.source.watch?.(() => {
      this.isCalled = true;
      this.wake?.();
    });
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      this.isCalled = false;
      const goesOn = await this.step().catch((error: Error) => {
        this.lament(l10n.t('The file cannot be read: {0}.', error.message));
        return false;
      });
      if (this.isOver) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, goesOn || this.isCalled ? 0 : this.followed.source.pause);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Reads appended text and sends it to the server. Returns whether there is more to read. */
  private async step(): Promise<boolean> {
    const tailResult = await this.tail.next();
    if (this.isOver) return false;
    if (tailResult.kind === 'same') {
      // The file could not be read for a while, but has not changed.
      if (this.isAmiss && this.isFed) this.settle(0);
      return false;
    }
    if (tailResult.kind === 'gone') {
      this.lament(this.followed.words.gone);
      return false;
    }
    const { text, anew, left, whole } = tailResult;
    if (anew && left > MAX_FOLLOWED_SIZE) return this.giveUp(this.followed.words.large);
    if (anew) {
      // The name may now belong to a different file, so watch again.
      this.watch();
      this.size = 0;
      this.note = noteOn(anew);
    }
    this.size += text.length;
    await this.client.start();
    const params = {
      textDocument: { uri: this.uri },
      languageId: this.followed.languageId,
      text,
      anew: anew !== undefined,
      ...(this.followed.all && { all: true, more: !whole }),
    };
    const fed = await sendRequest(this.client, 'ocml/follow', params);
    if (this.isOver) return false;
    if (fed === null) {
      // The server does not know the file, so the server must have been restarted.
      this.restart();
      return true;
    }
    this.end = fed.end;
    this.dropped = fed.dropped;
    this.isFed = whole || !this.followed.all;
    if (!this.isFed) return true;
    if (fed.tooLong)
      return this.giveUp(
        l10n.t(
          'The file is no longer followed, because its last message or line alone is longer than 4 million characters.',
        ),
      );
    this.settle(left);
    return left > 0;
  }

  /** Updates the state after the server has received text. `bytesLeft`: the number of bytes that have not been read yet. */
  private settle(bytesLeft: number): void {
    this.isAmiss = false;
    this.state = this.described(bytesLeft);
    this.followed.changed(this);
  }

  private giveUp(why: string): false {
    this.isAmiss = true;
    this.finish(why);
    return false;
  }

  /** Reports why the text in the server no longer matches the file. */
  private lament(why: string): void {
    this.isAmiss = true;
    this.say(why);
  }

  private say(state: string): void {
    if (this.state === state) return;
    this.state = state;
    this.followed.changed(this);
  }

  private described(bytesLeft: number): string {
    const size = megabytes(this.size);
    const sentences = [
      bytesLeft > 0
        ? l10n.t('Following this file: {0} read, {1} to go.', size, megabytes(bytesLeft))
        : l10n.t('Following this file: {0}.', size),
      this.note,
      this.dropped === 0
        ? ''
        : l10n.t('Only the end is shown. Earlier messages or lines omitted: {0}.', this.dropped.toLocaleString('en')),
    ];
    return sentences.filter((one) => one !== '').join(' ');
  }
}

function noteOn(anew: Anew): string {
  const time = new Date().toLocaleTimeString();
  if (anew === 'replaced') return l10n.t('At {0}, the file was replaced by another file.', time);
  return anew === 'shorter' ? l10n.t('At {0}, the file was truncated. It is shown from its beginning.', time) : '';
}

const megabytes = (size: number) =>
  size < 100_000 ? l10n.t('{0} KB', Math.ceil(size / 1000)) : l10n.t('{0} MB', (size / 1_000_000).toFixed(1));
