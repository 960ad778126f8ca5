/** Llama's calls, which extend to the end of the body: JSON that names a function, or code (`model/calls/body-calls.ts`). */

import { callChannel, modelRole } from '../../grammar/index.ts';
import { isObject } from '../../syntax/is-object.ts';
import { parseValues } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import type { Piece } from '../../write/index.ts';
import { type ConversationMessage, plain } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import { argumentsIn, noteCallMembers } from './call-members.ts';
import { inNamespace, type Part, part } from './part.ts';

/** The calls in a message, if any. */
export function bodyCallsOf(message: ConversationMessage, notes: Notes): readonly Part[] {
  const at = message.pieces.findIndex(({ kind }) => kind === 'call');
  if (at < 0) return [];
  const before = message.pieces.slice(0, at);
  const token = before.at(-1)?.kind === 'token' ? before.at(-1) : undefined;
  const start = before.reduce((sum, { text }) => sum + text.length, 0);
  const { text } = message.pieces[at] as Piece;
  const span = { start: start - (token?.text.length ?? 0), end: start + text.length };
  const calls = inJson(text, (from, to) => message.places.body(start + from, start + to), notes) ?? [
    { tool: 'python', body: text, constraint: undefined },
  ];
  return calls.map(({ tool, body, constraint }, i) => ({
    kind: 'call',
    // The span of the first call covers all calls, which are cut out together.
    start: i === 0 ? span.start : span.end,
    end: span.end,
    said: part(message, span, {
      role: modelRole,
      attributes: new Map([['to', tool]]),
      channel: callChannel,
      terminator: 'call',
      constraint,
      pieces: plain(body),
    }),
  }));
}

interface Called {
  readonly tool: string;
  readonly body: string;
  readonly constraint: string | undefined;
}

/** The functions called in JSON; undefined if the text is not JSON with calls. */
function inJson(
  text: string,
  originOf: (from: number, to: number) => Span,
  notes: Notes,
): readonly Called[] | undefined {
  const { values, error } = parseValues(text);
  if (error !== undefined || values.length === 0 || text.slice(values.at(-1)?.end ?? 0).trim() !== '') return undefined;
  if (!values.every(({ value }) => isObject(value) && typeof value.name === 'string')) return undefined;
  return values.map(({ value, start, end }): Called => {
    const json = text.slice(start, end);
    const member = argumentsIn(json);
    noteCallMembers(json, (from, to) => originOf(start + from, start + to), notes);
    const body = member ? json.slice(member.valueStart, member.valueEnd) : '{}';
    return { tool: inNamespace((value as { name: string }).name), body, constraint: 'json' };
  });
}
