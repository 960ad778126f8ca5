/** Llama's calls, which the rest of a body is: JSON that names a function, or code (`model/body-calls.ts`). */
import { callChannel, modelRole } from '../../grammar/index.ts';
import { isObject } from '../../model/body-json.ts';
import { type Member, members, parseValues } from '../../syntax/json/values.ts';
import type { Piece } from '../../write/index.ts';
import { plain, type Utterance } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import { inNamespace, type Part, part } from './part.ts';
import { dropped } from './unread.ts';

/** The calls that a message holds, if it holds any. */
export function bodyCallsOf(whole: Utterance, notes: Notes): readonly Part[] {
  const at = whole.pieces.findIndex(({ kind }) => kind === 'call');
  if (at < 0) return [];
  const before = whole.pieces.slice(0, at);
  const token = before.at(-1)?.kind === 'token' ? before.at(-1) : undefined;
  const start = before.reduce((sum, { text }) => sum + text.length, 0);
  const { text } = whole.pieces[at] as Piece;
  const place = { start: start - (token?.text.length ?? 0), end: start + text.length };
  const lose = (from: number, to: number, key: string) =>
    notes.lose(whole.places.body(start + from, start + to), dropped(key));
  const calls = inJson(text, lose) ?? [{ tool: 'python', body: text, constraint: undefined }];
  return calls.map(({ tool, body, constraint }, i) => ({
    kind: 'call',
    // All of them are cut out at once.
    start: i === 0 ? place.start : place.end,
    end: place.end,
    said: part(whole, place, {
      ...{ role: modelRole, attributes: new Map([['to', tool]]), channel: callChannel, terminator: 'call' },
      ...{ constraint, pieces: plain(body) },
    }),
  }));
}

const known = new Set(['name', 'parameters', 'arguments', 'type']);

interface Called {
  readonly tool: string;
  readonly body: string;
  readonly constraint: string | undefined;
  /** Members that say something else. */
  readonly others?: readonly (Member & { readonly from: number })[];
}

/** The functions that JSON calls; undefined where it is something else. */
function inJson(text: string, lose: (from: number, to: number, key: string) => void): readonly Called[] | undefined {
  const { values, error } = parseValues(text);
  if (error !== undefined || values.length === 0 || text.slice(values.at(-1)?.end ?? 0).trim() !== '') return undefined;
  const calls = values.map(({ value, start, end }): Called | undefined => {
    const json = text.slice(start, end);
    const all = members(json);
    const others = all.filter(({ key }) => !known.has(key));
    const given = all.findLast(({ key }) => key === 'parameters' || key === 'arguments');
    const name = isObject(value) && typeof value.name === 'string' ? value.name : undefined;
    if (name === undefined) return undefined;
    const body = given ? json.slice(given.valueStart, given.valueEnd) : '{}';
    return {
      tool: inNamespace(name),
      body,
      constraint: 'json',
      others: others.map((one) => ({ ...one, from: start })),
    };
  });
  if (calls.some((one) => one === undefined)) return undefined;
  for (const { others = [] } of calls as Called[])
    for (const { key, keyStart, valueEnd, from } of others) lose(from + keyStart, from + valueEnd, key);
  return calls as Called[];
}
