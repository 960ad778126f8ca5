/**
 * Finds the problems in the loss masks that a trainer computes for the rows of a data set. This requires a project that names a template, a
 * tokenizer and a trainer.
 */

import { isTrainingRow } from '../../mask/row.ts';
import { rowsOfText } from '../mask/mask-rows.ts';
import { type LineMasks, maskLines, maskStretch, usualRow } from '../mask/mask-stretch.ts';
import { loadProfile, type MaskSpec } from '../mask/profile.ts';
import { addTotals, noTotals, type Totals } from '../mask/totals.ts';
import { wholeFileFindings } from '../mask/whole-file.ts';
import type { FileDiagnostic } from './formats/format.ts';
import type { Checked } from './line-checker.ts';
import type { MaskTask } from './task.ts';

/**
 * Returns the problems in the loss masks of lines, in order. `first`: the first row of the file. If this row is not a training row, there
 * are no problems.
 */
export const masksOfLines = async (mask: MaskTask, first: string, lines: readonly string[]): Promise<LineMasks> =>
  isTrainingRow(usualRow(first, mask))
    ? await maskLines({ ...mask, first }, lines)
    : { problems: [], totals: noTotals() };

/** Returns the loss-mask problems of a file that is not read line by line: a list of rows, or a single row. */
export async function masksOfText(mask: MaskTask, text: string): Promise<readonly FileDiagnostic[]> {
  const rows = [...rowsOfText(text, mask.rowNames)];
  const first = rows[0]?.text ?? '';
  if (!isTrainingRow(usualRow(first, mask))) return [];
  const spec = { ...mask, first };
  const { diagnostics, totals } = await maskStretch({ spec, rows });
  return [...diagnostics, ...(await ofWholeFile(spec, totals))];
}

/** Yields the parts of a file, and then the problems that concern all rows together. */
export async function* withWholeFile(
  mask: MaskTask,
  firstRow: () => string,
  parts: AsyncIterable<Checked & { readonly totals?: Totals | undefined }>,
): AsyncGenerator<Checked> {
  const all = noTotals();
  let lines = 0;
  for await (const { totals, ...part } of parts) {
    if (totals) addTotals(all, totals);
    ({ lines } = part);
    yield part;
  }
  if (all.rows === 0) return;
  const diagnostics = await ofWholeFile({ ...mask, first: firstRow() }, all);
  if (diagnostics.length > 0) yield { diagnostics, lines, isOfFile: true };
}

async function ofWholeFile(spec: MaskSpec, totals: Totals): Promise<FileDiagnostic[]> {
  const { profile } = await loadProfile(spec);
  return wholeFileFindings(totals, spec.levels, profile);
}

/**
 * Loads the files that a project names before any check, so that an unusable file is reported only once. Throws an error with a message for
 * the user.
 */
export const prepareMask = async (mask: MaskTask): Promise<void> => {
  await loadProfile({ ...mask, first: '' });
};
