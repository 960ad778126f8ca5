/** Runs every row of the table of cases through the checker, the language server and the command line, which must agree. */

import { withSuggestionFirst } from '../../server/src/syntax/suggestion-first.ts';
import { conversionFaults } from './conversions.ts';
import { type Case, caseOf, type Row, rows, sides, verdict } from './expectations.ts';
import { type Finding, fromChecker, fromCommandLine, fromServer, withFiles } from './findings.ts';

export interface Outcome {
  readonly row: Row;
  /** The result for each side that the row has. */
  readonly results: Partial<Record<(typeof sides)[number], 'passed' | 'failed' | 'n/a'>>;
  /** The reasons why a side failed or does not apply. */
  readonly notes: readonly string[];
}

/**
 * The prerequisites for running an example that is only described. The first pattern that matches the language, code and text of the
 * example counts.
 */
const needs: readonly (readonly [need: string, pattern: RegExp])[] = [
  ['rendering', /^messages|\brender\b/],
  ['a runtime', /\brouter\b/],
  ['conversion', /[→↔]|\bexport\b|harmony-unrepresentable|fixtures test_\w*_cot/],
  ['the text of a source; its structure is among the fixtures', /§[\d.]+ verbatim/],
  ['a document around it; the declarations of tools have tests of their own', / type \w+ = /],
];

const toText = ({ code, severity, range, message }: Finding) => `${range} ${code} ${severity}: ${message}`;
const sorted = (found: readonly Finding[]) => found.map(toText).sort();

/** Runs all cases. Returns the outcomes in the order of the rows. */
export async function runCases(): Promise<Outcome[]> {
  const cases = rows.flatMap((row) => sides.flatMap((side) => caseOf(row, side) ?? []));
  const [server, commandLine] = await withFiles(cases, async (files) => [
    await fromServer(cases, files),
    fromCommandLine(cases, files),
  ]);
  let next = 0;
  return rows.map((row) => {
    const results: Outcome['results'] = {};
    const notes: string[] = [];
    for (const side of sides) {
      const one = caseOf(row, side);
      if (one) {
        const faults = faultsOf(one, server[next] ?? [], commandLine[next] ?? []);
        next++;
        results[side] = faults.length > 0 ? 'failed' : 'passed';
        notes.push(...faults.map((fault) => `${side}: ${fault}`));
        continue;
      }
      // Some rows have no text that can be run, but a conversion that can.
      const told = conversionFaults(row, side);
      if (told) {
        results[side] = told.length > 0 ? 'failed' : 'passed';
        notes.push(...told);
      } else if (row[side]) {
        const need = needOf(row, side);
        results[side] = need ? 'n/a' : 'failed';
        notes.push(need ? `${side}: needs ${need}` : `${side}: cannot be run, for no known reason`);
      }
    }
    if (Object.keys(results).length === 0) notes.push(`no text shows that: ${row.statement}`);
    return { row, results, notes };
  });
}

function faultsOf(one: Case, server: readonly Finding[], commandLine: readonly Finding[]): string[] {
  const direct = fromChecker(one);
  const faults = [verdict(one, direct)];
  for (const [name, found] of Object.entries({ server, 'command line': commandLine })) {
    // In editors, the message of a problem begins with the suggestion, so the server moves the suggestion to the front.
    const expected = name === 'server' ? direct.map(suggestionFirst) : direct;
    const [ours, theirs] = [sorted(expected), sorted(found)].map((texts) => texts.join('; ') || 'nothing');
    if (ours !== theirs) faults.push(`the ${name} found ${theirs}, the checker ${ours}`);
  }
  return faults.filter((fault) => fault !== '');
}

const suggestionFirst = (finding: Finding): Finding => ({
  ...finding,
  message: withSuggestionFirst(finding.message),
});

function needOf(row: Row, side: (typeof sides)[number]): string | undefined {
  const words = `${row.language} ${side === 'negative' ? row.negative?.code : ''} ${row[side]?.text}`;
  return needs.find(([, pattern]) => pattern.test(words))?.[0];
}

/** Returns the result of a row. It passes if at least one side was run and none failed. */
export function resultOf({ results }: Outcome): 'passed' | 'failed' | 'not applicable' {
  const all = Object.values(results);
  if (all.includes('failed')) return 'failed';
  return all.includes('passed') ? 'passed' : 'not applicable';
}
