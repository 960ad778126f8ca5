/** The audience of the text in an event or a content part, according to its own members: judged like a message (2.2 §4, §5). */

import { modelRole } from '../../grammar/index.ts';
import { hiddenWords, messageMembers } from '../../grammar/messages.ts';
import { projectionMembers } from '../../grammar/openchatml-json.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { Visibility } from '../visibility/verdict.ts';
import { verdictOf } from './as-message.ts';
import { letters, saysHidden } from './hiding-members.ts';

export type Data = Readonly<Record<string, unknown>>;

/** The known members of an event, a choice or a delta; `type` is the kind of event. */
const known = new Set([
  ...[...messageMembers, ...projectionMembers].map(({ name }) => name),
  ...['type', 'event', 'delta', 'text', 'refusal', 'message_id', 'item_id', 'item', 'part', 'response', 'logprobs'],
]);

/** A word that decides who sees the text; a value that is not a string counts as unknown. */
function word(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : '?';
}

/**
 * The audience of the model's text in nested objects, given from the outermost to the innermost: `visible`, `preamble`, or
 * `hidden`. If an inner object says nothing about it, the outer object counts.
 */
export function audienceOf(...about: readonly Data[]): Visibility {
  const role = said(about, roleKeys) ?? modelRole;
  // Only the model gives answers.
  if (role !== modelRole || about.some((one) => isOfHiddenType(one) || saysHidden(one, known))) return 'hidden';
  return shownTo(said(about, channelKeys), said(about, recipientKeys), said(about, intentKeys));
}

const hiddenTypes = new Set(hiddenWords);
/** A delta of the type `reasoning`. */
const isOfHiddenType = ({ type }: Data): boolean =>
  typeof type === 'string' && hiddenTypes.has(letters(type.slice(0, 64)));

const roleKeys = ['role'];
const channelKeys = ['channel'];
const recipientKeys = ['to', 'recipient'];
const intentKeys = ['intent'];

/** The value of some members, which must agree: two different words leave open which one counts. */
function said(about: readonly Data[], keys: readonly string[]): string | undefined {
  let only: string | undefined;
  for (const one of about) {
    for (const key of keys) {
      const next = word(getOwn(one, key));
      if (next === undefined || next === only) continue;
      if (only !== undefined) return '?';
      only = next;
    }
  }
  return only;
}

/** In a stream, nearly all events have the same members. */
const audiences = new Map<string, Visibility>();
const MAX_AUDIENCES = 1000;
const MAX_KEY_LENGTH = 200;

function shownTo(channel: string | undefined, to: string | undefined, intent: string | undefined): Visibility {
  const key =
    channel === undefined && to === undefined && intent === undefined ? '' : JSON.stringify([channel, to, intent]);
  const before = audiences.get(key);
  if (before !== undefined) return before;
  const nowhere = { start: 0, end: 0 };
  const role = modelRole;
  const { shown } = verdictOf({ ...nowhere, role, roleSpan: nowhere, channel, to, intent, content: 'x', open: false });
  if (audiences.size >= MAX_AUDIENCES) audiences.clear();
  if (key.length <= MAX_KEY_LENGTH) audiences.set(key, shown);
  return shown;
}

/**
 * Whether a content part is for the reader of the message, according to its own members: a role other than that of the message,
 * a channel, a recipient or an intent can hide it.
 */
export function isForReader(part: Data, speaker: string | undefined): boolean {
  const { role, ...about } = part;
  return (word(role) ?? speaker) === speaker && audienceOf(about) === 'visible';
}

/** The named members that are strings. */
export const wordsOf = (data: Data, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = getOwn(data, name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
