/** The masks of single rows, in this thread. */
import { type MaskedRow, maskerOf } from '../../mask/mask.ts';
import type { RowText } from '../../rows/row-piece.ts';
import { loadProfile, type MaskSpec } from './profile.ts';
import { diagnosed } from './stretch.ts';

export async function oneRow(spec: MaskSpec) {
  const { profile, within } = await loadProfile(spec);
  const masker = within(spec.first.length)(() => maskerOf(profile, spec.first));
  return {
    masker: { row: (text: string): MaskedRow => within(text.length)(() => masker.row(text)) },
    diagnosed: (masked: MaskedRow, row: RowText) => diagnosed(masked, row, spec),
  };
}
