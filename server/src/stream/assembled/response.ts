/** Assembles an answer from events of the Responses API. */

import { modelRole } from '../../grammar/index.ts';
import { responseItems } from '../../grammar/json-rows.ts';
import { audienceOf } from '../../model/json/audience.ts';
import { isObject } from '../../syntax/is-object.ts';
import { Arrived, type ArrivedText, continued } from '../arrived.ts';
import { piecesOf } from '../pieces.ts';
import { spoken } from '../responses.ts';
import type { Answer, Data } from './assembled-answer.ts';

/** An item, with the parts of it that have arrived. */
interface Item {
  readonly place: number;
  readonly item: Data;
  readonly done: boolean;
  readonly parts: Map<string, ItemPart>;
}

interface ItemPart {
  readonly kind: string;
  readonly text: ArrivedText;
}

/**
 * An answer of the Responses API. The last event contains the whole answer. Without this event, the answer consists of the
 * completed items, and of the parts of other items that have arrived.
 */
export class ResponseAnswer implements Answer {
  private whole: Arrived | undefined;
  private begun: Data | undefined;
  private readonly items = new Map<unknown, Item>();
  /** Parts of messages that are not for users, by the index of the item and the index of the part. */
  private readonly hiddenParts = new Set<string>();
  isOver = false;

  receive(data: Data, position: number): boolean {
    const { type, response, item, output_index: at, delta } = data;
    if (typeof type !== 'string' || !type.startsWith('response.') || this.isOver) return false;
    if (isObject(response)) this.begun ??= response;
    if (isObject(item)) {
      const itemState = this.items.get(at);
      const parts = itemState?.parts ?? new Map();
      this.items.set(at, {
        place: itemState?.place ?? position,
        item,
        done: type === 'response.output_item.done',
        parts,
      });
    }
    const index = String(data.content_index ?? data.summary_index ?? 0);
    if (isObject(data.part) && !isSpokenPart(data.part)) this.hiddenParts.add(`${String(at)}/${index}`);
    const [, kind] = /^response\.(\w+)\.delta$/.exec(type) ?? [];
    const pieces = kind === undefined ? undefined : piecesOf(delta);
    if (kind !== undefined && pieces !== undefined) {
      const itemState = this.items.get(at) ?? {
        place: position,
        item: { type: itemOf(kind) },
        done: false,
        parts: new Map(),
      };
      this.items.set(at, itemState);
      const isHidden =
        spoken.has(kind) && (audienceOf(data) !== 'visible' || this.hiddenParts.has(`${String(at)}/${index}`));
      for (const { text, hidden } of pieces) {
        const partKind = isHidden || hidden ? hiddenKind : kind;
        const key = `${partKind}/${index}`;
        itemState.parts.set(key, { kind: partKind, text: continued(itemState.parts.get(key)?.text, text, position) });
      }
    }
    if (ends.has(type)) {
      this.isOver = true;
      if (isObject(response) && Array.isArray(response.output) && response.output.length > 0)
        this.whole = new Arrived(position, response);
    }
    return true;
  }

  value(): unknown {
    if (this.whole) return new Arrived(this.whole.place, this.wholeWithPlaces(this.whole.value as Data));
    if (this.items.size === 0) return undefined;
    const output = [...this.items.values()].map(
      ({ place, item, done, parts }) => new Arrived(place, done ? item : itemWith(item, [...parts.values()])),
    );
    // The assembled answer has no facts that are in none of its events.
    const { id, object } = this.begun ?? {};
    return { ...(id !== undefined && { id }), ...(object !== undefined && { object }), output };
  }

  /** Returns the whole answer with the places at which its items began. Without a beginning for each item, returns the answer unchanged. */
  private wholeWithPlaces(whole: Data): Data {
    const output = whole.output as readonly unknown[];
    const items = [...this.items.values()];
    if (items.length !== output.length) return whole;
    return { ...whole, output: output.map((item, i) => new Arrived((items[i] as Item).place, item)) };
  }
}

const ends = new Set(['response.completed', 'response.incomplete', 'response.failed', 'response.cancelled']);

/** The kind for parts of a message that are not for users. */
const hiddenKind = 'reasoning_text';
const isSpokenPart = (part: Data): boolean =>
  typeof part.type === 'string' && spoken.has(part.type) && audienceOf({ ...part, type: undefined }) === 'visible';

/**
 * Returns the type of the item and the field that a delta continues, from a kind such as `function_call_arguments` or `mcp_call_arguments`.
 */
const memberIn = (kind: string): { readonly type: string; readonly member: string } | undefined => {
  const type = responseItems.find((name) => kind.startsWith(`${name}_`) && name !== 'reasoning' && name !== 'message');
  return type === undefined ? undefined : { type, member: kind.slice(type.length + 1) };
};

const itemOf = (kind: string): string =>
  spoken.has(kind) ? 'message' : kind.startsWith('reasoning') ? 'reasoning' : (memberIn(kind)?.type ?? kind);

/** Returns an incomplete item, with the parts of it that have arrived. */
function itemWith(item: Data, parts: readonly ItemPart[]): Data {
  const texts = (of: (kind: string) => boolean) => parts.filter(({ kind }) => of(kind));
  const [call] = texts((kind) => memberIn(kind) !== undefined);
  if (call) return { ...item, [memberIn(call.kind)?.member ?? 'arguments']: call.text };
  if (item.type === 'reasoning') {
    const summary = texts(() => true).map(({ text }) => ({ type: 'summary_text', text }));
    return { ...item, summary };
  }
  if (item.type !== 'message') return item;
  const content = texts(() => true).map(({ kind, text }) =>
    kind === 'refusal' ? { type: 'refusal', refusal: text } : { type: kind, text },
  );
  return { role: modelRole, ...item, content };
}
