/** Reads the events of the Responses API. Users see the deltas of the model's messages. */

import { callChannel, thoughtChannel } from '../grammar/index.ts';
import { audienceOf, type Data } from '../model/json/audience.ts';
import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';
import type { Answers } from './answer-streams.ts';
import type { StreamEvent } from './events.ts';
import { piecesOf } from './pieces.ts';

/** The result of reading an event, or the name of an invalid field. */
type ReceivedResponse = 'read' | 'completed' | 'incomplete' | 'cancelled' | { readonly odd: string };

/** The maximum number of items whose facts are stored. All further items count as hidden. */
const MAX_ITEMS = 10_000;
const begins = new Set(['created', 'queued', 'in_progress']);
/** The types of deltas with text for users. */
export const spoken: ReadonlySet<string> = new Set(['output_text', 'refusal']);

export class ResponseEvents {
  /** The facts about items, by id and by index: whether they are hidden from users, and additional fields for their events. */
  private readonly items = new Map<string, { readonly hidden: boolean; readonly about: Partial<StreamEvent> }>();
  private readonly hiddenParts = new Set<string>();

  /** Whether the server has announced a response. */
  isBegun = false;

  constructor(private readonly answers: Answers) {}

  /** Takes an event. `late`: whether it came too late to be inserted, so that users see nothing of it. */
  receive(type: string, data: Data, late: boolean): ReceivedResponse {
    const odd = oddPlace(data);
    if (odd !== undefined) return { odd };
    const [, what = '', how = ''] = /^response\.(\w+?)(?:\.(\w+))?$/.exec(type) ?? [];
    if (begins.has(what) && how === '') this.isBegun = true;
    if (how === 'delta') return this.delta(what, data, late);
    if (what === 'output_item' && how === 'added') this.item(data);
    if (what === 'content_part' && how === 'added') this.part(data);
    if (how === 'done' && spoken.has(what)) this.answers.finish(keyOf(data), 'completed');
    return what === 'completed' || what === 'incomplete' || what === 'cancelled' ? what : 'read';
  }

  private delta(what: string, data: Data, late: boolean): ReceivedResponse {
    const pieces = piecesOf(data.delta);
    if (pieces === undefined) return { odd: 'delta' };
    const key = keyOf(data);
    const item = this.itemOf(data);
    const isHidden = item?.hidden ?? this.items.size >= MAX_ITEMS;
    const isShown = spoken.has(what) && !late && !isHidden && !this.isHiddenPart(key) && audienceOf(data) === 'visible';
    const isThought = what.startsWith('reasoning');
    for (const { text, hidden } of pieces) {
      if (isThought && text !== '') this.answers.tellsThoughts = true;
      if (isShown && !hidden) this.answers.write(key, text);
      else this.answers.hidden(key, text, isThought ? { channel: thoughtChannel } : (item?.about ?? {}));
    }
    return 'read';
  }

  /**
   * Stores the facts about an item that begins. If it is a message, its role and channel determine whether it is hidden; all
   * other items are hidden.
   */
  private item({ item, item_id: itemId, output_index: outputIndex }: Data): void {
    if (!isObject(item)) return;
    const { type, id, call_id: callId, name } = item;
    const hidden = type !== 'message' || audienceOf(item) !== 'visible';
    const call = type === 'function_call' ? { channel: callChannel } : {};
    const to = typeof name === 'string' ? { to: name } : {};
    const calledAs = typeof callId === 'string' ? callId : id;
    const about = {
      ...call,
      ...to,
      ...(type === 'function_call' && typeof calledAs === 'string' && { call_id: calledAs }),
    };
    for (const key of [id, itemId, outputIndex]) this.remember(key, { hidden, about });
  }

  private remember(key: unknown, itemFacts: { readonly hidden: boolean; readonly about: Partial<StreamEvent> }): void {
    if (typeof key !== 'string' && typeof key !== 'number') return;
    const name = nameOf(key);
    if (this.items.size < MAX_ITEMS || this.items.has(name)) this.items.set(name, itemFacts);
  }

  private itemOf({ item_id: id, output_index: outputIndex }: Data) {
    const byId = typeof id === 'string' ? this.items.get(nameOf(id)) : undefined;
    const byPlace = typeof outputIndex === 'number' ? this.items.get(nameOf(outputIndex)) : undefined;
    // If the id and the index refer to different items, it is uncertain which one is meant, so a hidden one takes precedence.
    return byPlace?.hidden === true ? byPlace : (byId ?? byPlace);
  }

  /** Stores whether a part of a message is hidden, when the part begins. */
  private part(data: Data): void {
    const { part } = data;
    if (!isObject(part) || this.hiddenParts.size >= MAX_ITEMS) return;
    const [piece] = piecesOf([{ ...part, text: 'x', refusal: 'x' }]) ?? [];
    if (piece?.hidden !== false) this.hiddenParts.add(keyOf(data));
  }

  private isHiddenPart(key: string): boolean {
    return this.hiddenParts.size >= MAX_ITEMS || this.hiddenParts.has(key);
  }

  /** Returns the ids of all calls so far. Their replies are not part of the stream. */
  calls(): readonly string[] {
    const ids = [...this.items.values()].map(({ about }) => about.call_id).filter((id) => id !== undefined);
    return [...new Set(ids)];
  }
}

const nameOf = (key: string | number) => (typeof key === 'number' ? `#${key}` : `.${key}`);

/** The key of a text: its item, and the index of its part in the item. */
function keyOf({ item_id: id, output_index: outputIndex, content_index: part }: Data): string {
  return `${nameOf((id ?? outputIndex ?? 0) as string | number)}/${part ?? 0}`;
}

/** Returns the name of the field with an invalid id or index, if there is one. */
function oddPlace(data: Data): string | undefined {
  const { item_id: id } = data;
  if (id !== undefined && id !== null && typeof id !== 'string') return 'item_id';
  return ['output_index', 'content_index'].find((name) => !isPlace(getOwn(data, name)));
}

/** Whether a value is a valid index, or missing. */
export const isPlace = (value: unknown): value is number | null | undefined =>
  value === undefined || value === null || (Number.isSafeInteger(value) && (value as number) >= 0);
