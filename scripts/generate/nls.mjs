// Moves the texts of package.json that users read to `package.nls.json`, where they can be translated. New texts are written in the
// manifest in plain English, and the next run of the generator moves them.

/** The keys in a manifest whose values users read. */
const read = new Set([
  ...['title', 'shortTitle', 'description', 'markdownDescription', 'label', 'name', 'displayName'],
  ...['enumDescriptions', 'markdownEnumDescriptions', 'enumItemLabels', 'category', 'altText'],
]);
/** Matches the paths of those keys whose values are not translated: names that code refers to, or that are the same in every language. */
const unread =
  /^(?:name|author|languageModelTools\..*\.(?:name|inputSchema\..*)|problemMatchers\..*\.name|languages\..*|grammars\..*|snippets\..*|commands\..*\.category)$/;

const reference = /^%(.+)%$/;

/** Returns the part of a key that identifies an element of a list: a name or an id in the element, otherwise its index. */
const keyOf = (element, i) =>
  element?.command ?? element?.toolReferenceName ?? element?.id ?? element?.type ?? element?.view ?? i;

/**
 * Returns the manifest with references in place of its texts, and the texts. A known text is kept if the manifest still refers to it. If a
 * text is inserted into a list, it gets a new key; the texts after it keep their keys, so that their translations remain correct.
 */
export function translatable(manifest, knownTexts) {
  const texts = {};
  const usedKeys = new Set([...JSON.stringify(manifest).matchAll(/"%([^"%]+)%"/g)].map(([, key]) => key));
  const free = (path) => {
    let key = path;
    for (let i = 2; usedKeys.has(key); i++) key = `${path}.${i}`;
    usedKeys.add(key);
    return key;
  };
  const moved = (value, path) => {
    const [, existingKey] = reference.exec(value) ?? [];
    const key = existingKey ?? free(path);
    texts[key] = existingKey === undefined ? value : (knownTexts[existingKey] ?? '');
    return `%${key}%`;
  };
  const walk = (value, path, isText) => {
    if (typeof value === 'string') return isText && !unread.test(path) ? moved(value, path) : value;
    if (Array.isArray(value)) return value.map((one, i) => walk(one, joined(path, keyOf(one, i)), isText));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        // Under `properties`, the words in `read` are the names of settings or rules, not keys of texts.
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

/**
 * Returns the texts in the extension's code that can be translated, which are the arguments of `l10n.t('…')` and `t('…')`. Each text is its
 * own key.
 */
export function l10nBundle(sources) {
  const texts = sources.flatMap(([file, source]) => {
    const literal = /(?<![\w.])(?:l10n\.)?t\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g;
    const all = [...source.matchAll(literal)].map(([, text]) => unquoted(text));
    const calls = source.match(/(?<![\w.])(?:l10n\.)?t\(/g)?.length ?? 0;
    if (all.length !== calls) throw new Error(`${file}: t(…) takes a text in quotes, which can be translated.`);
    return all;
  });
  return Object.fromEntries([...new Set(texts)].sort().map((text) => [text, text]));
}

const unquoted = (literal) =>
  literal.slice(1, -1).replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
