/** The family of a document that is still empty, by the ending of its file. */
import { type Family, families } from '../../syntax/families/index.ts';

/** Endings of files that begin in one family, without the dot; an `.ocml` may be of any. */
const endings: readonly (readonly [ending: string, family: Family])[] = [
  ['chatml', families['openchatml-0.1']],
  ...Object.values(families)
    .filter(({ has }) => has.plainFrames)
    .map((family): [string, Family] => [family.id, family]),
];

/** The family that a document at this address is to be written in, if its name says so. */
export function familyByEnding(uri: string): Family | undefined {
  const name = uri.toLowerCase();
  return endings.find(([ending]) => name.endsWith(`.${ending}`))?.[1];
}
