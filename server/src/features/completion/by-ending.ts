/** The family that the file extension of an empty document implies. */
import { type Family, families } from '../../syntax/families/index.ts';

/** File extensions (without the dot) that imply a family. `.ocml` is missing, because such a file can be of any family. */
const endings: readonly (readonly [ending: string, family: Family])[] = [
  ['chatml', families['openchatml-0.1']],
  ...Object.values(families)
    .filter(({ has }) => has.plainFrames)
    .map((family): [string, Family] => [family.id, family]),
];

/** The family in which a document with this URI will be written, or undefined if its file name does not imply one. */
export function familyByEnding(uri: string): Family | undefined {
  const name = uri.toLowerCase();
  return endings.find(([ending]) => name.endsWith(`.${ending}`))?.[1];
}
