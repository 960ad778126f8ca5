/** The family of an empty document, by its file extension. */
import { type Family, families } from '../../syntax/families/index.ts';

/** File extensions, without the dot, that imply a family; an `.ocml` file can be of any family. */
const endings: readonly (readonly [ending: string, family: Family])[] = [
  ['chatml', families['openchatml-0.1']],
  ...Object.values(families)
    .filter(({ has }) => has.plainFrames)
    .map((family): [string, Family] => [family.id, family]),
];

/** The family in which a document at this address will be written, if the file name implies a family. */
export function familyByEnding(uri: string): Family | undefined {
  const name = uri.toLowerCase();
  return endings.find(([ending]) => name.endsWith(`.${ending}`))?.[1];
}
