/**
 * Converts events from chat APIs to events of 2.2 §9. It reads completions, chat completions, responses, Anthropic's messages,
 * and the events of 2.2 §9. Answers are parsed as the bodies of messages, since servers send thoughts, calls and whole
 * transcripts in them.
 */

import { callChannel, thoughtChannel } from '../grammar/index.ts';
import { cancelReasons } from '../grammar/stream-events.ts';
import { audienceOf, type Data, wordsOf } from '../model/json/audience.ts';
import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';
import { Answers } from './answer-streams.ts';
import { AnthropicEvents, isAnthropicEvent } from './anthropic.ts';
import type { CancelReason, StreamEvent } from './events.ts';
import { errorIn } from './faults.ts';
import { EventOrder, type OrderedEvent } from './order.ts';
import { piecesOf } from './pieces.ts';
import { PassedEvents } from './relay.ts';
import { isPlace, ResponseEvents } from './responses.ts';
import type { StreamOptions } from './stream.ts';

/**
 * The result of reading an event. `unknown`: it belongs to no known API; `over`: it ends the stream; `gap`: events before it are missing;
 * `late`: it arrived after later events; `cancelled`: the server cancelled the response; `error`: it reports an error; `odd`: the name of
 * an invalid field.
 */
export type Received =
  | 'read'
  | 'unknown'
  | 'over'
  | 'gap'
  | 'late'
  | 'cancelled'
  | { readonly error: string }
  | { readonly odd: string };

/** The reasons for stopping after which an answer is complete. */
const complete = new Set(['stop', 'tool_calls', 'function_call', 'completed', 'end_turn', 'tool_use', 'stop_sequence']);
/**
 * The maximum number of answers and calls whose speakers and recipients are stored. Those of all further answers and calls
 * count as unknown.
 */
const MAX_KNOWN_CHOICES = 10_000;
const unknown: Data = { role: '?' };

export class ApiStream {
  private readonly calls = new Map<string, { readonly id: string; readonly name: string }>();
  /** The speaker of each answer, if a delta has named one. Usually, only the first delta of an answer does. */
  private readonly roles = new Map<string, Data>();
  /** The length of the content of each answer so far. */
  private readonly contents = new Map<string, number>();
  private ended: string | undefined;
  private over = false;
  private readonly answers: Answers;
  private readonly responses: ResponseEvents;
  private readonly anthropic: AnthropicEvents;
  private readonly passed: PassedEvents;
  private readonly order = new EventOrder(
    (event) => this.ordered(event),
    () => this.answers.distrust(),
  );

  /** `hear` is called with the result of each event, in order, and with each fault in the order. */
  constructor(
    private readonly emit: (event: StreamEvent) => void,
    private readonly options: StreamOptions,
    private readonly hear: (received: Received) => void,
  ) {
    this.answers = new Answers(emit, options);
    this.responses = new ResponseEvents(this.answers);
    this.anthropic = new AnthropicEvents(this.answers);
    this.passed = new PassedEvents(emit, options);
  }

  /** Whether there are more parallel answers than the limit. */
  get tooMany(): boolean {
    return this.answers.tooMany || this.passed.tooMany;
  }

  /** Takes the data of an event. */
  receive(data: unknown): void {
    if (this.order.take(data)) return;
    this.hear({ odd: 'sequence_number' });
    this.answers.doubt();
    this.passed.doubt();
  }

  /** Cancels all text that is being written or is waiting, and all calls. */
  cancel(reason: CancelReason): void {
    this.answers.cancelAll(reason);
    this.passed.cancel(reason);
    const ofChoices = [...this.calls.values()].map((call) => call.id);
    for (const id of new Set([...ofChoices, ...this.responses.calls(), ...this.anthropic.calls()]))
      this.emit({ event: 'tool.cancel', call_id: id, reason });
    this.calls.clear();
  }

  /** Ends the input. Returns whether anything is cut off. */
  end(): boolean {
    this.order.end();
    this.passed.end();
    const isCut = this.answers.end().some((finished) => !complete.has(finished ?? this.ended ?? ''));
    // A response that has begun is cut off if its end is missing, even if it has no answers yet.
    return isCut || this.anthropic.isOpen || (this.responses.isBegun && !this.over);
  }

  private ordered({ data, gap, late }: OrderedEvent): void {
    // Events after the end belong to no answer, unless the order of the events is unknown.
    if (this.over && !this.order.uncounted) return;
    if (gap) {
      this.hear('gap');
      this.answers.doubt();
      this.passed.doubt();
    }
    if (late) {
      this.hear('late');
      // Text for users can no longer be inserted at the right position.
      if (!isObject(data) || typeof data.type !== 'string') return;
    }
    const received = this.read(data, late);
    this.hear(received);
    // An event with an invalid field counts as missing text.
    if (typeof received === 'object' && 'odd' in received) this.answers.doubt();
  }

  private read(data: unknown, late: boolean): Received {
    if (!isObject(data)) return 'unknown';
    const error = errorIn(data);
    if (error !== undefined) {
      this.cancel(cancelReasons.error);
      if (this.options.debug === true) this.emit({ event: 'debug', reason: error });
      return { error };
    }
    if (Array.isArray(data.choices)) return this.choices(data, data.choices);
    if (typeof data.event === 'string') {
      const read = this.passed.receive(data);
      return typeof read === 'string' ? { odd: read } : read ? 'read' : 'unknown';
    }
    const type = typeof data.type === 'string' ? data.type : '';
    if (isAnthropicEvent(type)) {
      const odd = this.anthropic.receive(type, data);
      return odd === undefined ? 'read' : { odd };
    }
    return type.startsWith('response.') ? this.response(type, data, late) : 'unknown';
  }

  private choices(data: Data, choices: readonly unknown[]): Received {
    let odd: string | undefined;
    const { choices: _, ...around } = data;
    for (const choice of choices) odd = (isObject(choice) ? this.choice(choice, around) : 'choices') ?? odd;
    return odd === undefined ? 'read' : { odd };
  }

  /** Takes a choice of completions (`text`) or of chat completions (`delta`). Returns the name of an invalid field. */
  private choice(choice: Data, around: Data): string | undefined {
    const { text, delta, message, finish_reason: reason, index } = choice;
    if (!isPlace(index)) return 'index';
    if (reason !== undefined && reason !== null && typeof reason !== 'string') return 'finish_reason';
    const key = String(index ?? 0);
    this.answers.expect(key);
    const odd = isObject(delta) ? this.delta(key, delta, choice, around) : isGiven(delta) ? 'delta' : undefined;
    const oddWhole = isGiven(message) ? this.whole(key, message, choice, around) : undefined;
    if (typeof text === 'string') this.text(key, text, choice, around);
    if (typeof reason === 'string') this.answers.finish(key, reason);
    return odd ?? oddWhole ?? (isGiven(text) && typeof text !== 'string' ? 'text' : undefined);
  }

  /**
   * Takes a complete message, which arrives instead of its deltas or after them. If it differs from its deltas in length, it is
   * reported as invalid, since the differences cannot be shown any more.
   */
  private whole(key: string, message: unknown, choice: Data, around: Data): string | undefined {
    if (!isObject(message)) return 'message';
    const before = this.contents.get(key);
    if (before === undefined && this.contents.size < MAX_KNOWN_CHOICES) return this.delta(key, message, choice, around);
    const length = (piecesOf(getOwn(message, 'content')) ?? []).reduce((sum, { text }) => sum + text.length, 0);
    return length === 0 || length === before ? undefined : 'message';
  }

  private text(key: string, text: string, choice: Data, around: Data): void {
    if (audienceOf(around, choice) === 'visible') this.answers.writeRaw(key, text);
    else this.answers.hidden(key, text, {});
  }

  private delta(key: string, delta: Data, choice: Data, around: Data): string | undefined {
    let odd: string | undefined;
    const fullDelta = this.speaking(key, delta);
    const isShown = audienceOf(around, choice, fullDelta) === 'visible';
    for (const name of ['reasoning_content', 'reasoning', 'thinking']) {
      for (const { text } of piecesOf(getOwn(delta, name)) ?? []) this.thought(key, text);
    }
    for (const name of ['content', 'refusal']) {
      const pieces = piecesOf(getOwn(delta, name));
      if (pieces === undefined) odd = name;
      const length = (pieces ?? []).reduce((sum, { text }) => sum + text.length, this.contents.get(key) ?? 0);
      if (length > 0 && (this.contents.size < MAX_KNOWN_CHOICES || this.contents.has(key)))
        this.contents.set(key, length);
      for (const { text, hidden } of pieces ?? []) {
        if (hidden === 'thought') this.thought(key, text);
        else if (hidden) this.answers.hidden(key, text, {});
        else if (isShown) this.answers.write(key, text);
        else this.answers.hidden(key, text, wordsOf(fullDelta, ['role', 'channel']));
      }
    }
    for (const call of Array.isArray(delta.tool_calls) ? delta.tool_calls : [])
      odd = (isObject(call) ? this.call(key, call) : 'tool_calls') ?? odd;
    return odd;
  }

  /** Adds to a delta the speaker and the recipient that earlier deltas of the answer named. */
  private speaking(key: string, delta: Data): Data {
    const before = this.roles.get(key) ?? (this.roles.size < MAX_KNOWN_CHOICES ? undefined : unknown);
    const earlierEntries = Object.entries(before ?? {}).filter(
      ([name, value]) => isGiven(value) && !isGiven(getOwn(delta, name)),
    );
    const now: Data = { ...delta, ...Object.fromEntries(earlierEntries) };
    const { role, channel, recipient, to, intent } = now;
    if (!isGiven(role ?? channel ?? recipient ?? to ?? intent)) return now;
    if (this.roles.size < MAX_KNOWN_CHOICES || this.roles.has(key))
      this.roles.set(key, { role, channel, recipient, to, intent });
    return now;
  }

  /** Takes an event of the Responses API. */
  private response(type: string, data: Data, late: boolean): Received {
    const received = this.responses.receive(type, data, late);
    if (typeof received === 'object' || received === 'read') return received;
    if (received === 'cancelled') {
      this.cancel(cancelReasons.cancelled);
      return 'cancelled';
    }
    this.ended = received;
    this.over = true;
    return 'over';
  }

  /** Takes a piece of a call. Only the first piece contains the name and the id. */
  private call(key: string, call: Data): string | undefined {
    if (!isPlace(call.index)) return 'index';
    const callKey = `${key}/${call.index ?? 0}`;
    const functionData = isObject(call.function) ? call.function : {};
    if (typeof call.id === 'string' && this.calls.size < MAX_KNOWN_CHOICES)
      this.calls.set(callKey, { id: call.id, name: typeof functionData.name === 'string' ? functionData.name : '' });
    const { id, name } = this.calls.get(callKey) ?? {};
    const about = {
      channel: callChannel,
      ...(name !== undefined && { to: name }),
      ...(id !== undefined && { call_id: id }),
    };
    for (const { text } of piecesOf(functionData.arguments) ?? []) this.answers.hidden(key, text, about);
    return undefined;
  }

  private thought(key: string, text: string): void {
    if (text !== '') this.answers.tellsThoughts = true;
    this.answers.hidden(key, text, { channel: thoughtChannel });
  }
}

const isGiven = (value: unknown) => value !== undefined && value !== null;
