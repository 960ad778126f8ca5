/** Reads function calls and outputs that are JSON objects in text. The fields that are not read are noted. */
import { type Member, members, parseJson } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import type { Notes } from '../notes.ts';
import { dropped, twice } from './unread.ts';

/** The kinds of calls that are converted without a note; any other kind is noted. */
export const callTypes: ReadonlySet<string | undefined> = new Set([
  ...['function', 'function_call', 'custom', 'tool_use'],
  undefined,
]);

const lastOf = (all: readonly Member[], key: string) => all.findLast((one) => one.key === key);

/** Returns the arguments of a call that is a JSON object. */
export function argumentsIn(json: string): Member | undefined {
  return argumentsOf(members(json));
}

const argumentsOf = (all: readonly Member[]) => lastOf(all, 'arguments') ?? lastOf(all, 'parameters');

/** Notes the fields of a call other than its function and arguments. `originOf`: maps a stretch of the text to the source. */
export function noteCallMembers(json: string, originOf: (from: number, to: number) => Span, notes: Notes): void {
  const all = members(json);
  const type = lastOf(all, 'type');
  const isKnown = type && callTypes.has(parseJson(json.slice(type.valueStart, type.valueEnd)).value as string);
  noteOthers(all, [lastOf(all, 'name'), argumentsOf(all), isKnown ? type : undefined], originOf, notes);
}

/** Notes the fields of an output other than its function and content. An output without content is kept as a whole. */
export function noteOutputMembers(json: string, originOf: (from: number, to: number) => Span, notes: Notes): void {
  const all = members(json);
  const content = lastOf(all, 'content');
  if (content) noteOthers(all, [lastOf(all, 'name'), content], originOf, notes);
}

function noteOthers(
  all: readonly Member[],
  read: readonly (Member | undefined)[],
  originOf: (from: number, to: number) => Span,
  notes: Notes,
): void {
  const keys = new Set(read.map((one) => one?.key));
  for (const one of all)
    if (!read.includes(one))
      notes.lose(originOf(one.keyStart, one.valueEnd), keys.has(one.key) ? twice(one.key) : dropped(one.key));
}
