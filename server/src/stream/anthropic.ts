/** Reads the events of Anthropic's API. Users see the text blocks of its messages. */

import { callChannel, thoughtChannel } from '../grammar/index.ts';
import { audienceOf, type Data } from '../model/json/audience.ts';
import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';
import type { Answers } from './answer-streams.ts';
import type { StreamEvent } from './events.ts';
import { piecesOf } from './pieces.ts';
import { isPlace } from './responses.ts';

/** A block that is being written. */
interface OpenBlock {
  readonly kind: 'text' | 'thought' | 'other';
  /** Additional fields for the events with the text of the block, if it is hidden. */
  readonly about: Partial<StreamEvent>;
  /** The id of the call, if the block is a call to which the client replies. */
  readonly callId?: string | undefined;
}

/** The maximum number of blocks whose facts are stored. All further blocks count as unknown. */
const MAX_BLOCKS = 10_000;
const unknownBlock: OpenBlock = { kind: 'other', about: {} };
const eventTypes = new Set([
  ...['message_start', 'content_block_start', 'content_block_delta', 'content_block_stop'],
  ...['message_delta', 'message_stop', 'ping'],
]);
/** The field that contains the text of a delta, by the type of the delta. */
const deltaTexts = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['input_json_delta', 'partial_json'],
]);

export const isAnthropicEvent = (type: string): boolean => eventTypes.has(type);

export class AnthropicEvents {
  private readonly blocks = new Map<string, OpenBlock>();
  private count = 0;
  private message: Data | undefined;

  constructor(private readonly answers: Answers) {}

  /** Whether a message has begun but has not ended. */
  get isOpen(): boolean {
    return this.message !== undefined;
  }

  /** Takes an event. Returns the name of a field with an invalid value, if there is one. */
  receive(type: string, data: Data): string | undefined {
    const { message, index, delta } = data;
    if (!isPlace(index)) return 'index';
    const key = `${this.count}/${index ?? 0}`;
    if (type === 'message_start') return this.begin(message);
    if (type === 'content_block_start') return this.block(key, data);
    if (type === 'content_block_delta') return this.delta(key, data);
    if (type === 'message_delta') return this.stop(delta);
    if (type === 'message_stop') this.message = undefined;
    return undefined;
  }

  /** Returns the ids of all calls so far. Their replies are not part of the stream. */
  calls(): readonly string[] {
    return [...this.blocks.values()].flatMap(({ callId }) => callId ?? []);
  }

  private begin(message: unknown): string | undefined {
    this.count++;
    this.message = isObject(message) ? message : {};
    return isObject(message) ? undefined : 'message';
  }

  private block(key: string, { content_block: block, ...around }: Data): string | undefined {
    if (!isObject(block)) return 'content_block';
    const openBlock = blockOf(block, around);
    if (this.blocks.size < MAX_BLOCKS || this.blocks.has(key)) this.blocks.set(key, openBlock);
    for (const name of ['text', 'thinking']) this.write(key, getOwn(block, name), name, block, around);
    return undefined;
  }

  private delta(key: string, data: Data): string | undefined {
    const { delta } = data;
    if (!isObject(delta)) return 'delta';
    // The event that begins the message or the block is missing.
    if (this.message === undefined || (!this.blocks.has(key) && this.blocks.size < MAX_BLOCKS)) return 'index';
    const name = deltaTexts.get(typeof delta.type === 'string' ? delta.type : '');
    return name === undefined ? undefined : this.write(key, getOwn(delta, name), name, delta, data);
  }

  private write(key: string, text: unknown, name: string, ...about: readonly Data[]): string | undefined {
    const pieces = piecesOf(text);
    if (pieces === undefined) return name;
    const { kind, about: flags } = this.blocks.get(key) ?? unknownBlock;
    const isText = kind === 'text' && name === 'text';
    const isShown = isText && audienceOf(this.speaker(), ...about) === 'visible';
    const isThought = kind === 'thought' || name === 'thinking';
    for (const { text: piece, hidden } of pieces) {
      if (isThought && piece !== '') this.answers.tellsThoughts = true;
      if (isShown && !hidden) this.answers.write(key, piece);
      else this.answers.hidden(key, piece, isThought ? { channel: thoughtChannel } : flags);
    }
    return undefined;
  }

  /** The fields of the message itself, which may state its speaker and its audience. */
  private speaker(): Data {
    const { content: _, usage: __, ...about } = this.message ?? {};
    return about;
  }

  private stop(delta: unknown): string | undefined {
    if (!isObject(delta)) return 'delta';
    const { stop_reason: reason } = delta;
    if (reason === undefined || reason === null) return undefined;
    if (typeof reason !== 'string') return 'stop_reason';
    this.answers.finishAll(`${this.count}/`, reason);
    return undefined;
  }
}

function blockOf(block: Data, around: Data): OpenBlock {
  const { type, id, name } = block;
  if (type === 'text') return { kind: audienceOf(around, block) === 'visible' ? 'text' : 'other', about: {} };
  if (type === 'thinking' || type === 'redacted_thinking') return { kind: 'thought', about: {} };
  if (typeof name !== 'string') return unknownBlock;
  const callId = typeof id === 'string' ? id : undefined;
  return {
    kind: 'other',
    about: { channel: callChannel, to: name, ...(callId !== undefined && { call_id: callId }) },
    callId: type === 'tool_use' ? callId : undefined,
  };
}
