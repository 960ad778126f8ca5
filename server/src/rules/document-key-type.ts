import { type HeaderKeyFact, headerKeys } from '../grammar/index.ts';
import { closest } from '../syntax/closest.ts';
import type { HeaderEntry } from '../syntax/header-values.ts';
import type { Span } from '../syntax/message-header.ts';
import { didYouMean, firstLine, listed, type Rule } from './rule.ts';

const keys = new Map(headerKeys.map((key) => [key.path, key]));

/** What the value of a key must be, in words, for the types that are not a choice. */
const wanted: Partial<Record<HeaderKeyFact['type'], string>> = {
  string: 'a string',
  number: 'a number',
  boolean: '`true` or `false`',
  mapping: 'a mapping of keys to values',
  strings: 'a list of strings',
};

/** The parts of a value that are not of its type; empty if all is well. */
function faults(
  fact: HeaderKeyFact,
  { value, items, isMapping, valueStart, valueEnd }: HeaderEntry,
): (Span & { is: unknown })[] {
  const whole = [{ start: valueStart, end: valueEnd, is: value }];
  const scalar = items === undefined && !isMapping;
  switch (fact.type) {
    case 'string':
      return scalar && typeof value === 'string' ? [] : whole;
    case 'number':
      return scalar && typeof value === 'number' ? [] : whole;
    case 'boolean':
      return scalar && typeof value === 'boolean' ? [] : whole;
    case 'mapping':
      return isMapping ? [] : whole;
    case 'enum':
      return scalar && fact.values?.includes(String(value)) ? [] : whole;
    case 'strings':
      if (items === undefined) return whole;
      return items.filter((item) => typeof item.value !== 'string').map((item) => ({ ...item, is: item.value }));
    case 'enums':
      if (items === undefined) return whole;
      return items
        .filter((item) => !fact.values?.includes(String(item.value)))
        .map((item) => ({ ...item, is: item.value }));
    default:
      return [];
  }
}

/** A known key of the document header has a value of the wrong type (2.2 §2). */
export const rule: Rule = {
  code: 'document-key-type',
  title: 'A header key has a value of the wrong type',
  section: '2.2 §2',
  level: 'warning',
  document(opening, { header }, report) {
    for (const entry of header?.entries ?? []) {
      const fact = keys.get(entry.path);
      // A key without value, `model:`, says nothing that could be wrong.
      if (fact === undefined || opening === undefined || (entry.value === null && entry.items === undefined)) continue;
      for (const fault of faults(fact, entry)) {
        const choice = fact.type === 'enum' || fact.type === 'enums';
        const must = choice
          ? `${fact.type === 'enums' && entry.items === undefined ? 'a list of ' : ''}${listed(fact.values ?? [])}`
          : wanted[fact.type];
        const suggestion = choice && typeof fault.is === 'string' ? closest(fault.is, fact.values ?? []) : undefined;
        report(firstLine(opening.text, fault), `\`${entry.path}\` must be ${must}.${didYouMean(suggestion)}`, {
          ...(suggestion !== undefined && { data: { suggestion } }),
        });
      }
    }
  },
};
