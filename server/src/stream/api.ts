/**
 * Events of chat APIs (completions, chat completions, responses, and those of 2.2 §9) → events of 2.2 §9. What an API calls the answer is read as
 * the text of a message, since servers hand out thoughts, calls and whole transcripts in it.
 */
import { callChannel, modelRole, thoughtChannel } from '../grammar/index.ts';
import { isObject } from '../model/body-json.ts';
import { families } from '../syntax/families/index.ts';
import type { StreamEvent } from './events.ts';
import { PassedEvents } from './passed.ts';
import { type StreamOptions, TranscriptStream } from './stream.ts';

type Data = Readonly<Record<string, unknown>>;

/** What became of an event: of no API that is known; an error that the server tells; the end of all. */
export type Received = 'read' | 'unknown' | 'over' | { readonly error: string };

/** One of several answers that are written at a time. */
interface Part {
  readonly stream: TranscriptStream;
  /** The reason that the server gives for stopping. */
  finished: string | undefined;
}

/** The reasons for stopping that mean a complete answer. */
const complete = new Set(['stop', 'tool_calls', 'function_call', 'completed', 'end_turn']);
/** What an answer may be that is a transcript itself. */
const token = /^\s*<\|/;
const mayBeToken = /^\s*<?$/;
/** An answer of a chat API is read as the body of such a message: it may hold thoughts and calls in tags. */
const { frame } = families['openchatml-0.1'];
const opening = `${frame.opener.text}${modelRole}\n`;
/** Answers at a time; more are not answers. */
const mostParts = 1000;

export class ApiStream {
  private readonly parts = new Map<string, Part>();
  private readonly calls = new Map<string, { readonly id: string; readonly name: string }>();
  /** The text so far of answers that may turn out to be transcripts. */
  private readonly begun = new Map<string, string>();
  private readonly ids = new Map<string, string>();
  private count = 0;
  private ended: string | undefined;
  /** The server tells thoughts and answers apart, so there are none at the beginning of its answers. */
  private tellsThoughts = false;
  private readonly passed: PassedEvents;

  constructor(
    private readonly emit: (event: StreamEvent) => void,
    private readonly options: StreamOptions,
  ) {
    this.passed = new PassedEvents(emit, options);
  }

  /** Takes the data of an event. */
  receive(data: unknown): Received {
    if (!isObject(data)) return 'unknown';
    const error = errorIn(data);
    if (error !== undefined) {
      this.cancel(error);
      return { error };
    }
    if (Array.isArray(data.choices)) {
      for (const choice of data.choices) if (isObject(choice)) this.choice(choice);
      return 'read';
    }
    if (typeof data.event === 'string') return this.passed.receive(data) ? 'read' : 'unknown';
    const type = typeof data.type === 'string' ? data.type : '';
    return type.startsWith('response.') ? this.response(type, data) : 'unknown';
  }

  /** What is being written, and what waits, is cancelled. */
  cancel(reason: string): void {
    for (const { stream } of this.parts.values()) stream.cancel(reason);
    for (const { id } of this.calls.values()) this.emit({ event: 'tool.cancel', call_id: id, reason });
    this.calls.clear();
  }

  /** The input is at its end. Whether something is cut off. */
  end(): boolean {
    let truncated = false;
    for (const [key, text] of this.begun) this.spoken(key).stream.write(text);
    for (const part of this.parts.values()) {
      part.stream.end();
      truncated ||= !complete.has(part.finished ?? this.ended ?? '');
    }
    return truncated;
  }

  /** A choice of completions (`text`) and of chat completions (`delta`). */
  private choice(choice: Data): void {
    const key = String(choice.index ?? 0);
    const { text, delta, finish_reason: reason } = choice;
    if (typeof text === 'string') this.raw(key).stream.write(text);
    if (isObject(delta)) {
      for (const thought of [delta.reasoning_content, delta.reasoning]) this.thought(key, thought);
      for (const said of [delta.content, delta.refusal]) this.answer(key, said);
      for (const call of Array.isArray(delta.tool_calls) ? delta.tool_calls : [])
        if (isObject(call)) this.call(key, call);
    }
    const part = this.parts.get(key) ?? (typeof reason === 'string' ? this.raw(key) : undefined);
    if (part && typeof reason === 'string') part.finished = reason;
  }

  /** An event of the Responses API. */
  private response(type: string, data: Data): Received {
    const key = `${data.item_id ?? data.output_index ?? 0}/${data.content_index ?? 0}`;
    const [, what = '', how = ''] = /^response\.(\w+?)(?:\.(\w+))?$/.exec(type) ?? [];
    if (how === 'delta') {
      if (what === 'output_text' || what === 'refusal') this.answer(key, data.delta);
      else if (what === 'function_call_arguments') this.hidden(key, data.delta, this.about(String(data.item_id)));
      else this.thought(key, data.delta);
      return 'read';
    }
    if (what === 'output_item' && isObject(data.item) && data.item.type === 'function_call' && how === 'added') {
      const { id, call_id: callId, name } = data.item;
      this.calls.set(String(id), { id: String(callId ?? id), name: String(name) });
    }
    const ends = new Set(['output_text', 'refusal']);
    if (how === 'done' && ends.has(what)) {
      const part = this.parts.get(key);
      if (part) part.finished = 'completed';
    }
    if (what === 'completed' || what === 'incomplete') {
      this.ended = what;
      return 'over';
    }
    if (what === 'cancelled') {
      this.cancel('cancelled');
      return { error: 'the response was cancelled' };
    }
    return 'read';
  }

  private about(item: string): Partial<StreamEvent> {
    const { id, name } = this.calls.get(item) ?? {};
    return { channel: callChannel, ...(name !== undefined && { to: name }), ...(id !== undefined && { call_id: id }) };
  }

  /** A piece of a call: its name and id come with the first. */
  private call(key: string, call: Data): void {
    const place = `${key}/${call.index ?? 0}`;
    const said = isObject(call.function) ? call.function : {};
    if (typeof call.id === 'string' && this.calls.size < mostParts)
      this.calls.set(place, { id: call.id, name: String(said.name ?? '') });
    this.hidden(key, said.arguments, this.about(place));
  }

  private thought(key: string, delta: unknown): void {
    if (typeof delta === 'string' && delta !== '') this.tellsThoughts = true;
    this.hidden(key, delta, { channel: thoughtChannel });
  }

  private hidden(key: string, delta: unknown, about: Partial<StreamEvent>): void {
    if (this.options.debug !== true || typeof delta !== 'string' || delta === '') return;
    this.emit({ event: 'debug.delta', message_id: this.idOf(key), role: modelRole, ...about, delta });
  }

  private answer(key: string, delta: unknown): void {
    if (typeof delta !== 'string' || delta === '') return;
    const known = this.parts.get(key);
    if (known) {
      known.stream.write(delta);
      return;
    }
    const begun = (this.begun.get(key) ?? '') + delta;
    this.begun.set(key, begun);
    if (mayBeToken.test(begun) && begun.length < 100) return;
    this.begun.delete(key);
    const part = token.test(begun) ? this.raw(key) : this.spoken(key);
    part.stream.write(begun);
  }

  /** Text that is a transcript, or continues with the one of a prompt. */
  private raw(key: string): Part {
    return this.parts.get(key) ?? this.open(key, this.options);
  }

  /** An answer. Where thoughts come in it, its first may have begun in the prompt: then only its end tells. */
  private spoken(key: string): Part {
    const thoughtless = this.tellsThoughts || this.options.thoughtless;
    const part = this.open(key, { ...this.options, thoughtless, choice: { dialect: 'openchatml-0.1' } });
    part.stream.write(opening);
    return part;
  }

  private open(key: string, options: StreamOptions): Part {
    const id = this.idOf(key);
    const stream = new TranscriptStream((event) => {
      // Each answer numbers its messages from 1.
      const { message_id: inner, ...rest } = event;
      const name = inner === undefined ? {} : { message_id: inner === 'm1' ? id : `${id}.${inner.slice(1)}` };
      this.emit({ ...rest, ...name });
    }, options);
    const part: Part = { stream, finished: undefined };
    if (this.parts.size < mostParts) this.parts.set(key, part);
    return part;
  }

  private idOf(key: string): string {
    let id = this.ids.get(key);
    if (id === undefined) {
      id = `m${++this.count}`;
      if (this.ids.size < mostParts) this.ids.set(key, id);
    }
    return id;
  }
}

/** What a server says went wrong, in any of the ways in which APIs do. */
function errorIn({ error, type, response, message }: Data): string | undefined {
  if (type === 'error') return isObject(error) ? String(error.message ?? 'error') : String(message ?? error ?? 'error');
  if (isObject(error)) return String(error.message ?? error.code ?? 'error');
  if (typeof error === 'string') return error;
  if (type !== 'response.failed') return undefined;
  const inner = isObject(response) && isObject(response.error) ? response.error.message : undefined;
  return String(inner ?? 'the response failed');
}
