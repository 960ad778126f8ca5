import { type HeaderKeyFact, headerTypes } from '../grammar/index.ts';
import type { HeaderEntry } from '../syntax/document-header/values.ts';
import type { Span } from '../syntax/span.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { didYouMean, listed, quote } from '../syntax/wording.ts';
import { fits, headerKeyNamed } from './support/header-key.ts';
import { firstLine } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** A value or list item with the wrong type, and a description of its fault. */
interface Fault extends Span {
  readonly message: string;
  readonly suggestion?: string | undefined;
}

function faults(fact: HeaderKeyFact, entry: HeaderEntry): Fault[] {
  const { value, items, isMapping } = entry;
  const { value: kind, list } = headerTypes[fact.type];
  // Another rule checks the version.
  if (kind === 'version') return [];
  if (list && items) return items.filter((item) => !fits(item.value, fact)).map((item) => badItem(fact, item));
  const right = kind === 'mapping' ? isMapping : !list && items === undefined && !isMapping && fits(value, fact);
  return right ? [] : [badValue(fact, entry)];
}

function badItem(fact: HeaderKeyFact, { value, start, end }: Span & { value: unknown }): Fault {
  if (fact.type === 'strings')
    return { start, end, message: `The items of \`${fact.path}\` must be strings. Put this one in quotes.` };
  const suggestion = typeof value === 'string' ? closest(value, fact.values ?? []) : undefined;
  const sentence = `The items of \`${fact.path}\` can be ${listed(fact.values ?? [])}`;
  const message = typeof value === 'string' ? `${sentence}, not ${quote(value)}.` : `${sentence}.`;
  return { start, end, message: message + didYouMean(suggestion), suggestion };
}

function badValue(fact: HeaderKeyFact, { value, valueStart: start, valueEnd: end }: HeaderEntry): Fault {
  const { path, type, values } = fact;
  const choice = values && headerTypes[type].closed;
  const suggestion = choice && typeof value === 'string' ? closest(value, values) : undefined;
  if (type === 'enums' && suggestion !== undefined && suggestion === value)
    return { start, end, message: `\`${path}\` must be a list. Write \`[${suggestion}]\`.`, suggestion };
  const { words, list } = headerTypes[type];
  const must = choice ? `${list ? `${words} ` : ''}${listed(values)}` : words;
  return { start, end, message: `\`${path}\` must be ${must}.${didYouMean(suggestion)}`, suggestion };
}

/** Reports a known key of the document header whose value has the wrong type (2.2 §2). */
export const rule: Rule = {
  code: 'document-key-type',
  title: 'A header key has a value of the wrong type',
  section: '2.2 §2',
  level: 'warning',
  needs: ['documentHeader'],
  document(opening, { header }, report) {
    for (const entry of header?.entries ?? []) {
      const fact = headerKeyNamed.get(entry.path);
      // A key without a value, as in `model:`, is accepted.
      if (fact === undefined || opening === undefined || (entry.value === null && entry.items === undefined)) continue;
      if (header?.isBroken(entry)) continue;
      for (const { message, suggestion, ...span } of faults(fact, entry)) {
        report(firstLine(opening.text, span), message, { ...(suggestion !== undefined && { data: { suggestion } }) });
      }
    }
  },
};
