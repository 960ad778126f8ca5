/** Finds the problems in documents that are checked with a template, at UTF-16 offsets in their text. */

import { sourcesOf } from '../../convert/index.ts';
import type { Levels } from '../../rules/support/levels.ts';
import type { Severity } from '../../rules/support/rule.ts';
import { templateLevel } from '../../rules/template-problems.ts';
import { byKind } from '../../syntax/any-document.ts';
import { isObject } from '../../syntax/is-object.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonNode, memberOf } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { type RowNames, readLike, renamedText } from '../../syntax/json/row-names.ts';
import type { Span } from '../../syntax/span.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { wholeRequest } from '../input/transcript.ts';
import { firstOfEach } from '../registry/losses.ts';
import type { RenderedMessage, RowChecker } from './checker.ts';
import { isList, rowIn } from './row.ts';

export interface RowProblem extends Span, Pick<RenderedMessage, 'code' | 'message' | 'milder'> {}

/** Gives problems their configured severity, and omits those whose severity is `off`. */
export const levelled = <One extends { readonly code: string; readonly milder?: Severity }>(
  problems: readonly One[],
  levels: Levels,
): (One & { readonly severity: Severity })[] =>
  problems.flatMap((one) => {
    const severity = templateLevel(one.code, levels, one.milder);
    return severity === 'off' ? [] : [{ ...one, severity }];
  });

/** Returns the problems in a row's JSON text; empty if the row is not a conversation. `names`: the names that rows use for fields. */
export function problemsOfRow(checker: RowChecker, rowText: string, names?: RowNames): RowProblem[] {
  const { text, sourceOf } = renamedText(rowText, names);
  const row = rowIn(text);
  if (row === undefined) return [];
  const messages = checker.judge(row);
  if (messages.length === 0) return [];
  return placedIn(text, messages).map((one) => ({ ...one, start: sourceOf(one.start), end: sourceOf(one.end) }));
}

/** Finds the problems in a document that is not read line by line. */
export const problemsOfWhole = byKind<[checker: RowChecker, text: string], RowProblem[]>({
  text: problemsOfTranscript,
  json: problemsOfJson,
});

function problemsOfJson({ names }: JsonDocument, checker: RowChecker, text: string): RowProblem[] {
  const { root, faults } = readLike(text, { names });
  if (root === undefined || faults.length > 0) return [];
  const rows: readonly JsonNode[] =
    root.kind === 'array' && root.items.some((item) => item.kind === 'object' && !memberOf(item, 'role'))
      ? root.items
      : [root];
  return rows
    .flatMap((row) =>
      problemsOfRow(checker, text.slice(row.start, row.end), names).map((one) => ({
        ...one,
        start: one.start + row.start,
        end: one.end + row.start,
      })),
    )
    .filter(firstOfEach());
}

/** Finds the problems in a transcript. Hidden messages are checked, too, since the model is trained with them. */
function problemsOfTranscript(transcript: Transcript, checker: RowChecker): RowProblem[] {
  let request: unknown;
  try {
    request = wholeRequest(transcript).request;
  } catch {
    return [];
  }
  if (!isObject(request) || !isList(request.messages)) return [];
  const { messages } = request;
  const row = { members: request, messages, exact: undefined, native: false };
  return checker.judge(row).map(({ of, member, call, ...problem }) => {
    const sources = sourcesOf(of === undefined ? undefined : messages[of]);
    const memberSources = sources.filter((one) => one.member === member);
    const { start, end } = (memberSources[call ?? 0] ?? sources[0])?.place ?? { start: 0, end: 1 };
    return { ...problem, ...firstLine(transcript, start, end) };
  });
}

/** The first line of a span that is not blank. It is underlined in place of a whole long body. */
function firstLine(transcript: Transcript, start: number, end: number): Span {
  const text = transcript.getText({ start: transcript.positionAt(start), end: transcript.positionAt(end) });
  const skipped = Math.max(0, text.search(/\S/));
  const length = text.slice(skipped).search(/[\r\n]/);
  return { start: start + skipped, end: length < 0 ? end : start + skipped + length };
}

/** Locates problems in the row. If the row has another shape, each problem has the span of the whole row. */
function placedIn(text: string, messages: readonly RenderedMessage[]): RowProblem[] {
  const { root } = readJson(text);
  const list = root?.kind === 'array' ? root : memberOf(root, 'messages')?.value;
  const items: readonly JsonNode[] = list?.kind === 'array' ? list.items : [];
  return messages.flatMap(({ of, member, call, ...one }) => {
    const node = of === undefined ? root : items[of];
    const at =
      callIn(node, call) ??
      (member === undefined ? undefined : memberOf(node, member)?.key) ??
      memberOf(node, 'role')?.value ??
      node ??
      root;
    return at ? [{ ...one, start: at.start, end: at.end }] : [];
  });
}

function callIn(message: JsonNode | undefined, call: number | undefined): Span | undefined {
  const calls = memberOf(message, 'tool_calls')?.value;
  const item = calls?.kind === 'array' && call !== undefined ? calls.items[call] : undefined;
  return memberOf(memberOf(item, 'function')?.value ?? item, 'arguments')?.key;
}
