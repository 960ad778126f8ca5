/** Assembles answers from chunks of completions and of chat completions. */

import { modelRole } from '../../grammar/index.ts';
import { reasoningMembers } from '../../grammar/messages.ts';
import { audienceOf } from '../../model/json/audience.ts';
import { isObject } from '../../syntax/is-object.ts';
import { Arrived, ArrivedText, continued } from '../arrived.ts';
import { piecesOf } from '../pieces.ts';
import type { Answer, Data } from './assembled-answer.ts';

/** Keys whose strings arrive only once. The strings of all other keys are continued by later deltas. */
const once = new Set(['role', 'id', 'type', 'name', 'index']);

/** The maximum nesting depth of values that are continued. At greater depths, a later value replaces an earlier one. */
const MAX_PART_DEPTH = 100;

/** Adds a delta to the object so far. Strings are continued, and so are the elements of lists with the same `index`. */
function addTo(into: Map<string, unknown>, delta: Data, position: number, depth = 0): void {
  for (const [key, more] of Object.entries(delta)) {
    const old = into.get(key);
    if (more === null || more === undefined) {
      if (!into.has(key)) into.set(key, null);
    } else if (typeof more === 'string') {
      if (!once.has(key)) into.set(key, continued(old, more, position));
      else if (!(old instanceof Arrived) || old.value === '') into.set(key, new Arrived(position, more));
    } else if (depth >= MAX_PART_DEPTH) {
      into.set(key, new Arrived(position, more));
    } else if (Array.isArray(more)) {
      const list = Array.isArray(old) ? old : [];
      into.set(key, list);
      for (const item of more) {
        if (!isObject(item) || typeof item.index !== 'number') {
          list.push(new Arrived(position, item));
          continue;
        }
        const { index, ...rest } = item;
        const earlierItem = list.find((one: unknown) => one instanceof Map && one.get('index') === index);
        const target = earlierItem ?? new Map<string, unknown>([['index', index]]);
        if (earlierItem === undefined) list.push(target);
        addTo(target, rest, position, depth + 1);
      }
    } else if (isObject(more)) {
      // An object does not replace text that has already arrived.
      if (old instanceof ArrivedText) continue;
      const target = old instanceof Map ? old : new Map<string, unknown>();
      into.set(key, target);
      addTo(target, more, position, depth + 1);
    } else into.set(key, new Arrived(position, more));
  }
}

/**
 * Returns an assembled value as a JSON value. The depth limit is twice that of `addTo`, since each level of a continued value can consist
 * of a list and a map.
 */
function plain(value: unknown, depth = 0): unknown {
  if (depth > 2 * MAX_PART_DEPTH) return value;
  const inner = (one: unknown) => plain(one, depth + 1);
  if (value instanceof Map)
    return Object.fromEntries([...value].filter(([key]) => key !== 'index').map(([key, one]) => [key, inner(one)]));
  return Array.isArray(value) ? value.map(inner) : value;
}

/** A choice that is being assembled. */
interface Choice {
  readonly place: number;
  /** The speaker that the first delta of the choice names. */
  speaker?: unknown;
  readonly message: Map<string, unknown>;
  text?: ArrivedText;
  reason: Arrived | undefined;
}

/** The choices of a chat completion or of a completion. The text of a completion may be a transcript. */
export class Completion implements Answer {
  private readonly choices = new Map<number, Choice>();
  /** The id from the server; undefined until an event has one. */
  private id: string | undefined;
  /** Whether an event names the type of the object. Only then does the assembled answer have a type. */
  private isNamed = false;
  misshapen = 0;

  get isOver(): boolean {
    return this.choices.size > 0 && [...this.choices.values()].every(({ reason }) => typeof reason?.value === 'string');
  }

  receive({ choices, ...around }: Data, position: number): boolean {
    const { id, object } = around;
    if (!Array.isArray(choices)) return false;
    // An event before the answer, or in a stream without ids, may have an empty id.
    const answerId = typeof id === 'string' && id !== '' ? id : undefined;
    if (answerId !== undefined && this.id !== undefined && answerId !== this.id) return false;
    this.id ??= answerId;
    this.isNamed ||= typeof object === 'string';
    for (const choice of choices) {
      if (!isObject(choice)) continue;
      const index = Number(choice.index ?? 0);
      let assembledChoice = this.choices.get(index);
      if (assembledChoice === undefined)
        this.choices.set(index, (assembledChoice = { place: position, message: new Map(), reason: undefined }));
      if (isObject(choice.delta) && isObject(choice.delta.content)) this.misshapen++;
      if (isObject(choice.delta))
        addTo(assembledChoice.message, moveHiddenContent(choice.delta, assembledChoice, around, choice), position);
      if (isObject(choice.message))
        addTo(assembledChoice.message, restOf(choice.message, assembledChoice.message), position);
      if (typeof choice.text === 'string')
        assembledChoice.text = continued(assembledChoice.text, choice.text, position);
      const { finish_reason: reason } = choice;
      if (reason !== undefined && reason !== null) assembledChoice.reason = new Arrived(position, reason);
    }
    return true;
  }

  value(): unknown {
    const all = [...this.choices].sort(([a], [b]) => a - b);
    if (all.length === 0) return undefined;
    if (all.length === 1 && all[0]?.[1].text !== undefined) return { text: all[0][1].text };
    const choices = all.map(
      ([index, { place, message, text, reason }]) =>
        new Arrived(place, {
          index,
          message: text === undefined ? withRole(message) : { role: modelRole, content: text },
          finish_reason: reason ?? null,
        }),
    );
    return {
      ...(this.id !== undefined && { id: this.id }),
      ...(this.isNamed && { object: 'chat.completion' }),
      choices,
    };
  }
}

/** Fields of a delta that users never see. */
const keptHidden = new Set<string>([...reasoningMembers, 'tool_calls', 'function_call']);

/**
 * Moves the content of a delta to its reasoning if the content is hidden. It is hidden if the delta has another speaker or
 * another audience, as in `ApiStream`.
 */
function moveHiddenContent(delta: Data, assembledChoice: Choice, around: Data, choice: Data): Data {
  const { role: speaker, content, ...rest } = delta;
  assembledChoice.speaker ??= speaker;
  const isOther = speaker !== undefined && speaker !== null && speaker !== assembledChoice.speaker;
  // The role is ignored here, since the message names its speaker.
  if (!isOther && audienceOf(around, choice, { ...delta, role: undefined }) === 'visible') return delta;
  const hidden = [delta.reasoning_content, content, delta.refusal].flatMap((text) => piecesOf(text) ?? []);
  // Fields that mark the delta as hidden are dropped, since other deltas of the same message may be for users.
  const entries = Object.entries(rest).filter(([key, value]) => keptHidden.has(key) && value !== undefined);
  return {
    ...(speaker !== undefined && !isOther && { role: speaker }),
    ...Object.fromEntries(entries),
    reasoning_content: hidden.map(({ text }) => text).join(''),
  };
}

/** Returns the parts of a complete message that have not arrived in deltas, since a complete message may repeat its deltas. */
function restOf(whole: Data, arrived: ReadonlyMap<string, unknown>): Data {
  const members = Object.entries(whole).flatMap(([key, value]): (readonly [string, unknown])[] => {
    const before = arrived.get(key);
    if (!(before instanceof ArrivedText)) return Array.isArray(before) ? [] : [[key, value]];
    return [
      [key, typeof value === 'string' && value.startsWith(before.text) ? value.slice(before.text.length) : value],
    ];
  });
  return Object.fromEntries(members);
}

const withRole = (message: ReadonlyMap<string, unknown>) => ({ role: modelRole, ...(plain(message) as Data) });
