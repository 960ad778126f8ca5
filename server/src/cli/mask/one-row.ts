/** Computes the masks of single rows in this thread. */
import { type MaskedRow, maskerOf } from '../../mask/mask.ts';
import type { RowText } from '../../rows/row-piece.ts';
import { renamedText } from '../../syntax/json/row-names.ts';
import { diagnosed, usualRow } from './mask-stretch.ts';
import { loadProfile, type MaskSpec } from './profile.ts';

export async function oneRow(spec: MaskSpec) {
  const { profile, within } = await loadProfile(spec);
  const masker = within(spec.first.length)(() => maskerOf(profile, usualRow(spec.first, spec)));
  return {
    masker: { row: (text: string): MaskedRow => within(text.length)(() => masker.row(usualRow(text, spec))) },
    diagnosed: (masked: MaskedRow, row: RowText) =>
      diagnosed(masked, row, spec, renamedText(row.text, spec.rowNames).sourceOf),
  };
}
