/** Hovers in the YAML header of a document: keys and values (2.2 §2). */
import { type HeaderKeyFact, tokenByName } from '../../grammar/index.ts';
import { type HeaderEntry, headerValues } from '../../syntax/header-values.ts';
import { type Cursor, within } from '../cursor.ts';
import { documentKeys } from '../header-keys.ts';
import { explainName } from './explain.ts';
import { type Explanation, explanation } from './explanation.ts';
import { code, paragraphs, source } from './markdown.ts';

const facts = new Map(documentKeys.map((fact) => [fact.path, fact]));

export function explainDocumentHeader({ block, at, reading }: Cursor): Explanation | undefined {
  for (const entry of headerValues(block).entries) {
    const fact = facts.get(entry.path);
    if (fact === undefined) continue;
    if (within({ start: entry.keyStart, end: entry.keyEnd }, at)) {
      return explanation({ start: entry.keyStart, end: entry.keyEnd }, explainKey(fact));
    }
    const value = valuesOf(entry).find((candidate) => within(candidate, at));
    if (value) {
      const name = String(value.value);
      const token = tokenByName.get(name.replace(/^<\|(.*)\|>$/, '$1'));
      return explanation(
        value,
        explainName(name, reading.harmony, token?.text === name ? token : undefined) ?? explainKey(fact),
      );
    }
  }
  return undefined;
}

function valuesOf({ isMapping, items, value, valueStart, valueEnd }: HeaderEntry): HeaderEntry['items'] & {} {
  if (isMapping) return [];
  return items ?? [{ value, start: valueStart, end: valueEnd }];
}

const types: Record<HeaderKeyFact['type'], string> = {
  version: 'version, major.minor',
  string: 'text',
  number: 'number',
  boolean: '`true` or `false`',
  mapping: 'mapping',
  enum: 'one of',
  strings: 'list, such as',
  enums: 'list of',
};

function explainKey({ path, type, values, doc, section }: HeaderKeyFact): string {
  const listed = values && type !== 'version' ? ` ${values.map(code).join(', ')}` : '';
  return paragraphs(`**${code(path)}** · ${types[type]}${listed}`, doc, source(section));
}
