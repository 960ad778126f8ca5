/** The events of a stream (2.2 §9), as objects: what a user may see as it arrives, and what is cancelled. */
import { answerChannel, callChannel, modelRole, replyErrorCodes } from '../grammar/index.ts';
import { isObject } from '../model/body-json.ts';
import { type Meaning, meaning } from '../model/message.ts';
import type { Block } from '../syntax/block.ts';
import { parseJson } from '../syntax/json/values.ts';
import type { BodyReader, Slice } from './body.ts';
import type { Listener } from './frames.ts';
import { OpenCalls } from './open-calls.ts';

/** An event of 2.2 §9; `debug.delta` holds what users do not see, and is given only where that is asked for. */
export interface StreamEvent {
  readonly event: 'response.delta' | 'response.delta.flush' | 'response.cancel' | 'tool.cancel' | 'debug.delta';
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
  /** What users do not see comes as `debug.delta`. */
  readonly debug: boolean;
  /** Preambles come as deltas with their intent. */
  readonly preambles: boolean;
}

/** Where a paragraph ends: at a line with nothing on it. */
const blankLine = /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)\s*/g;
/** A longer reply does not report a cancellation. */
const longestReply = 1 << 16;
const [, cancelledCode] = replyErrorCodes;
const inDoubt = 'what follows leaves open whether this was for users';

/** Makes events of what is heard of messages. */
export class Events implements Listener {
  private number = 0;
  private said: Meaning | undefined;
  private body: BodyReader | undefined;
  private shown = false;
  private reply: string | undefined;
  private callId: string | undefined;
  private readonly calls: OpenCalls;
  /**
   * The model has written reasoning or a preamble, and neither a call nor an answer since; if it stops there, a token says
   * so (2.2 §9).
   */
  isRunning = false;

  constructor(
    private readonly emit: (event: StreamEvent) => void,
    private readonly options: EventOptions,
  ) {
    this.calls = new OpenCalls();
  }

  open(block: Block, body: BodyReader): void {
    this.number++;
    this.said = meaning(block);
    this.body = body;
    this.shown = false;
    const { kind } = this.said;
    this.callId = kind === 'call' ? this.calls.begin(this.said, block.family) : undefined;
    this.reply = kind === 'reply' ? '' : undefined;
  }

  slices(slices: readonly Slice[]): void {
    for (const { text, shown } of slices) {
      if (this.reply !== undefined && this.reply.length < longestReply) this.reply += text;
      if (shown && this.isAnswer()) this.delta(text);
      else if (this.options.debug) this.hidden(text);
    }
  }

  retract(): void {
    if (this.shown) this.emit({ event: 'response.cancel', message_id: this.id, reason: inDoubt });
    this.shown = false;
  }

  close(block: Block): void {
    const said = this.said;
    const [usual] = block.family.frame.terminators;
    this.isRunning =
      block.family.has.channels &&
      said?.role === modelRole &&
      block.terminator === usual?.name &&
      this.body?.byHeader !== 'visible';
    if (said?.kind === 'reply') {
      const id = this.calls.answer(said, block.family);
      const reason = id === undefined ? undefined : cancellation(this.reply ?? '');
      if (id !== undefined && reason !== undefined) this.emit({ event: 'tool.cancel', call_id: id, reason });
    }
    this.body = undefined;
  }

  drop(): void {
    if (this.shown) this.retract();
    else this.number--;
    this.body = undefined;
  }

  /** Cancels everything that is incomplete: the message being written, and calls without a reply. */
  cancel(reason: string): void {
    if (this.body && this.shown) this.emit({ event: 'response.cancel', message_id: this.id, reason });
    for (const id of this.calls.open()) this.emit({ event: 'tool.cancel', call_id: id, reason });
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

/** The reason for a cancellation that a reply reports (2.2 §8.2, §14); undefined if it reports none. */
function cancellation(reply: string): string | undefined {
  const { value } = parseJson(reply) as { value?: unknown };
  if (!isObject(value)) return undefined;
  const { error } = value;
  const code = isObject(error) ? error.code : error;
  if (code !== cancelledCode) return undefined;
  return isObject(error) && typeof error.message === 'string' ? error.message : cancelledCode;
}
