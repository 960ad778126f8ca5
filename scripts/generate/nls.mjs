// Moves the texts of package.json that users read to `package.nls.json`, where they can be translated. Each run of the
// generator moves the texts that are still in the manifest in plain English.

/** The keys in a manifest with values that users read. */
const read = new Set([
  ...['title', 'shortTitle', 'description', 'markdownDescription', 'label', 'name', 'displayName'],
  ...['enumDescriptions', 'markdownEnumDescriptions', 'enumItemLabels', 'category', 'altText'],
]);
/** Paths with such keys that are not text: names that code refers to, or that are the same in every language. */
const unread =
  /^(?:name|author|languageModelTools\..*\.(?:name|inputSchema\..*)|problemMatchers\..*\.name|languages\..*|grammars\..*|snippets\..*|commands\..*\.category)$/;

const reference = /^%(.+)%$/;

/** The part of a key that stands for a list element: the value of an identifying member, otherwise the index. */
const keyOf = (element, i) =>
  element?.command ?? element?.toolReferenceName ?? element?.id ?? element?.type ?? element?.view ?? i;

/**
 * The manifest with references in place of texts, and the texts; known texts are kept if the manifest still refers to them. A
 * text that is inserted into a list gets a new key; the texts after it keep their keys, so that their translations still apply.
 */
export function translatable(manifest, known) {
  const texts = {};
  const taken = new Set([...JSON.stringify(manifest).matchAll(/"%([^"%]+)%"/g)].map(([, key]) => key));
  const free = (path) => {
    let key = path;
    for (let i = 2; taken.has(key); i++) key = `${path}.${i}`;
    taken.add(key);
    return key;
  };
  const moved = (value, path) => {
    const [, given] = reference.exec(value) ?? [];
    const key = given ?? free(path);
    texts[key] = given === undefined ? value : (known[given] ?? '');
    return `%${key}%`;
  };
  const walk = (value, path, isText) => {
    if (typeof value === 'string') return isText && !unread.test(path) ? moved(value, path) : value;
    if (Array.isArray(value)) return value.map((one, i) => walk(one, joined(path, keyOf(one, i)), isText));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        // Under `properties`, these words are names of settings or rules.
        walk(one, joined(path, key), !/\bproperties$/.test(path) && read.has(key)),
      ]),
    );
  };
  const { contributes, capabilities, ...rest } = manifest;
  return {
    manifest: { ...rest, capabilities: walk(capabilities, 'capabilities'), contributes: walk(contributes, '') },
    texts: Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const joined = (path, key) => (path === '' ? String(key) : `${path}.${key}`);

/** The texts to translate in the extension's code, as given to `l10n.t('…')`. The key of each text is the text itself. */
export function l10nBundle(sources) {
  const found = sources.flatMap(([file, source]) => {
    const literal = /(?<![\w.])(?:l10n\.)?t\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;
    const all = [...source.matchAll(literal)].map(([, text]) => unquoted(text));
    const calls = source.match(/(?<![\w.])(?:l10n\.)?t\(/g)?.length ?? 0;
    if (all.length !== calls) throw new Error(`${file}: t(…) takes a text in quotes, which can be translated.`);
    return all;
  });
  return Object.fromEntries([...new Set(found)].sort().map((text) => [text, text]));
}

const unquoted = (literal) =>
  literal.slice(1, -1).replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
