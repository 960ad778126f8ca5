/**
 * Passes on events of 2.2 §9 from another program, if they are meant for users according to role, channel, recipient, intent
 * and content. Cancelled messages are dropped.
 */
import { callChannel, modelRole, replyErrorCodes, thoughtChannel } from '../grammar/index.ts';
import { cancelReasons, streamEventFacts } from '../grammar/stream-events.ts';
import { audienceOf, type Data, wordsOf } from '../model/json/audience.ts';
import { getOwn } from '../syntax/get-own.ts';
import { type AnswerStyle, Answers } from './answer-streams.ts';
import type { CancelReason, StreamEvent } from './events.ts';
import type { StreamOptions } from './stream.ts';

/**
 * The maximum number of messages that are tracked. Beyond that, it is unknown which messages are cancelled, so no
 * message is passed on.
 */
const MAX_TRACKED_MESSAGES = 10_000;
const [, cancelledCode] = replyErrorCodes;
const reasons = new Set<string>([...Object.values(cancelReasons), cancelledCode]);
/** The fields of a hidden slice that are passed on for debugging. */
const members = ['role', 'channel', 'intent', 'to', 'call_id'] as const;

export class PassedEvents {
  private readonly cancelled = new Set<string>();
  /** The visibility of messages. The first slice of a message that users see determines it. */
  private readonly flags = new Map<string, 'visible' | 'preamble'>();
  private readonly answers: Answers;

  constructor(
    private readonly emit: (event: StreamEvent) => void,
    private readonly options: StreamOptions,
  ) {
    this.answers = new Answers(emit, options);
  }

  get tooMany(): boolean {
    return this.answers.tooMany;
  }

  /** Takes the data of an event. Returns true if it could be read, false if it is not an event of §9, or the name of an invalid field. */
  receive(data: Data): boolean | string {
    // The event `debug`, which `ocml stream --debug` prints, and events that only report a complete message, are not passed on.
    if (data.event === 'debug' || /^response\.(?:\w+\.)*done$/.test(String(data.event))) return true;
    const isHidden = data.event === 'debug.delta';
    const fact = streamEventFacts.find(({ name }) => name === (isHidden ? 'response.delta' : data.event));
    if (fact === undefined || fact.needs.some((name) => typeof getOwn(data, name) !== 'string')) return false;
    const id = data.message_id ?? undefined;
    if (id !== undefined && typeof id !== 'string') return 'message_id';
    if (!fact.ofMessage) this.toolCancel(data);
    else if (!this.cancelled.has(id ?? '') && this.cancelled.size <= MAX_TRACKED_MESSAGES)
      this.ofMessage(data, id, isHidden);
    return true;
  }

  cancel(reason: CancelReason): void {
    this.answers.cancelAll(reason);
  }

  /** Records that text is missing here. */
  doubt(): void {
    this.answers.doubt();
  }

  end(): void {
    this.answers.end();
  }

  private ofMessage(data: Data, id: string | undefined, isHidden: boolean): void {
    const key = id ?? '';
    if (data.event === 'response.cancel') {
      this.cancelled.add(key);
      this.say(data);
      this.answers.cancel(key, reasonOf(data));
    } else if (data.event === 'response.delta.flush') this.answers.flush(key, { id, divided: true });
    else this.slice(data, key, id, isHidden);
  }

  private slice(data: Data, key: string, id: string | undefined, isHidden: boolean): void {
    const delta = data.delta as string;
    const audience = isHidden ? 'hidden' : audienceOf(data);
    const isShown = audience === 'visible' || (audience === 'preamble' && this.options.preambles === true);
    const flag = this.flags.get(key) ?? audience;
    if (!isShown || flag !== audience) {
      // A program that marks thoughts has already separated them from answers.
      const isThought = data.channel === thoughtChannel;
      if (isThought && delta !== '') this.answers.tellsThoughts = true;
      this.answers.hidden(key, delta, { role: modelRole, ...wordsOf(data, members) }, { id, divided: true });
      return;
    }
    if (this.flags.size < MAX_TRACKED_MESSAGES) this.flags.set(key, audience);
    const preamble = audience === 'preamble' ? { channel: callChannel, intent: 'preamble' } : {};
    this.answers.write(key, delta, { id, about: preamble, divided: true } satisfies AnswerStyle);
  }

  private toolCancel(data: Data): void {
    this.emit({ event: 'tool.cancel', call_id: data.call_id as string, reason: reasonOf(data) });
    this.say(data);
  }

  /** Reports the other program's own words about the cancellation, for debugging. */
  private say({ reason }: Data): void {
    if (this.options.debug === true && typeof reason === 'string' && !reasons.has(reason))
      this.emit({ event: 'debug', reason });
  }
}

/** Returns the reason for a cancellation if it is a known one; otherwise, the general reason. */
function reasonOf({ reason }: Data): CancelReason {
  return typeof reason === 'string' && reasons.has(reason) ? (reason as CancelReason) : cancelReasons.cancelled;
}
