/**
 * Completion in the YAML header of a document (2.2 §2). It looks at lines and their indentation instead of using a YAML parser, because a
 * header is not valid YAML while a key is being typed.
 */
import type { HeaderKeyFact } from '../../grammar/index.ts';
import { paragraphs, source } from '../hover/markdown.ts';
import { documentKeys } from '../support/header-keys.ts';
import { CompletionItemKind } from '../support/kinds.ts';
import { lineBefore, type Offer, type Offers, type Request } from './completion-items.ts';
import { type FlowCursor, flowAt } from './flow-mapping.ts';

/** The maximum length of a header. Longer text is not a header; see `header-values.ts`. */
const MAX_HEADER_LENGTH = 64 * 1024;

const keyLine = /^(\s*)([\w.-]+)[ \t]*:(?=\s|$)/;

export function completeDocumentHeader(request: Request): Offers | undefined {
  const { block, at } = request;
  if (block.text.length > MAX_HEADER_LENGTH) return undefined;
  const line = lineBefore(block.text, at);
  const rest = /^[^\r\n]*/.exec(block.text.slice(at))?.[0] ?? '';
  if (/(?:^|\s)#/.test(line)) return undefined;
  const flow = flowAt(block.text, at);
  if (flow) return offerFlow(request, flow, line, rest);
  const key = /^([ \t]*)((?:[A-Za-z_][\w.-]*)?)$/.exec(line);
  if (key && /^[\w.-]*[ \t]*(?::|$)/.test(rest)) return offerKeys(request, key[1] as string, key[2] as string, rest);
  const value = /^([ \t]*)([\w.-]+)[ \t]*:(.*)$/.exec(line);
  if (value) {
    const [, indent = '', name = '', typed = ''] = value;
    return offerValues(request, factAt([...parents(request, indent.length), name]), typed, rest);
  }
  const item = /^([ \t]*)-[ \t]+(.*)$/.exec(line);
  if (item)
    return offerItem(request, factAt(parents(request, (item[1] as string).length, true)), item[2] as string, rest);
  return undefined;
}

/** The lines before and after the cursor's line. */
function linesAround({ block, at }: Request): { before: string[]; after: string[] } {
  return {
    before: block.text
      .slice(0, at)
      .split(/\r\n|\n|\r/)
      .slice(0, -1),
    after: block.text
      .slice(at)
      .split(/\r\n|\n|\r/)
      .slice(1),
  };
}

/**
 * The keys of the mappings that contain a line with this indentation, outermost first. `item`: whether the line is a list item, which may
 * be indented as little as the key of its list.
 */
function parents(request: Request, indent: number, item = false): string[] {
  const path: string[] = [];
  let limit = item ? indent + 1 : indent;
  for (const line of linesAround(request).before.reverse()) {
    const [, blank = '', name] = keyLine.exec(line) ?? [];
    if (name === undefined || blank.length >= limit) continue;
    path.unshift(name);
    limit = blank.length;
  }
  return path;
}

function factAt(path: readonly string[]): HeaderKeyFact | undefined {
  const dotted = path.join('.');
  return documentKeys().find((fact) => fact.path === dotted);
}

/** The keys that are allowed here and not present yet. */
function offerKeys(request: Request, indent: string, typed: string, rest: string): Offers | undefined {
  if (request.typed && typed === '' && indent === '') return undefined;
  const parent = parents(request, indent.length);
  const begun = mappingAbove(request);
  const beside = () => keysOf(request, parent, siblings(request, indent.length), typed, rest, indent);
  if (begun !== undefined && begun.indent.length >= indent.length) {
    const within = keysOf(request, begun.path, new Set(), typed, rest, `${begun.indent}  `).offers;
    const keys = [
      ...within.map((offer) => indented(offer, `${begun.indent}  `, indent)),
      ...beside().offers.map((offer) => indented(offer, indent, indent)),
    ];
    return { ...beside(), start: request.at - typed.length - indent.length, offers: keys };
  }
  return parent.length === 0 && indent !== '' ? undefined : beside();
}

/** The offer of a key, with the indentation that the key needs. It also replaces the indentation that is already on the line. */
function indented(offer: Offer, indent: string, currentIndent: string): Offer {
  const { label, text = label, snippet } = offer;
  return { ...offer, text: indent + text, snippet: snippet && indent + snippet, filter: currentIndent + label };
}

/** The mapping that the line above begins, if it has no keys yet. The next line then holds its first key, however that line is indented. */
function mappingAbove(request: Request): { path: readonly string[]; indent: string } | undefined {
  const { before, after } = linesAround(request);
  const above = before.findLast((line) => line.trim() !== '') ?? '';
  const [whole, space = '', name = ''] = keyLine.exec(above) ?? [];
  if (whole === undefined || above.slice(whole.length).trim() !== '') return undefined;
  const next = after.find((line) => line.trim() !== '') ?? '';
  if ((/^ */.exec(next)?.[0].length ?? 0) > space.length) return undefined;
  const path = [...parents(request, space.length), name];
  return factAt(path)?.type === 'mapping' ? { path, indent: space } : undefined;
}

/** Offers the keys or values in a flow mapping. */
function offerFlow(request: Request, { path, indent, kind, word, present }: FlowCursor, line: string, rest: string) {
  const whole = [...parents(request, indent), ...path];
  if (kind === 'key') return keysOf(request, whole, present, word, rest, undefined);
  if (kind === 'item') return offerItem(request, factAt(whole), line, rest);
  const gap = line.slice(0, line.length - word.length).endsWith(':') ? ' ' : '';
  const fact = factAt(whole);
  const labels = fact ? valuesOf(fact) : [];
  return fact && labels.length > 0 ? replacing(request, word, rest, labels, fact, (label) => gap + label) : undefined;
}

/** The offers for the missing keys of a mapping. `indent`: their indentation, or undefined in a flow mapping. */
function keysOf(
  request: Request,
  parent: readonly string[],
  present: ReadonlySet<string>,
  typed: string,
  rest: string,
  indent: string | undefined,
): Offers {
  const prefix = parent.length === 0 ? '' : `${parent.join('.')}.`;
  const hasColon = /^[\w.-]*[ \t]*:/.test(rest);
  const offers = documentKeys()
    .filter(({ path }) => path.startsWith(prefix) && !path.slice(prefix.length).includes('.'))
    .map((fact) => ({ fact, name: fact.path.slice(prefix.length) }))
    .filter(({ name }) => !present.has(name))
    .map(
      ({ fact, name }): Offer => ({
        label: name,
        kind: CompletionItemKind.Property,
        ...(hasColon ? { text: name } : keyText(fact, name, indent)),
        doc: paragraphs(fact.doc, source(fact.section)),
      }),
    );
  const end = request.at + (/^[\w.-]*/.exec(rest)?.[0].length ?? 0);
  return { start: request.at - typed.length, end, offers };
}

/**
 * The text of a key with its colon. If its value is a mapping, a line break follows, since the keys of that mapping are on the next lines.
 */
function keyText(fact: HeaderKeyFact, name: string, indent: string | undefined): Pick<Offer, 'text' | 'opens'> {
  if (fact.type === 'mapping' && indent !== undefined) return { text: `${name}:\n${indent}  `, opens: true };
  return { text: `${name}: `, opens: valuesOf(fact).length > 0 };
}

/** The other keys of the mapping that contains the cursor's line. */
function siblings(request: Request, indent: number): Set<string> {
  const { before, after } = linesAround(request);
  const siblingKeys = new Set<string>();
  for (const lines of [before.reverse(), after]) {
    for (const line of lines) {
      const [, blank = '', name] = keyLine.exec(line) ?? [];
      if (name === undefined || blank.length > indent) continue;
      if (blank.length < indent) break;
      siblingKeys.add(name);
    }
  }
  return siblingKeys;
}

/** Offers the values of a key: each value alone, or, for a list, all of them in brackets. */
function offerValues(
  request: Request,
  fact: HeaderKeyFact | undefined,
  typed: string,
  rest: string,
): Offers | undefined {
  if (fact === undefined) return undefined;
  const isList = fact.type === 'strings' || fact.type === 'enums';
  const bracket = typed.lastIndexOf('[');
  if (isList && bracket >= 0) return typed.includes(']') ? undefined : offerItem(request, fact, typed, rest);
  const names = valuesOf(fact);
  const [word] = /[^\s]*$/.exec(typed) as RegExpExecArray;
  if (names.length === 0 || typed.trim() !== word) return undefined;
  // If the cursor is directly after the colon, the offers begin with a space.
  const gap = typed === '' ? ' ' : '';
  const labels = isList ? [`[${names.map(quoted).join(', ')}]`] : names;
  return replacing(request, word, rest, labels, fact, (label) => gap + label);
}

function valuesOf({ type, values = [] }: HeaderKeyFact): readonly string[] {
  return type === 'boolean' ? ['true', 'false'] : values;
}

/** Offers the values that a list in brackets does not contain yet. */
function offerItem(request: Request, fact: HeaderKeyFact | undefined, typed: string, rest: string): Offers | undefined {
  if (!fact?.values || (fact.type !== 'strings' && fact.type !== 'enums')) return undefined;
  // Masks complete items in quotes, so that they are not read as part of the word at the cursor.
  const masked = typed.replace(/"[^"]*"|'[^']*'/g, (item) => '\0'.repeat(item.length));
  const [word] = /(?:["'].*|[^\s,["']*)$/.exec(masked) as RegExpExecArray;
  if (word.includes('\0')) return undefined;
  const present = typed.slice(0, typed.length - word.length) + rest.replace(/^[^\s,\]]*/, '');
  const values = fact.values.filter((value) => !new RegExp(`(?<![\\w.])${escaped(value)}(?![\\w.])`).test(present));
  return replacing(request, word, rest, values, fact, quoted);
}

function replacing(
  { at }: Request,
  word: string,
  rest: string,
  labels: readonly string[],
  fact: HeaderKeyFact,
  text: (label: string) => string,
): Offers {
  const end = at + (/^(?:[^\s,\]}#"']*["']?)/.exec(rest)?.[0].length ?? 0);
  const doc = paragraphs(fact.doc, source(fact.section));
  const offers = labels.map((label): Offer => ({ label, kind: CompletionItemKind.Value, text: text(label), doc }));
  return { start: at - word.length, end, offers };
}

/** Puts a value in quotes if YAML requires them, as for control tokens and `functions.*`. */
function quoted(value: string): string {
  return /^[\w.]+$/.test(value) ? value : `"${value}"`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
