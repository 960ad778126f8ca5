/**
 * Holds back the beginning of an answer that may be a call which a server passed on as text: `{"name": "f", "arguments": {…}}`,
 * `[f(q="…")]`. Only the complete text shows whether it is a call. Such a call is hidden from users, as in a list of messages.
 */
import { isBareCall, mayBecomeBareCall } from '../model/calls/body-calls.ts';

/** The maximum length of waiting text. Longer text stays hidden. */
const MAX_HELD_LENGTH = 1 << 18;
/** Matches text that is a single word so far. If a bracket follows this word, the text may be a call. */
const wordAlone = /^[\p{L}\p{N}_.-]{0,80}$/u;
const wordThenBracket = /^[\p{L}\p{N}_.-]{1,80}(?=\()/u;

interface GateListener {
  /** Receives a piece of the answer. The first word of an answer is passed on even if it may still become a call. */
  pass(text: string): void;
  /** Receives a piece of a call, or of a possible call. `isShown`: whether the beginning of the call has been passed on. */
  hide(text: string, isShown: boolean): void;
}

export class CallGate {
  private text = '';
  /** The length of the leading white space, so that it is not scanned again for each piece. */
  private blank = 0;
  /** The length of the text that has been passed on. */
  private passed = 0;
  private state: 'begins' | 'waits' | 'open' | 'closed' = 'begins';

  constructor(private readonly listener: GateListener) {}

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

  /** Ends the answer. The waiting text is then either passed on or hidden as a call. */
  finish(): void {
    if (this.state === 'begins' || this.state === 'waits') {
      if (isBareCall(this.text)) this.hide();
      else this.release();
    }
  }

  /** Hides the waiting text and all further text, whether or not it is a call. */
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
