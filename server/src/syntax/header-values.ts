/** What the YAML document header says. The parser is loaded with the first header; a bad header never stops it. */
import type { Document, Node, Pair, YAMLMap } from 'yaml';
import type { Block } from './block.ts';

/** A key of the header with the value behind it; offsets count from the block's start. */
export interface HeaderEntry {
  /** Dotted, as in `grammar/`. */
  readonly path: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  /** As written, quotes taken off. */
  readonly source: string;
  readonly value: unknown;
  /** The items of a list, each with its place. */
  readonly items: readonly { readonly value: unknown; readonly start: number; readonly end: number }[] | undefined;
  readonly isMapping: boolean;
  /** The same key stands in the same mapping before. */
  readonly duplicate: boolean;
}

export interface HeaderValues {
  readonly entries: readonly HeaderEntry[];
  /** What is wrong with it as YAML, each at its place. */
  readonly errors: readonly { readonly message: string; readonly start: number; readonly end: number }[];
  /** Major version, if `version` is `N.M`. */
  readonly major: number | undefined;
  readonly harmonyEnabled: boolean;
  get(path: string): HeaderEntry | undefined;
}

/** A header longer than this is a document that lost its tokens, not a header; parsing it would stall the editor. */
const longest = 256 * 1024;

const cache = new WeakMap<Block, HeaderValues>();

export function headerValues(block: Block): HeaderValues {
  let values = cache.get(block);
  if (values === undefined) {
    values = read(block.text);
    cache.set(block, values);
  }
  return values;
}

function read(text: string): HeaderValues {
  if (text.length > longest) {
    const end = firstLineEnd(text, 0);
    return result(
      [],
      [
        {
          message: `It is ${text.length} characters long and was not read: no line begins with a control token before that`,
          start: 0,
          end,
        },
      ],
    );
  }
  const yaml = require('yaml') as typeof import('yaml');
  const errors: { message: string; start: number; end: number }[] = [];
  let document: Document | undefined;
  try {
    document = yaml.parseDocument(text.replace(/\r(?!\n)/g, '\n'), {
      schema: 'core',
      uniqueKeys: false,
      logLevel: 'silent',
      prettyErrors: false,
      strict: true,
    });
  } catch (error) {
    // Nesting deeper than the stack is the one thing that the parser throws on.
    errors.push({ message: String((error as Error).message ?? error), start: 0, end: firstLineEnd(text, 0) });
  }
  for (const { message, pos } of document?.errors ?? []) {
    const start = lineStart(text, Math.min(pos[0], text.length - 1));
    // The first error of a line explains it; the others follow from that one.
    if (errors.some((error) => error.start === start)) continue;
    errors.push({ message: message.split('\n')[0] as string, start, end: firstLineEnd(text, start) });
  }
  const contents = document?.contents;
  if (document && !yaml.isMap(contents) && errors.length === 0) {
    const start = text.search(/[^\s\uFEFF-]/);
    if (start >= 0) errors.push({ message: 'It is not a mapping', start, end: firstLineEnd(text, start) });
  }
  const entries: HeaderEntry[] = [];
  const walk = (map: YAMLMap, prefix: string, depth: number) => {
    const seen = new Set<string>();
    for (const pair of map.items as Pair<Node, Node>[]) {
      const key = pair.key as Node | null;
      if (!key || !yaml.isScalar(key) || !key.range) continue;
      const name = String(key.value);
      const path = prefix === '' ? name : `${prefix}.${name}`;
      const value = yaml.isAlias(pair.value) ? pair.value.resolve(document as Document) : pair.value;
      const place = (pair.value as Node | null)?.range ?? [key.range[1], key.range[1]];
      const mapping = yaml.isMap(value);
      entries.push({
        path,
        keyStart: key.range[0],
        keyEnd: key.range[1],
        valueStart: place[0],
        valueEnd: place[1],
        source: yaml.isScalar(value) ? (value.source ?? String(value.value ?? '')) : '',
        value: yaml.isScalar(value) ? value.value : undefined,
        items: yaml.isSeq(value)
          ? value.items.map((item) => {
              const node = item as Node;
              return {
                value: yaml.isScalar(node) ? node.value : undefined,
                start: node.range?.[0] ?? place[0],
                end: node.range?.[1] ?? place[1],
              };
            })
          : undefined,
        isMapping: mapping,
        duplicate: seen.has(name),
      });
      seen.add(name);
      // An alias may lead in a circle; what it points at was walked where it stands.
      if (mapping && !yaml.isAlias(pair.value) && depth < 16) walk(value as YAMLMap, path, depth + 1);
    }
  };
  if (yaml.isMap(contents)) walk(contents, '', 0);
  return result(entries, errors);
}

function result(entries: readonly HeaderEntry[], errors: HeaderValues['errors']): HeaderValues {
  // The last of equal keys wins.
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const version = /^(\d+)\.\d+$/.exec(byPath.get('version')?.source ?? '');
  return {
    entries,
    errors,
    major: version ? Number(version[1]) : undefined,
    harmonyEnabled: byPath.get('profiles.harmony.enabled')?.value === true,
    get: (path) => byPath.get(path),
  };
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
}

function firstLineEnd(text: string, from: number): number {
  const found = text.slice(from).search(/[\r\n]/);
  return found < 0 ? text.length : from + found;
}
