// Building blocks for the grammar's regular expressions. The engine is Oniguruma, which sees one line at a time.
//
// The grammar embeds other languages only line by line (`while`), in the document header and in code fences: a TextMate rule
// cannot end while a rule inside it is open, and in grammars for whole files, an unclosed brace, quote or fence stays open.
// Therefore, our own rules read the bodies, and each rule with a beginning and an end also ends at the end of the message. No rule
// may consume the `<` of a control token.
//
// Lines can be long: a whole transcript may be on one line. The engine caches its results within a line, but not for expressions
// with `\G`; and captures with nested patterns copy the line. So rules that apply to many messages on a line contain neither.

/** Escapes a string for a regular expression. */
export const quote = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns a regular expression for any of these words. The longest is tried first. */
export const oneOf = (words) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map(quote)
    .join('|');

/** Returns a regular expression for a control token with one of these names. */
export const tokens = (names) => `<\\|(?:${oneOf(names)})\\|>`;

/** Returns the names of the tokens of some kinds. */
export const namesOf = (facts, ...kinds) => facts.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);

/** Match the beginning and the end of a word in a header. */
export const wordStart = '(?<![^\\s>])';
export const wordEnd = '(?=\\s|<\\||$)';

/** Matches any word, up to a space or a token. */
export const anyWord = '(?>(?:[^\\s<]|<(?!\\|))+)';

/** Used as the end of a rule that never ends. */
export const never = '(?!)';

/** Matches a scope that already ends with the name of a language. */
const foreignScope = /^(?:source|text|meta\.embedded)\.|\.(?:json|markdown|html|ts)$/;

/** Appends the name of the grammar's language to a scope, or to each of several scopes separated by spaces. */
export const scope = (names) =>
  names
    .split(' ')
    .map((name) => (foreignScope.test(name) ? name : `${name}.ocml`))
    .join(' ');

/**
 * Returns captures for the groups of a regular expression: `captures('a.b', undefined, 'c.d')` names groups 1 and 3. Instead of a name, a
 * group can have an array of patterns.
 */
export function captures(...groups) {
  const entries = groups.map((group, i) => [
    i + 1,
    Array.isArray(group) ? { patterns: group } : group && { name: scope(group) },
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value));
}

/** Returns references to rules in the grammar's repository. */
export const include = (...names) => names.map((name) => ({ include: `#${name}` }));

/** Returns a rule for text that matches a pattern. `name`: the scope of the text; `groups`: the scopes of the pattern's groups. */
export const match = (pattern, name, ...groups) => ({
  ...(name && { name: scope(name) }),
  match: pattern,
  ...(groups.length > 0 && { captures: captures(...groups) }),
});

/** Returns patterns for the ends of rules. */
export function stops({ controlTokens, tokensOf, roles, toolRolePrefixes, functionsNamespace }) {
  const terminators = namesOf(controlTokens, 'terminator');
  /** Returns a pattern for the end of a message in a family with plain frames. */
  const plainStop = (familyTokens) => `(?=${tokens(namesOf(familyTokens, 'opener', 'terminator'))})`;
  const [, ...builtinRoles] = toolRolePrefixes;
  const meantAsRole = [
    ...roles.map((role) => role.name),
    `${functionsNamespace}\\.[^\\s<]*`,
    `(?:${builtinRoles.join('|')})(?:\\.[^\\s<]*)?`,
  ].join('|');
  const bodyStop = `(?<!<)(?:${tokens(terminators)}|<\\|start\\|>(?=(?i:${meantAsRole})${wordEnd}))`;
  return {
    /** Matches the end of a header: a terminator, or the next message. */
    headerStop: `(?=${tokens([...terminators, 'start'])})`,
    /** Matches the end of a body: a terminator that is not escaped, or `<|start|>` before what may be a role. */
    bodyStop: `(?=${bodyStop})`,
    chatmlStop: plainStop(tokensOf['openchatml-0.1']),
    plainStop,
  };
}
