/** Applies fixes in JSON documents one by one, for tests. */

import { JsonInspector } from '../../server/src/checker/json/inspector.ts';
import type { Fix } from '../../server/src/fixes/fix.ts';
import { jsonFixesOf } from '../../server/src/fixes/json/prove.ts';
import { mayUnmask } from '../../server/src/fixes/proof/hides.ts';
import { applyEdits } from '../../server/src/fixes/proof/replacement.ts';
import type { JsonDialectId } from '../../server/src/grammar/index.ts';
import { messagesOf } from '../../server/src/model/json/message.ts';
import type { Level, Problem } from '../../server/src/rules/support/rule.ts';
import { JsonDocument } from '../../server/src/syntax/json/document.ts';
import { hasLines } from '../../server/src/syntax/json/json-lines.ts';
import { readUnit } from '../../server/src/syntax/json/json-unit.ts';
import { textOf } from '../../server/src/syntax/json/nodes.ts';
import { revealFaults } from './reveal.ts';

export interface JsonChecked {
  readonly text: string;
  readonly dialect: JsonDialectId;
  readonly document: JsonDocument;
  readonly inspector: JsonInspector;
  /** The problems, with the index of their unit. */
  readonly problems: readonly { readonly problem: Problem; readonly index: number }[];
  /** The content of each message, or for events, of each slice. */
  readonly contents: readonly string[];
}

export function checkedJson(
  text: string,
  dialect: JsonDialectId,
  levels: Record<string, Level> = {},
  lines = hasLines('test', dialect, text),
): JsonChecked {
  const document = new JsonDocument('test:', 'json', 0, text, dialect, lines);
  const inspector = new JsonInspector(document, { strict: false, levels }, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });
  const step = inspector.sequence();
  const problems = document.units.flatMap((unit, index) =>
    [...inspector.inspect(unit), ...(step?.(unit) ?? [])].map((problem) => ({ problem, index })),
  );
  const contents = document.units.flatMap((unit) =>
    dialect === 'stream-event'
      ? [textOf(readUnit(unit).root, 'delta') ?? '']
      : messagesOf(unit, dialect).map(({ content }) => content),
  );
  return { text, dialect, document, inspector, problems, contents: contents.filter((content) => content !== '') };
}

export interface JsonApplication {
  readonly problem: Problem;
  readonly fix: Fix;
  /** The offset of the unit. The edits of the fix are relative to it. */
  readonly base: number;
  readonly after: string;
}

/** Returns every fix for every problem, with the resulting text. */
export function jsonApplications({ document, inspector, problems, text, dialect }: JsonChecked): JsonApplication[] {
  return problems.flatMap(({ problem, index }) => {
    const unit = document.units[index];
    if (unit === undefined) throw new Error('a problem of no unit');
    const base = document.startOf(index);
    const around = { units: document.units, index };
    const source = { dialect, text: unit.text, reading: readUnit(unit), inspector, around };
    return jsonFixesOf(problem, source).map((fix) => {
      for (const [i, { start, end }] of fix.edits.entries()) {
        if (start > end || start < (fix.edits[i - 1]?.end ?? 0) || end > unit.text.length)
          throw new Error(`${problem.code}: the edits of "${fix.title}" overlap in ${text}`);
      }
      const edits = fix.edits.map((edit) => ({ ...edit, start: base + edit.start, end: base + edit.end }));
      return { problem, fix, base, after: applyEdits(text, edits) };
    });
  });
}

export function tallyJson({ problems }: JsonChecked): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { problem } of problems) counts.set(problem.code, (counts.get(problem.code) ?? 0) + 1);
  return counts;
}

/** Describes how a fix violates the requirements for fixes, or returns an empty string. */
export function jsonFaultOf(
  before: JsonChecked,
  { problem, fix, after }: JsonApplication,
  levels: Record<string, Level>,
): string {
  const { code } = problem;
  const result = checkedJson(after, before.dialect, levels, before.document.lines);
  const had = tallyJson(before);
  const has = tallyJson(result);
  const faults: string[] = [];
  if (!mayUnmask(problem, code) && (has.get(code) ?? 0) >= (had.get(code) ?? 0)) faults.push(`${code} stays`);
  for (const [other, count] of has) {
    const mayCome = !fix.safe && mayUnmask(problem, other);
    if (count > (had.get(other) ?? 0) && !mayCome) faults.push(`adds ${other}`);
  }
  // A value that was not content before may become content, but all earlier content must remain, in the same order.
  let remainingCount = 0;
  for (const content of result.contents) if (content === before.contents[remainingCount]) remainingCount++;
  const same = remainingCount === before.contents.length && (!fix.safe || remainingCount === result.contents.length);
  if (!fix.changesBody && !same) faults.push('changes a content');
  if (fix.changesBody && !/string|content/.test(fix.title)) faults.push('does not say that it changes a content');
  if (fix.safe && fix.changesBody) faults.push('is called safe but changes a content');
  if (fix.safe && !fix.preferred) faults.push('is safe but not preferred');
  faults.push(...revealFaults(fix, before.document, after, true));
  return faults.length === 0
    ? ''
    : `${code} "${fix.title}" ${faults.join(', ')}:\n${JSON.stringify(before.text)}\n${JSON.stringify(after)}`;
}
