/**
 * Determines who sees the text of an event or a content part, according to its own fields. The rules are those for messages (2.2 §4, §5).
 */

import { modelRole } from '../../grammar/index.ts';
import { hiddenWords, messageMembers } from '../../grammar/messages.ts';
import { projectionMembers } from '../../grammar/openchatml-json.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { Visibility } from '../visibility/verdict.ts';
import { verdictOf } from './as-message.ts';
import { letters, saysHidden } from './hiding-members.ts';

export type Data = Readonly<Record<string, unknown>>;

/** The known keys of an event, a choice or a delta. `type` is the type of the event. */
const knownKeys = new Set([
  ...[...messageMembers, ...projectionMembers].map(({ name }) => name),
  ...['type', 'event', 'delta', 'text', 'refusal', 'message_id', 'item_id', 'item', 'part', 'response', 'logprobs'],
]);

/** The value of a field that determines who sees the text. A value that is not a string counts as an unknown word. */
function word(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : '?';
}

/**
 * Returns who sees the model's text in nested objects, which are passed from the outermost to the innermost: `visible`,
 * `preamble`, or `hidden`. All objects that have a role, channel, recipient or intent must agree.
 */
export function audienceOf(...about: readonly Data[]): Visibility {
  const role = wordIn(about, roleKeys) ?? modelRole;
  // Only the model writes answers.
  if (role !== modelRole || about.some((one) => isOfHiddenType(one) || saysHidden(one, knownKeys))) return 'hidden';
  return shownTo(wordIn(about, channelKeys), wordIn(about, recipientKeys), wordIn(about, intentKeys));
}

const hiddenTypes = new Set(hiddenWords);
/** Whether the type is that of hidden text, as in a delta of the type `reasoning`. */
const isOfHiddenType = ({ type }: Data): boolean =>
  typeof type === 'string' && hiddenTypes.has(letters(type.slice(0, 64)));

const roleKeys = ['role'];
const channelKeys = ['channel'];
const recipientKeys = ['to', 'recipient'];
const intentKeys = ['intent'];

/**
 * The value of some fields, which must be the same in all objects. If there are two different values, the result is an unknown word, since
 * it is unclear which one counts.
 */
function wordIn(about: readonly Data[], keys: readonly string[]): string | undefined {
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

/** The results so far, by channel, recipient and intent. They are cached since nearly all events of a stream have the same values. */
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
 * Whether users see a content part, according to its own fields. A part can be hidden by a role other than that of the message, or by a
 * channel, a recipient or an intent.
 */
export function isForReader(part: Data, speaker: string | undefined): boolean {
  const { role, ...about } = part;
  return (word(role) ?? speaker) === speaker && audienceOf(about) === 'visible';
}

/** Returns those of the named fields whose value is a string. */
export const wordsOf = (data: Data, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = getOwn(data, name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
