/** Follows a file as it grows: the server gets what is appended, and answers about it as about a document that is open. */
import { l10n } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { type Anew, type Source, Tail } from './tail.ts';

/** The answer to `ocml/follow`; null once the server knows nothing of it. */
interface Fed {
  readonly end: { readonly line: number; readonly character: number };
  /** How many messages, or lines of JSON, were left out at the beginning. */
  readonly dropped: number;
  /** What cannot be left out is longer than what is kept. */
  readonly tooLong: boolean;
}

export interface Followed {
  /** The address of the file, and its name. */
  readonly address: string;
  readonly name: string;
  readonly languageId: string;
  readonly source: Source;
  /** Hears of new text, and of a new state. */
  changed(follower: Follower): void;
}

type Client = Pick<LanguageClient, 'sendRequest' | 'sendNotification' | 'start' | 'isRunning'>;

/** How often the file is looked at, in milliseconds. */
const pause = 200;
/** A file that is there already may be so large, in bytes: all of it is read, or nobody could tell what of its end is hidden. */
const largest = 256 * 1024 * 1024;

let count = 0;

export class Follower {
  /** The address under which the server knows it. */
  readonly uri: string;
  /** Where its text ends, as the server has it. */
  end: Fed['end'] = { line: 0, character: 0 };
  /** How many messages, or lines of JSON, before those that are kept were left out. */
  dropped = 0;
  /** What is to be said of it, in words. */
  state = '';
  /** The server has some of it. */
  isFed = false;
  private readonly tail: Tail;
  private isOver = false;
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

  /** Reads no more, and has the server forget what it was told. */
  stop(): void {
    this.halt();
    if (this.client.isRunning())
      void this.client.sendNotification('ocml/unfollow', { textDocument: { uri: this.uri } });
  }

  /** Reads no more; what there is can still be asked about. `why` is said of it. */
  finish(why: string): void {
    this.halt();
    this.say(why);
  }

  get isRunning(): boolean {
    return !this.isOver;
  }

  /** Reads it from its beginning: the server is another than before. */
  restart(): void {
    this.isFed = false;
    this.tail.restart('first');
    this.wake?.();
  }

  private halt(): void {
    this.isOver = true;
    this.wake?.();
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      const goesOn = await this.step().catch((error: Error) => {
        this.say(l10n.t('The file cannot be read: {0}.', error.message));
        return false;
      });
      if (this.isOver) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, goesOn ? 0 : pause);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Takes what has come. True: there is more. */
  private async step(): Promise<boolean> {
    const found = await this.tail.next();
    if (this.isOver || found.kind === 'same') return false;
    if (found.kind === 'gone') {
      this.say(l10n.t('The file no longer exists. This was its content; following resumes when the file is back.'));
      return false;
    }
    const { text, anew, left } = found;
    if (anew && left > largest)
      return this.giveUp(
        l10n.t('The file is larger than 256 MB and cannot be followed here. Use `ocml stream` to read it.'),
      );
    if (anew) {
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
    };
    const fed = await this.client.sendRequest<Fed | null>('ocml/follow', params);
    if (this.isOver) return false;
    if (fed === null) {
      // Another server than before.
      this.restart();
      return true;
    }
    this.end = fed.end;
    this.dropped = fed.dropped;
    this.isFed = true;
    if (fed.tooLong)
      return this.giveUp(
        l10n.t(
          'The part of this file that must stay is longer than 4 million characters, so it is no longer followed.',
        ),
      );
    this.state = this.described(left);
    this.followed.changed(this);
    return left > 0;
  }

  private giveUp(why: string): false {
    this.finish(why);
    return false;
  }

  private say(state: string): void {
    if (this.state === state) return;
    this.state = state;
    this.followed.changed(this);
  }

  private described(left: number): string {
    const size = megabytes(this.size);
    const told = [
      left > 0
        ? l10n.t('Following this file: {0} read, {1} to go.', size, megabytes(left))
        : l10n.t('Following this file: {0}.', size),
      this.note,
      this.dropped === 0
        ? ''
        : l10n.t('Only the end is shown: {0} before it are left out.', this.dropped.toLocaleString('en')),
    ];
    return told.filter((one) => one !== '').join(' ');
  }
}

function noteOn(anew: Anew): string {
  const time = new Date().toLocaleTimeString();
  if (anew === 'replaced') return l10n.t('It was replaced by another file at {0}.', time);
  return anew === 'shorter' ? l10n.t('It was truncated at {0} and is shown from its beginning.', time) : '';
}

const megabytes = (size: number) =>
  size < 100_000 ? l10n.t('{0} KB', Math.ceil(size / 1000)) : l10n.t('{0} MB', (size / 1_000_000).toFixed(1));
