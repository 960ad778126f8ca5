/** The requirements on values of keys of the document header, and the values that meet them (2.2 §2). */
import { type HeaderKeyFact, headerKeys, headerTypes } from '../../grammar/index.ts';
import type { HeaderValues } from '../../syntax/document-header/values.ts';

export const headerKeyNamed: ReadonlyMap<string, HeaderKeyFact> = new Map(headerKeys.map((key) => [key.path, key]));

/** Whether one value, or an item of a list, is what a key asks for. */
export function fits(value: unknown, { type, values }: HeaderKeyFact): boolean {
  const { value: kind, closed } = headerTypes[type];
  return closed ? values?.includes(String(value)) === true : typeof value === kind;
}

/**
 * The words that a key says, for rules that go by them; undefined if it says none, or something that is itself reported: then
 * what was meant is unknown, and nothing is measured by it.
 */
export function headerWords(header: HeaderValues | undefined, path: string): readonly string[] | undefined {
  const fact = headerKeyNamed.get(path);
  const entry = header?.get(path);
  if (fact === undefined || entry === undefined || header?.isBroken(entry)) return undefined;
  const { items, isMapping, value } = entry;
  const isList = headerTypes[fact.type].list === true;
  if (isMapping || isList !== (items !== undefined)) return undefined;
  const given = items?.map((item) => item.value) ?? [value];
  return given.length > 0 && given.every((one) => fits(one, fact)) ? given.map(String) : undefined;
}
