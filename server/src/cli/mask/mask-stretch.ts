/** Computes the masks of a stretch of a data set, row by row, and finds the problems in each row. */
import { type MaskedRow, type Masker, maskerOf } from '../../mask/mask.ts';
import { withRemedy } from '../../mask/remedies.ts';
import type { RowText } from '../../rows/row-piece.ts';
import { maskLevel } from '../../rules/mask.ts';
import type { Problem } from '../../rules/support/rule.ts';
import { type RenamedText, renamedText } from '../../syntax/json/row-names.ts';
import { keyOf } from '../check/baseline.ts';
import type { FileDiagnostic } from '../check/formats/format.ts';
import type { MaskRow } from '../printed-json.ts';
import { type LoadedProfile, loadProfile, type MaskSpec } from './profile.ts';
import { addRow, noTotals, type Totals } from './totals.ts';

/** Several whole rows, each with its line (from 0) and its offset in the file. */
export interface Stretch {
  readonly spec: MaskSpec;
  readonly rows: readonly RowText[];
}

export interface StretchMasks {
  readonly diagnostics: readonly FileDiagnostic[];
  readonly totals: Totals;
  /** The labels, if they are requested: lines of JSON, one for each sequence. */
  readonly labels: string;
  readonly reports: string;
}

interface Prepared {
  readonly key: string;
  readonly profile: LoadedProfile;
  readonly masker: Masker;
}

let current: Prepared | undefined;

export async function maskStretch({ spec, rows }: Stretch): Promise<StretchMasks> {
  const { profile, masker } = await preparedFor(spec);
  const totals = noTotals();
  const diagnostics: FileDiagnostic[] = [];
  const labels: string[] = [];
  const reports: string[] = [];
  const inTime = profile.within(rows.reduce((sum, { text }) => sum + text.length, 0));
  // All rows share one time limit, because setting up a time limit takes as long as processing a row. Only the data for reports is
  // kept.
  inTime(() => {
    for (const row of rows) {
      const { text, sourceOf } = renamedText(row.text, spec.rowNames);
      const masked = masker.row(text);
      addRow(totals, masked);
      const rowDiagnostics = diagnosed(masked, row, spec, sourceOf);
      for (const one of rowDiagnostics) diagnostics.push(one);
      if (spec.labels) labels.push(labelLines(masked, row));
      if (spec.byRow) reports.push(rowReport(masked, row, rowDiagnostics));
    }
  });
  return { diagnostics, totals, labels: labels.join(''), reports: reports.join('') };
}

/** Returns the text of a row with the usual names of fields and roles. */
export const usualRow = (text: string, { rowNames }: Pick<MaskSpec, 'rowNames'>): string =>
  renamedText(text, rowNames).text;

async function preparedFor(spec: MaskSpec): Promise<Prepared> {
  const key = JSON.stringify(spec);
  if (current?.key !== key) {
    const profile = await loadProfile(spec);
    const masker = profile.within(spec.first.length)(() => maskerOf(profile.profile, usualRow(spec.first, spec)));
    current = { key, profile, masker };
  }
  return current;
}

/** The problems in each row, in order, located by UTF-16 offsets in the line. Blank lines are not rows. */
export interface LineMasks {
  readonly problems: readonly (readonly Problem[])[];
  readonly totals: Totals;
}

export async function maskLines(spec: MaskSpec, lines: readonly string[]): Promise<LineMasks> {
  const { profile, masker } = await preparedFor(spec);
  const totals = noTotals();
  const inTime = profile.within(lines.reduce((sum, { length }) => sum + length, 0));
  const problems = inTime(() =>
    lines.map((line) => {
      if (!/\S/.test(line)) return [];
      const { text, sourceOf } = renamedText(line, spec.rowNames);
      const masked = masker.row(text);
      addRow(totals, masked);
      return problemsOf(masked, line.trimEnd().length, spec, sourceOf);
    }),
  );
  return { problems, totals };
}

/**
 * Returns the findings in a row of `length` UTF-16 units, with their severities and remedies. Findings of rules that are off are omitted.
 */
function problemsOf(
  { findings }: MaskedRow,
  length: number,
  { levels, trainer }: MaskSpec,
  sourceOf: RenamedText['sourceOf'],
): Problem[] {
  return findings.flatMap((finding) => {
    const { code, severity: milder, at } = finding;
    const [start, end] = at ? [sourceOf(at[0]), sourceOf(at[1])] : [0, length];
    const severity = maskLevel(code, levels, milder);
    return severity === 'off' ? [] : { code, severity, message: withRemedy(finding, trainer), start, end };
  });
}

/** Returns the findings in a row, in the format of a check. */
export function diagnosed(
  masked: MaskedRow,
  { text, line, offset }: RowText,
  spec: MaskSpec,
  sourceOf: RenamedText['sourceOf'],
): FileDiagnostic[] {
  return problemsOf(masked, text.length, spec, sourceOf).map(({ code, severity, message, start, end }) => ({
    code,
    severity,
    message,
    range: { start: placeOf(text, line, start), end: placeOf(text, line, end) },
    offset: [offset + start, offset + end] as const,
    ...(spec.keyed && { key: keyOf(text, { code, message }, start, end) }),
  }));
}

/** Converts an offset in a row to a position in the file. A row in a JSON list may span several lines. */
function placeOf(text: string, line: number, offset: number) {
  const before = text.slice(0, offset);
  const last = before.lastIndexOf('\n');
  return last < 0
    ? { line, character: offset }
    : { line: line + before.split('\n').length - 1, character: offset - last - 1 };
}

/**
 * Returns one line for each sequence of a row. If the trainer drops the row, each line contains the reason, and the labels from before the
 * drop. A row without sequences yields one line.
 */
function labelLines({ sequences, refused, dropped, uncertain }: MaskedRow, { line }: RowText): string {
  const why = { ...(refused !== undefined && { refused }), ...(uncertain !== undefined && { uncertain }) };
  if (sequences.length === 0) return `${JSON.stringify({ line: line + 1, ...why })}\n`;
  return sequences
    .map(
      ({ part, ids, labels }) =>
        `${JSON.stringify({
          line: line + 1,
          ...(part !== undefined && { part }),
          ...(dropped !== undefined && { dropped }),
          input_ids: ids,
          labels,
        })}\n`,
    )
    .join('');
}

function rowReport(masked: MaskedRow, { line }: RowText, diagnostics: readonly FileDiagnostic[]): string {
  const { sequences, refused, dropped, uncertain, unmade } = masked;
  const sequencesData = sequences.map(({ part, ids, labels, length }) => ({
    ...(part !== undefined && { part }),
    tokens: ids.length,
    ...(unmade === undefined && { trained: labels.filter((label) => label >= 0).length }),
    ...(length > ids.length && { before: length }),
  }));
  const data: MaskRow = { line: line + 1, sequences: sequencesData, refused, dropped, uncertain, diagnostics };
  return `${JSON.stringify(data)}\n`;
}
