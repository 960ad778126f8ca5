import { type HeaderKeyFact, headerKeys } from '../grammar/index.ts';
import type { HeaderEntry } from '../syntax/document-header/values.ts';
import type { Span } from '../syntax/span.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { didYouMean, listed, quote } from '../syntax/wording.ts';
import { firstLine } from './support/places.ts';
import type { Rule } from './support/rule.ts';

const keys = new Map(headerKeys.map((key) => [key.path, key]));

/** What the value of a key must be, in words, for the types that are not a choice. */
const wanted: Partial<Record<HeaderKeyFact['type'], string>> = {
  string: 'a string',
  number: 'a number',
  boolean: '`true` or `false`',
  mapping: 'a mapping of keys to values',
  strings: 'a list of strings',
};

/** What is not of its type, an item of a list or a whole value, and what is wrong with it. */
interface Fault extends Span {
  readonly message: string;
  readonly suggestion?: string | undefined;
}

type Test = (value: unknown, fact: HeaderKeyFact) => boolean;

const isString: Test = (value) => typeof value === 'string';
const isListed: Test = (value, { values }) => values?.includes(String(value)) === true;

/** What one value must be, for the types that are one value; and each item, for those that are a list. */
const scalars: Partial<Record<HeaderKeyFact['type'], Test>> = {
  string: isString,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  enum: isListed,
};
const lists: Partial<Record<HeaderKeyFact['type'], Test>> = { strings: isString, enums: isListed };

/** The types whose value is neither one scalar nor a list. */
const others: Partial<Record<HeaderKeyFact['type'], (entry: HeaderEntry) => boolean>> = {
  mapping: ({ isMapping }) => isMapping,
  version: () => true,
};

function faults(fact: HeaderKeyFact, entry: HeaderEntry): Fault[] {
  const { value, items, isMapping } = entry;
  const [one, each] = [scalars[fact.type], lists[fact.type]];
  if (each && items) return items.filter((item) => !each(item.value, fact)).map((item) => badItem(fact, item));
  const right = one ? items === undefined && !isMapping && one(value, fact) : others[fact.type]?.(entry) === true;
  return right ? [] : [badValue(fact, entry)];
}

function badItem(fact: HeaderKeyFact, { value, start, end }: Span & { value: unknown }): Fault {
  if (fact.type === 'strings')
    return { start, end, message: `The items of \`${fact.path}\` must be strings. Put this one into quotes.` };
  const suggestion = typeof value === 'string' ? closest(value, fact.values ?? []) : undefined;
  const known = `The items of \`${fact.path}\` can be ${listed(fact.values ?? [])}`;
  const message = typeof value === 'string' ? `${known}, not ${quote(value)}.` : `${known}.`;
  return { start, end, message: message + didYouMean(suggestion), suggestion };
}

function badValue(fact: HeaderKeyFact, { value, valueStart: start, valueEnd: end }: HeaderEntry): Fault {
  const { path, type, values } = fact;
  const choice = values && type.startsWith('enum');
  const suggestion = choice && typeof value === 'string' ? closest(value, values) : undefined;
  if (type === 'enums' && suggestion !== undefined && suggestion === value)
    return { start, end, message: `\`${path}\` must be a list. Write \`[${suggestion}]\`.`, suggestion };
  const must = choice ? `${type === 'enums' ? 'a list of ' : ''}${listed(values)}` : wanted[type];
  return { start, end, message: `\`${path}\` must be ${must}.${didYouMean(suggestion)}`, suggestion };
}

/** A known key of the document header has a value of the wrong type (2.2 §2). */
export const rule: Rule = {
  code: 'document-key-type',
  title: 'A header key has a value of the wrong type',
  section: '2.2 §2',
  level: 'warning',
  needs: ['documentHeader'],
  document(opening, { header }, report) {
    for (const entry of header?.entries ?? []) {
      const fact = keys.get(entry.path);
      // A key without value, `model:`, says nothing that could be wrong.
      if (fact === undefined || opening === undefined || (entry.value === null && entry.items === undefined)) continue;
      if (header?.isBroken(entry)) continue;
      for (const { message, suggestion, ...span } of faults(fact, entry)) {
        report(firstLine(opening.text, span), message, { ...(suggestion !== undefined && { data: { suggestion } }) });
      }
    }
  },
};
