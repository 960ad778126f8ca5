/** Sets a value in a YAML or JSON text without changing anything else: comments, order and line breaks stay. */
import type { Span } from '../span.ts';
import type { ValueTree } from './trees.ts';

/** Replaces a span with `text` (UTF-16 offsets). */
export interface ValueEdit extends Span {
  readonly text: string;
}

/** The style in which inserted values are written. */
export interface PutStyle {
  /** Whether all names and strings are in quotes, as in JSON. */
  readonly quoted: boolean;
  /** Whether mappings are written on separate lines if those around them are. */
  readonly lines: boolean;
}

/** A value to set: a string, or a list or mapping of values. */
export type ConfigValue = string | readonly ConfigValue[] | { readonly [name: string]: ConfigValue };

/**
 * Returns the edits, in order and without overlaps, that set the value at a path. Undefined if a value on the path does not fit the next
 * step. A number in the path is the index of a list item, or of a new item after the last one. Since not every notation of YAML is handled
 * here, the caller has to parse the result again to check it.
 */
export function setValue(
  text: string,
  root: ValueTree | undefined,
  path: readonly (string | number)[],
  value: ConfigValue,
  style: PutStyle,
): ValueEdit[] | undefined {
  const lineBreak = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  const write = writer(style, lineBreak);
  let at = root;
  for (const [i, step] of path.entries()) {
    const rest = nested(path.slice(i + 1), value);
    if (at === undefined) {
      const before = text === '' || /[\r\n]$/.test(text) ? '' : lineBreak;
      const whole = nested(path.slice(i), value);
      const valueText = style.quoted ? write.flow(whole) : write.entry(step, rest, '');
      return [{ start: text.length, end: text.length, text: before + valueText + lineBreak }];
    }
    if (at.kind !== (typeof step === 'number' ? 'list' : 'mapping')) return undefined;
    const entry = at.entries.findLast(({ name }) => name === step);
    if (entry === undefined)
      return at.flow ? flowPuts(text, at, write.member(step, rest), lineBreak) : linePuts(step, rest, at);
    const { value: tree, end } = entry;
    if (tree === undefined) {
      if (typeof step === 'number') return undefined;
      const indent = indentBefore(text, entry.start);
      return [{ start: end, end, text: at.flow ? ` ${write.flow(rest)}` : write.after(rest, indent) }];
    }
    if (i === path.length - 1)
      return tree.kind === 'scalar' ? [{ start: tree.start, end: tree.end, text: write.flow(value) }] : undefined;
    at = tree;
  }
  return undefined;

  /** Returns the edit that adds a line after the last entry of a mapping or list without brackets. */
  function linePuts(step: string | number, rest: ConfigValue, { entries }: ValueTree): ValueEdit[] | undefined {
    const [first, last] = [entries[0], entries.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const indent = indentBefore(text, first.start, typeof step === 'number');
    const start = lineEnd(text, text.slice(0, last.end).trimEnd().length);
    return [{ start, end: start, text: lineBreak + indent + write.entry(step, rest, indent) }];
  }
}

/** Returns the edits that add an entry to a mapping or list in brackets. If the last entry has its own line, so has the new entry. */
function flowPuts(text: string, { start, entries }: ValueTree, memberText: string, lineBreak: string): ValueEdit[] {
  const last = entries.at(-1);
  if (last === undefined) return [{ start: start + 1, end: start + 1, text: memberText }];
  const comma = /^\s*,/.exec(text.slice(last.end))?.[0].length ?? 0;
  const end = last.end + comma;
  const isOnOwnLine = text.slice(lineStart(text, last.start), last.start).trim() === '';
  const over = /^[ \t]*(?:(?:\/\/|#).*|\/\*[^*\r\n]*\*\/[ \t]*)?(?=[\r\n])/.exec(text.slice(end))?.[0].length;
  const separated = comma > 0 ? '' : ',';
  if (!isOnOwnLine || over === undefined) return [{ start: end, end, text: `${separated} ${memberText}` }];
  const line = { start: end + over, end: end + over, text: lineBreak + indentBefore(text, last.start) + memberText };
  if (separated === '') return [line];
  if (over === 0) return [{ ...line, text: separated + line.text }];
  return [{ start: end, end, text: separated }, line];
}

/** Wraps a value in new mappings and lists, one for each step of a path. */
function nested(path: readonly (string | number)[], value: ConfigValue): ConfigValue {
  return path.reduceRight<ConfigValue>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  );
}

function writer({ quoted, lines }: PutStyle, lineBreak: string) {
  const word = (text: string | number) =>
    !quoted && /^(?!(?:true|false|null)$)[A-Za-z][\w-]*$/i.test(String(text)) ? String(text) : JSON.stringify(text);
  const isScalar = (value: ConfigValue): value is string => typeof value === 'string';
  const flow = (value: ConfigValue): string => {
    if (isScalar(value)) return word(value);
    if (isList(value)) return `[${value.map(flow).join(', ')}]`;
    const members = Object.entries(value).map(([name, one]) => `${word(name)}: ${flow(one)}`);
    return quoted ? `{ ${members.join(', ')} }` : `{${members.join(', ')}}`;
  };
  /** Writes the entries of a mapping without brackets, each on its own line. */
  const members = (value: ConfigValue, indent: string): string =>
    isScalar(value) || isList(value)
      ? flow(value)
      : Object.entries(value)
          .map(([name, one]) => word(name) + after(one, indent, ':'))
          .join(lineBreak + indent);
  /** Writes a value after the colon of an entry with the given indentation. */
  const after = (value: ConfigValue, indent: string, colon = ''): string => {
    if (!lines || isScalar(value) || (isList(value) && value.every(isScalar))) return `${colon} ${flow(value)}`;
    if (!isList(value)) return `${colon}${lineBreak}${indent}  ${members(value, `${indent}  `)}`;
    return colon + value.map((one) => `${lineBreak}${indent}  - ${members(one, `${indent}    `)}`).join('');
  };
  return {
    flow,
    after,
    member: (step: string | number, value: ConfigValue) =>
      typeof step === 'number' ? flow(value) : `${word(step)}: ${flow(value)}`,
    entry: (step: string | number, value: ConfigValue, indent: string) =>
      typeof step === 'number' ? `- ${members(value, `${indent}  `)}` : word(step) + after(value, indent, ':'),
  };
}

const isList = (value: ConfigValue): value is readonly ConfigValue[] => Array.isArray(value);

const lineStart = (text: string, at: number) =>
  at === 0 ? 0 : Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;

function lineEnd(text: string, from: number): number {
  const index = text.slice(from).search(/[\r\n]/);
  return index < 0 ? text.length : from + index;
}

/** Returns the indentation of the entry that begins at `at`: up to its key or, with `item`, up to its dash. */
function indentBefore(text: string, at: number, item = false): string {
  const lead = text.slice(lineStart(text, at), at).replace('\uFEFF', '');
  return item ? lead.replace(/-[ \t]*$/, '') : lead.replace(/\S/g, ' ');
}
