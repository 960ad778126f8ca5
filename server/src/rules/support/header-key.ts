/** The requirements on values of keys in the document header, and example values that meet them (2.2 §2). */
import { type HeaderKeyFact, headerKeys, headerTypes } from '../../grammar/index.ts';
import type { HeaderValues } from '../../syntax/document-header/values.ts';

export const headerKeyNamed: ReadonlyMap<string, HeaderKeyFact> = new Map(headerKeys.map((key) => [key.path, key]));

/** Whether a value, or an item of a list, meets the requirements of a key. */
export function fits(value: unknown, { type, values }: HeaderKeyFact): boolean {
  const { value: kind, closed } = headerTypes[type];
  return closed ? values?.includes(String(value)) === true : typeof value === kind;
}

/**
 * The words in the value of a key, for rules that depend on them. Undefined if there are none, or if the value is itself faulty: then the
 * intention is unknown, so the key is treated as missing.
 */
export function headerWords(header: HeaderValues | undefined, path: string): readonly string[] | undefined {
  const fact = headerKeyNamed.get(path);
  const entry = header?.get(path);
  if (fact === undefined || entry === undefined || header?.isBroken(entry)) return undefined;
  const { items, isMapping, value } = entry;
  const isList = headerTypes[fact.type].list === true;
  if (isMapping || isList !== (items !== undefined)) return undefined;
  const words = items?.map((item) => item.value) ?? [value];
  return words.length > 0 && words.every((one) => fits(one, fact)) ? words.map(String) : undefined;
}
