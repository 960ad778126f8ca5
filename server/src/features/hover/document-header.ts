/** Hovers in the YAML header of a document: keys and values (2.2 §2). */
import { type HeaderKeyFact, headerTypes, homeOfKey, tokenByName } from '../../grammar/index.ts';
import { type HeaderEntry, headerValues } from '../../syntax/document-header/values.ts';
import { type Cursor, within } from '../support/cursor.ts';
import { documentKeys } from '../support/header-keys.ts';
import { type Explanation, explanation } from './explanation.ts';
import { explainName } from './fact-hovers.ts';
import { code, paragraphs, source } from './markdown.ts';

export function explainDocumentHeader({ block, at }: Cursor): Explanation | undefined {
  for (const entry of headerValues(block).entries) {
    const fact = documentKeys().find((fact) => fact.path === entry.path);
    const key = { start: entry.keyStart, end: entry.keyEnd };
    if (within(key, at)) return explanation(key, fact ? explainKey(fact) : explainUnknownKey(entry.path));
    if (fact === undefined) continue;
    const value = valuesOf(entry).find((candidate) => within(candidate, at));
    if (value) {
      const name = String(value.value);
      const token = tokenByName.get(name.replace(/^<\|(.*)\|>$/, '$1'));
      return explanation(
        value,
        explainName(name, block.family, token?.text === name ? token : undefined) ?? explainKey(fact),
      );
    }
  }
  return undefined;
}

function valuesOf({ isMapping, items, value, valueStart, valueEnd }: HeaderEntry): HeaderEntry['items'] & {} {
  if (isMapping) return [];
  return items ?? [{ value, start: valueStart, end: valueEnd }];
}

function explainKey({ path, type, values, doc, section }: HeaderKeyFact): string {
  const { words, closed, list } = headerTypes[type];
  const such = closed ? '' : ', such as';
  const listed = values && (closed || list) ? `${such} ${values.map(code).join(', ')}` : '';
  return paragraphs(`**${code(path)}** · ${words}${listed}`, doc, source(section));
}

/** Explains a key that the specification does not define. Under `profiles`, any name is allowed (2.2 §2). */
function explainUnknownKey(path: string): string {
  const profile = /^profiles\.(?!harmony\.)/.test(path);
  const home = homeOfKey(path);
  const unknown = home ? 'not defined here' : 'not defined';
  const title = `**${code(path)}** · ${profile ? 'a profile that the specification does not define' : unknown}`;
  return paragraphs(title, `Parsers ignore it.${home ? ` Move it to ${home}.` : ''}`, source('2.2 §2'));
}
