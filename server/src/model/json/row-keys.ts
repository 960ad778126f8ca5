/** Finds keys of rows that trainers ignore, although they resemble keys that trainers use. */
import { type ShapeName, tellingKeys } from '../../grammar/index.ts';
import { holdingMembers, rowMembers, shapeMembers } from '../../grammar/json-rows.ts';
import { comparedAnswers, comparedConversations } from '../../grammar/json-saved.ts';
import { type JsonNode, type JsonString, memberOf } from '../../syntax/json/nodes.ts';
import { closest } from '../../syntax/tokens/closest.ts';

interface Misspelled {
  readonly key: JsonString;
  readonly meant: string;
}

const knownKeys: ReadonlySet<string> = new Set([
  ...[...shapeMembers, ...tellingKeys, ...Object.values(rowMembers).flat()],
  ...[...comparedAnswers, ...comparedConversations].flat(),
]);

/** Returns the key that rows of the given shape must have, and a misspelled key of the row that may stand for this key. */
export function missingMember(
  row: JsonNode,
  shape: ShapeName,
): { readonly name: string; readonly misspelled: JsonString | undefined } | undefined {
  const [name] = holdingMembers[shape] ?? [];
  if (row.kind !== 'object' || name === undefined) return undefined;
  const near = row.members.find(({ key }) => closest(key.value.trim().toLowerCase(), [name], 2) !== undefined);
  return { name, misspelled: near?.key };
}

/**
 * Returns the keys of a row that are one typo away from a missing key. `shape`: the shape of the row or of its file, or `unknown` for the
 * keys of all shapes.
 */
export function misspelledKeys(row: JsonNode, shape: ShapeName): Misspelled[] {
  if (row.kind !== 'object') return [];
  const lacking = membersOf(shape).filter((name) => memberOf(row, name) === undefined);
  return row.members.flatMap(({ key }) => {
    const nearestKey = meantBy(key.value, lacking);
    return nearestKey === undefined ? [] : [{ key, meant: nearestKey }];
  });
}

/** Whether a key is ignored by trainers and is not a typo of a key in rows of messages. */
export const isUnread = (key: string): boolean =>
  !knownKeys.has(key) && meantBy(key, membersOf('messages')) === undefined;

const membersOf = (shape: ShapeName): readonly string[] =>
  shape === 'unknown' ? Object.values(rowMembers).flat() : (rowMembers[shape] ?? []);

function meantBy(key: string, names: readonly string[]): string | undefined {
  if (knownKeys.has(key)) return undefined;
  const word = key.trim();
  // Names with another first letter are skipped, since that letter is rarely wrong. Plurals and singulars of the word are skipped, since
  // they are different words.
  const near = names.filter((name) => name[0] === word[0]?.toLowerCase() && name !== `${word}s` && word !== `${name}s`);
  return closest(word, near, 1);
}
