/** The events of a stream (2.2 §9) as objects: text that users may see, as it arrives, and cancellations. */
import { answerChannel, callChannel, modelRole, replyErrorCodes } from '../grammar/index.ts';
import { cancelReasons } from '../grammar/stream-events.ts';
import { statusOf } from '../model/calls/call-status.ts';
import { type HeaderInfo, headerInfo } from '../model/message.ts';
import type { Block } from '../syntax/block.ts';
import type { BodyReader, Slice } from './body.ts';
import type { Listener } from './frames.ts';
import { OpenCalls } from './open-calls.ts';

const [, cancelledCode] = replyErrorCodes;

/** The reason for a cancellation. It is one of a few fixed texts, and never text from a server or a tool. */
export type CancelReason = (typeof cancelReasons)[keyof typeof cancelReasons] | typeof cancelledCode;

/**
 * An event of 2.2 §9. Two kinds are only emitted on request: `debug.delta` with hidden text, and `debug` with the words of
 * another program about an error or a cancellation.
 */
export interface StreamEvent {
  readonly event:
    | 'response.delta'
    | 'response.delta.flush'
    | 'response.cancel'
    | 'tool.cancel'
    | 'debug.delta'
    | 'debug';
  readonly message_id?: string;
  readonly delta?: string;
  readonly channel?: string;
  readonly intent?: string;
  readonly role?: string;
  readonly to?: string;
  readonly call_id?: string;
  readonly reason?: string;
}

export interface EventOptions {
  /** Whether hidden text is emitted as `debug.delta`. */
  readonly debug: boolean;
  /** Whether preambles are emitted, as deltas with their intent. */
  readonly preambles: boolean;
}

/** The end of a paragraph: a blank line. */
const blankLine = /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)\s*/g;
/** The maximum length of the text of a reply that is searched for a cancellation. Longer replies do not report one. */
const MAX_REPLY_LENGTH = 1 << 16;

/** Converts the messages of a frame reader to events. */
export class Events implements Listener {
  private number = 0;
  private said: HeaderInfo | undefined;
  private body: BodyReader | undefined;
  private shown = false;
  private reply: string | undefined;
  private callId: string | undefined;
  private readonly calls: OpenCalls;
  /** Whether the last message is the model's, and no token has marked the end of the model's run (2.2 §9, A-065). */
  isRunning = false;

  constructor(
    private readonly emit: (event: StreamEvent) => void,
    private readonly options: EventOptions,
  ) {
    this.calls = new OpenCalls();
  }

  open(block: Block, body: BodyReader): void {
    this.number++;
    this.said = headerInfo(block);
    this.body = body;
    this.shown = false;
    const { kind } = this.said;
    this.callId = kind === 'call' ? this.calls.take(this.said, block.family) : undefined;
    this.reply = kind === 'reply' ? '' : undefined;
  }

  slices(slices: readonly Slice[]): void {
    for (const { text, shown } of slices) {
      if (this.reply !== undefined && this.reply.length < MAX_REPLY_LENGTH) this.reply += text;
      if (shown && this.isAnswer()) this.delta(text);
      else if (this.options.debug) this.hidden(text);
    }
  }

  retract(): void {
    if (this.shown) this.emit({ event: 'response.cancel', message_id: this.id, reason: cancelReasons.doubt });
    this.shown = false;
  }

  close(block: Block): void {
    const header = this.said;
    const [usual] = block.family.frame.terminators;
    this.isRunning =
      block.family.has.channels &&
      header?.role === modelRole &&
      // This applies even if the message is an answer. A stored answer is complete, but in a stream, only a token shows that the model has
      // stopped.
      block.terminator === usual?.name;
    if (header?.kind === 'reply') {
      const id = this.calls.take(header, block.family);
      // The tool's own text about the cancellation is not for users.
      if (id !== undefined && statusOf(this.reply ?? '') === 'cancelled')
        this.emit({ event: 'tool.cancel', call_id: id, reason: cancelledCode });
    }
    this.body = undefined;
  }

  drop(): void {
    if (this.shown) this.retract();
    else this.number--;
    this.body = undefined;
  }

  /** Cancels everything that is incomplete: the message being written, and calls without a reply. */
  cancel(reason: CancelReason): void {
    if (this.body && this.shown) this.emit({ event: 'response.cancel', message_id: this.id, reason });
    for (const id of this.calls.open()) this.emit({ event: 'tool.cancel', call_id: id, reason });
  }

  /** Whether no message has begun, apart from dropped messages. */
  get isEmpty(): boolean {
    return this.number === 0;
  }

  private get id(): string {
    return `m${this.number}`;
  }

  /** Whether the visible text of the message is emitted: answers, and preambles if requested. */
  private isAnswer(): boolean {
    return this.said?.role === modelRole && (this.body?.byHeader !== 'preamble' || this.options.preambles);
  }

  private delta(text: string): void {
    const preamble = this.body?.byHeader === 'preamble';
    const about = { message_id: this.id, channel: preamble ? callChannel : answerChannel };
    const intent = preamble ? { intent: 'preamble' } : {};
    let at = 0;
    const slice = (to: number) => {
      if (to > at) this.emit({ event: 'response.delta', ...about, ...intent, delta: text.slice(at, to) });
      at = to;
    };
    for (const { index, 0: blank } of preamble ? [] : text.matchAll(blankLine)) {
      slice(index + blank.length);
      this.emit({ event: 'response.delta.flush', message_id: this.id });
    }
    slice(text.length);
    this.shown = true;
  }

  private hidden(text: string): void {
    const { role, channel, tool } = this.said ?? {};
    this.emit({
      event: 'debug.delta',
      message_id: this.id,
      ...(role !== undefined && { role }),
      ...(channel !== undefined && { channel }),
      ...(tool !== undefined && { to: tool }),
      ...(this.callId !== undefined && { call_id: this.callId }),
      delta: text,
    });
  }
}
