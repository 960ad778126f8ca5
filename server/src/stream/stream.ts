/** Converts a transcript that arrives in pieces to events, each of which is emitted as soon as it is certain (2.2 §9). */
import { isSlot, message } from '../model/message.ts';
import type { DialectChoice } from '../syntax/dialect.ts';
import type { Family } from '../syntax/families/family.ts';
import { familyOf } from '../syntax/families/index.ts';
import { type CancelReason, type EventOptions, Events, type StreamEvent } from './events.ts';
import { FrameReader } from './frames.ts';
import { WholeFrameReader } from './whole-frames.ts';

export type { CancelReason, StreamEvent } from './events.ts';

export interface StreamOptions extends Partial<EventOptions> {
  /** The dialect that the caller chose; by default, the beginning of the text determines it. */
  readonly choice?: DialectChoice;
  /**
   * Whether the model writes no `<think>`. If so, answers in ChatML and Llama 3 are emitted while they are written, not only
   * once they are complete.
   */
  readonly thoughtless?: boolean;
  /** Whether the first message has passed the gate for calls (`call-gate.ts`). */
  readonly gated?: boolean;
}

interface Ending {
  /**
   * `message`: the text ends inside a message; `run`: it ends in the model's run, without a stop token (2.2 §9, A-065).
   * Undefined if nothing is cut off, as in a prompt, which ends with a header.
   */
  readonly truncated: 'message' | 'run' | undefined;
  /** Whether no message began. */
  readonly empty: boolean;
  /** The family in which the text was read. */
  readonly family: Family | undefined;
}

export class TranscriptStream {
  private readonly decoder = new TextDecoder('utf-8');
  private readonly events: Events;
  private readonly frames: FrameReader | WholeFrameReader;
  private over = false;

  /** `emit` is called for the events in order, during `write`, `cancel` and `end`. */
  constructor(
    emit: (event: StreamEvent) => void,
    { choice = {}, thoughtless = false, gated = false, ...options }: StreamOptions = {},
  ) {
    this.events = new Events(emit, { debug: false, preambles: false, ...options });
    const { dialect } = choice;
    const bodies = { thoughtless, gated };
    this.frames =
      dialect !== undefined && familyOf(dialect).has.wholeMessages
        ? new WholeFrameReader(this.events, { ...bodies, choice: { dialect } })
        : new FrameReader(this.events, { ...bodies, choice });
  }

  /** Takes a piece of any length: text, or bytes of UTF-8, which may be cut anywhere. Invalid UTF-8 is read as U+FFFD. */
  write(piece: string | Uint8Array): void {
    if (this.over) return;
    this.frames.push(typeof piece === 'string' ? piece : this.decoder.decode(piece, { stream: true }));
  }

  /** Cancels the message being written and the open calls. No event follows. */
  cancel(reason: CancelReason): void {
    if (this.over) return;
    this.over = true;
    this.events.cancel(reason);
  }

  end(): Ending {
    if (this.over) return { truncated: undefined, empty: this.events.isEmpty, family: this.frames.family };
    this.write(this.decoder.decode());
    const last = this.frames.end();
    this.over = true;
    const inside = last?.kind === 'message' && !isSlot(message(last));
    const truncated = inside ? 'message' : last === undefined && this.events.isRunning ? 'run' : undefined;
    return { truncated, empty: last?.kind !== 'message' && this.events.isEmpty, family: this.frames.family };
  }
}
