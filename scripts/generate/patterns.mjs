// The pieces that the grammar's regular expressions are made of. Oniguruma is the engine; it sees one line at a time.
//
// Why the grammar embeds other languages only line by line (`while`), in the document header and in code fences: a rule of
// TextMate cannot end while a rule inside it is open, and in grammars made for whole files an unclosed brace, quote or fence
// stays open. So bodies are read by rules of our own, and each of those that spans text ends at the message's end too. No
// rule may swallow the `<` of a control token.
//
// Lines are long: a whole transcript may be on one. What the engine finds it remembers while it stays on the line,
// but not for expressions with `\G`, and what has patterns of its own in captures copies the line; so neither occurs in
// rules that many messages on one line would use.

/** Escapes a string for a regular expression. */
export const quote = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Alternatives, the longest first. */
export const oneOf = (words) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map(quote)
    .join('|');

/** A regular expression for a control token with one of these names. */
export const tokens = (names) => `<\\|(?:${oneOf(names)})\\|>`;

/** The names of those tokens that are of a kind. */
export const namesOf = (facts, ...kinds) => facts.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name);

/** Patterns for the beginning and the end of a word in a header. */
export const wordStart = '(?<![^\\s>])';
export const wordEnd = '(?=\\s|<\\||$)';

/** A word that is not a known one: up to a space or a token. */
export const anyWord = '(?>(?:[^\\s<]|<(?!\\|))+)';

/** A rule that nothing ends. */
export const never = '(?!)';

/** Scopes that have a language of their own at the end. */
const foreignScope = /^(?:source|text|meta\.embedded)\.|\.(?:json|markdown|html|ts)$/;

/** A scope, or several separated by spaces, as the grammar names it: with the language at the end. */
export const scope = (names) =>
  names
    .split(' ')
    .map((name) => (foreignScope.test(name) ? name : `${name}.ocml`))
    .join(' ');

/** Captures by number: `captures('a.b', undefined, 'c.d')` names groups 1 and 3; an array holds patterns instead. */
export function captures(...groups) {
  const named = groups.map((group, i) => [
    i + 1,
    Array.isArray(group) ? { patterns: group } : group && { name: scope(group) },
  ]);
  return Object.fromEntries(named.filter(([, value]) => value));
}

/** References to rules of the repository. */
export const include = (...names) => names.map((name) => ({ include: `#${name}` }));

/** A rule for text that matches, with a scope for the whole and for its groups. */
export const match = (pattern, name, ...groups) => ({
  ...(name && { name: scope(name) }),
  match: pattern,
  ...(groups.length > 0 && { captures: captures(...groups) }),
});

/** Where things end, made of the facts. */
export function stops({ controlTokens, tokensOf, roles, toolRolePrefixes, functionsNamespace }) {
  const terminators = namesOf(controlTokens, 'terminator');
  /** Ends a message of a family with plain frames. */
  const plainStop = (own) => `(?=${tokens(namesOf(own, 'opener', 'terminator'))})`;
  const [, ...builtinRoles] = toolRolePrefixes;
  const meantAsRole = [
    ...roles.map((role) => role.name),
    `${functionsNamespace}\\.[^\\s<]*`,
    `(?:${builtinRoles.join('|')})(?:\\.[^\\s<]*)?`,
  ].join('|');
  const bodyStop = `(?<!<)(?:${tokens(terminators)}|<\\|start\\|>(?=(?i:${meantAsRole})${wordEnd}))`;
  return {
    /** Ends a header: a terminator, or the next message. */
    headerStop: `(?=${tokens([...terminators, 'start'])})`,
    /** Ends a body: a terminator that is not escaped, or `<|start|>` with a role that can be meant. */
    bodyStop: `(?=${bodyStop})`,
    chatmlStop: plainStop(tokensOf['openchatml-0.1']),
    plainStop,
  };
}
