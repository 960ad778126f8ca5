// Texts of package.json that users read, in `package.nls.json`, where they can be translated: what is in the manifest as
// plain English is moved there by each run of the generator.

/** The keys of a manifest whose values users read. */
const read = new Set([
  ...['title', 'shortTitle', 'description', 'markdownDescription', 'label', 'name', 'displayName'],
  ...['enumDescriptions', 'markdownEnumDescriptions', 'enumItemLabels', 'category', 'altText'],
]);
/** Those of other things than text: names that code refers to, or that are the same in every language. */
const unread =
  /^(?:name|author|languageModelTools\..*\.(?:name|inputSchema\..*)|problemMatchers\..*\.name|languages\..*|grammars\..*|snippets\..*|commands\..*\.category)$/;

const reference = /^%(.+)%$/;

/** How an element of a list is called in a key: by what names it, else by its place. */
const keyOf = (element, i) =>
  element?.command ?? element?.toolReferenceName ?? element?.id ?? element?.type ?? element?.view ?? i;

/**
 * The manifest with references in place of texts, and the texts; of those that were there, what is still referred to. A text that
 * comes into the middle of a list gets a key that no other has: those after it keep theirs, by which they are translated.
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
        // A setting or a rule may be called like one of these.
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

/** Texts of the extension's code that are to be translated, as `l10n.t('…')` has them, by themselves. */
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
