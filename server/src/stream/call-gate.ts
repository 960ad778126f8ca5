/**
 * The beginning of an answer that may be a call that a server handed on as text: `{"name": "f", "arguments": {…}}`, `[f(q="…")]`.
 * Only the whole tells whether it is one, so it waits for that, as users see nothing of it in a list of messages either.
 */
import { isBareCall, mayBecomeBareCall } from '../model/calls/body-calls.ts';

/** So much may wait. What is longer stays hidden. */
const MAX_HELD_LENGTH = 1 << 18;
/** A text that is a word so far: with a bracket after it, it may be a call. */
const wordAlone = /^[\p{L}\p{N}_.-]{0,80}$/u;
const wordThenBracket = /^[\p{L}\p{N}_.-]{1,80}(?=\()/u;

interface GateListener {
  /** A piece is that of an answer, as far as this can tell. */
  pass(text: string): void;
  /** A piece is that of a call, or may be. `shown`: a part of it has been passed. */
  hide(text: string, shown: boolean): void;
}

export class CallGate {
  private text = '';
  /** The length of the white space that it begins with, which is not looked at again for each piece. */
  private blank = 0;
  /** How much of the text has been passed. */
  private passed = 0;
  private state: 'begins' | 'waits' | 'open' | 'closed' = 'begins';

  constructor(private readonly listener: GateListener) {}

  /** Whether something waits of which it is not known what it is. */
  get isWaiting(): boolean {
    return this.state === 'waits' || (this.state === 'begins' && this.passed < this.text.length);
  }

  write(piece: string): void {
    if (this.state === 'open') this.listener.pass(piece);
    else if (this.state === 'closed') this.listener.hide(piece, false);
    else {
      this.text += piece;
      if (this.blank + piece.length === this.text.length) this.blank += piece.length - piece.trimStart().length;
      if (this.state === 'begins' && this.blank < this.text.length) this.look();
      if (this.text.length > MAX_HELD_LENGTH && this.isWaiting) this.hide();
    }
  }

  /** The answer is at its end. */
  finish(): void {
    if (this.state === 'begins' || this.state === 'waits') {
      if (isBareCall(this.text)) this.hide();
      else this.release();
    }
  }

  /** It will never be known what it is. */
  hide(): void {
    if (this.state !== 'begins' && this.state !== 'waits') return;
    this.state = 'closed';
    const rest = this.text.slice(this.passed);
    this.text = '';
    if (rest !== '' || this.passed > 0) this.listener.hide(rest, this.passed > 0);
  }

  private look(): void {
    const text = this.text.slice(this.blank);
    if (wordAlone.test(text)) {
      this.passTo(this.text.length);
      return;
    }
    const [word] = wordThenBracket.exec(text) ?? [];
    if (word !== undefined) {
      this.passTo(this.blank + word.length);
      this.state = 'waits';
    } else if (!mayBecomeBareCall(text)) this.release();
    else if (!/^[<＜]/.test(text)) this.state = 'waits';
  }

  private release(): void {
    this.passTo(this.text.length);
    this.state = 'open';
    this.text = '';
  }

  private passTo(end: number): void {
    const piece = this.text.slice(this.passed, end);
    this.passed = Math.max(this.passed, end);
    if (piece !== '') this.listener.pass(piece);
  }
}
