/** Reads the YAML of a document header. Reading continues after an error. */
import type { Alias, Document, Node, Pair, YAMLMap } from 'yaml';
import type { Span } from '../span.ts';
import { parseYaml } from '../yaml.ts';
import { yamlPackage } from '../yaml-package.ts';
import { type HeaderError, HeaderErrors } from './errors.ts';
import type { HeaderEntry, HeaderValues } from './values.ts';

/** The maximum length of a header. A longer one is a document without its tokens, and parsing it would block the editor. */
const MAX_HEADER_LENGTH = 256 * 1024;

/** The maximum nesting depth of keys. Deeper keys have no meaning. */
const MAX_KEY_DEPTH = 16;

/** Reads the text of a header and returns its values and errors. */
export function readDocumentHeader(text: string): HeaderValues {
  const errors = new HeaderErrors(text);
  if (text.length > MAX_HEADER_LENGTH) {
    errors.add('TOO_LONG', '', 0);
    return result([], [], errors.found);
  }
  const yaml = yamlPackage();
  if (yaml === undefined) return result([], [], []);
  const source = text.replace(/\r(?!\n)/g, '\n');
  let entries: HeaderEntry[] = [];
  try {
    const document: Document = parseYaml(source, {
      schema: 'core',
      uniqueKeys: false,
      // With `silent`, the parser would ignore everything after `---`.
      logLevel: 'error',
      prettyErrors: false,
      strict: true,
    });
    const aliases = text.includes('*') ? errors.addAliases(yaml, document) : new Map<Alias, Node>();
    const { contents } = document;
    if (yaml.isMap(contents)) entries = entriesOf(yaml, contents, aliases);
    errors.addParsed(document, entries);
    if (!yaml.isMap(contents) && errors.found.length === 0 && /[^\s\uFEFF-]/.test(text))
      errors.add('NOT_A_MAPPING', '', text.search(/[^\s\uFEFF-]/));
  } catch (error) {
    // The parser throws only if values are nested too deeply.
    errors.add('TOO_DEEP', String((error as Error).message ?? error), 0);
  }
  return result(entries, commentsOf(yaml, source), errors.found);
}

/** The lexemes that correspond to no text. The last one precedes plain text. */
const marks = new Set(['\x02', '\x18', '\x1f']);
const scalar = '\x1f';

function commentsOf(yaml: typeof import('yaml'), text: string): Span[] {
  if (!text.includes('#')) return [];
  const spans: Span[] = [];
  let at = 0;
  let before = '';
  for (const lexeme of new yaml.Lexer().lex(text)) {
    if (!marks.has(lexeme)) {
      if (before !== scalar && lexeme.startsWith('#')) spans.push({ start: at, end: at + lexeme.length });
      at += lexeme.length;
    }
    before = lexeme;
  }
  return spans;
}

function entriesOf(yaml: typeof import('yaml'), contents: YAMLMap, aliases: ReadonlyMap<Alias, Node>): HeaderEntry[] {
  const entries: HeaderEntry[] = [];
  const resolveAlias = (node: unknown) => (yaml.isAlias(node) ? aliases.get(node) : node);
  const walk = (map: YAMLMap, parent: string, depth: number) => {
    const seenNames = new Set<string>();
    for (const pair of map.items as Pair<Node, Node>[]) {
      const key = pair.key as Node | null;
      // If a key is missing, the parser inserts an empty one.
      if (!key || !yaml.isScalar(key) || !key.range || key.range[1] <= key.range[0]) continue;
      const name = String(key.value);
      const step = /^[^.]+$/.test(name) ? name : JSON.stringify(name);
      const path = parent === '' ? step : `${parent}.${step}`;
      const value = resolveAlias(pair.value);
      const range = pair.value?.range ?? [key.range[1], key.range[1]];
      entries.push({
        path,
        parent,
        keyStart: key.range[0],
        keyEnd: key.range[1],
        valueStart: range[0],
        valueEnd: range[1],
        source: yaml.isScalar(value) ? (value.source ?? String(value.value ?? '')) : '',
        value: pair.value === null ? null : yaml.isScalar(value) ? value.value : undefined,
        items: yaml.isSeq(value)
          ? value.items.map((item) => {
              const node = resolveAlias(item);
              const [start, end] = (item as Node).range ?? range;
              return { value: yaml.isScalar(node) ? node.value : undefined, start, end };
            })
          : undefined,
        isMapping: yaml.isMap(value),
        duplicate: seenNames.has(name),
      });
      seenNames.add(name);
      // Aliases may be circular, so they are not followed here. Their target is visited where it is written.
      if (yaml.isMap(pair.value) && depth < MAX_KEY_DEPTH) walk(pair.value, path, depth + 1);
    }
  };
  walk(contents, '', 0);
  return entries;
}

function result(
  entries: readonly HeaderEntry[],
  comments: readonly Span[],
  errors: readonly HeaderError[],
): HeaderValues {
  // If keys are equal, the last one counts.
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const version = /^(\d+)\.\d+$/.exec(byPath.get('version')?.source ?? '');
  return {
    entries,
    comments,
    errors,
    major: version ? Number(version[1]) : undefined,
    harmonyEnabled: byPath.get('profiles.harmony.enabled')?.value === true,
    get: (path) => byPath.get(path),
    isBroken: ({ keyStart, valueEnd }) => errors.some(({ at }) => at >= keyStart && at <= valueEnd),
  };
}
