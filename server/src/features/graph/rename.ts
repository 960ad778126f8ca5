/**
 * `textDocument/rename`: renames a call id, a tool or a speaker everywhere in the document. For a tool, only the name without its
 * namespaces changes.
 */
import type { Range, TextEdit } from 'vscode-languageserver-types';
import { builtinNamespaces, builtins, roles } from '../../grammar/index.ts';
import type { Mention, ReferentKind } from '../../model/graph/index.ts';
import type { Span } from '../../syntax/span.ts';
import { quote } from '../../syntax/wording.ts';
import { Refusal } from '../support/feature.ts';
import { inMessage } from '../support/label.ts';
import {
  declared,
  locatedHolders,
  renamed,
  type Site,
  type Source,
  type Symbol,
  siteAt,
  sitesOf,
  symbolOf,
} from './graph.ts';
import { firstOf, GRAPH_LIMITS } from './limits.ts';

interface Kind {
  readonly what: string;
  readonly accepts: RegExp;
  /** The sentence that tells users which names `accepts` allows. */
  readonly allowed: string;
}

const inHeader = {
  accepts: /^[!-~]+$/,
  allowed:
    'A header value can contain ASCII letters, digits and punctuation, but no spaces, no quotes, and none of `<`, `>`, `|` and `\\`.',
};
const notInHeader = /[<>|"'`\\]/;
const kinds: Readonly<Record<ReferentKind, Kind>> = {
  id: { what: 'the id of a call', ...inHeader },
  speaker: { what: 'the name of a speaker', ...inHeader },
  callee: {
    what: 'the name of a tool',
    accepts: /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*$/,
    allowed:
      'Tool names are words joined by dots. A word begins with a letter or `_`, and contains only letters, digits, `_` and `-`.',
  },
};

/** The name at an offset that a rename would change, without its namespaces. Null if no name there can be renamed. */
export function prepareRename<Holder>(
  source: Source<Holder>,
  offset: number,
): { readonly range: Range; readonly placeholder: string } | null {
  const site = siteAt(source, offset);
  if (site === undefined || isBuiltin(symbolOf(source, site))) return null;
  const { name } = site.mention;
  const length = bareLength(source, symbolOf(source, site), site);
  const span = bare(site.mention, length);
  return { range: source.rangesIn(site.holder)(span), placeholder: name.slice(-length) };
}

/** Renames all occurrences of the symbol at an offset. Throws a `Refusal` with the reason if that is impossible. */
export function rename<Holder>(source: Source<Holder>, offset: number, newName: unknown) {
  const site = siteAt(source, offset);
  if (site === undefined || typeof newName !== 'string')
    throw new Refusal('Only call ids, tool names and speaker names can be renamed.');
  const symbol = symbolOf(source, site);
  if (isBuiltin(symbol))
    throw new Refusal(`${quoteName(symbol.name)} is built in and cannot be renamed: models know it by this name.`);
  const length = bareLength(source, symbol, site);
  const before = symbol.name.slice(0, -length);
  // Users may also type the full name, with its namespaces.
  const name = before !== '' && newName.startsWith(before) ? newName.slice(before.length) : newName;
  const to = renamed(symbol, before + name);
  if (to.key === symbol.key) return edit(source, []);
  checkNewName(source, symbol, to, name);
  const isTooMuch = source.holders(symbol.key).length > GRAPH_LIMITS.edits;
  const { first, more } = firstOf(isTooMuch ? [] : sitesOf(source, symbol), GRAPH_LIMITS.edits);
  if (isTooMuch || more)
    throw new Refusal(
      `${quoteName(symbol.name)} occurs in more than ${GRAPH_LIMITS.edits} places, too many for an editor to change at once. Use find and replace instead.`,
    );
  return edit(
    source,
    Array.from(
      locatedHolders(source, first, ({ mention }) => bare(mention, length)),
      ({ one: { mention }, range }) => ({ range, newText: isExact(mention) ? name : to.name }),
    ),
  );
}

const quoteName = (name: string) => quote(inMessage(name));

/** Throws a `Refusal` if a name is already in use or not allowed. */
function checkNewName<Holder>(source: Source<Holder>, symbol: Symbol, to: Symbol, name: string): void {
  const { what, accepts, allowed } = kinds[symbol.named];
  if (!accepts.test(name) || notInHeader.test(name))
    throw new Refusal(`${quoteName(name)} cannot be ${what}. ${allowed}`);
  if (symbol.named === 'callee' && to.name === name && name.includes('.') && !symbol.name.includes('.'))
    throw new Refusal(`The dot would put ${quoteName(name)} in a namespace. Choose a name without a dot.`);
  const beside = source
    .holders(declared(symbol.key))
    .some((holder) => source.factsOf(holder).mentions.some((one) => one.key === symbol.key && one.beside?.has(name)));
  if (beside) throw new Refusal(`${quoteName(name)} is a type in the tool's namespace. Choose another name.`);
  if (symbol.named === 'callee' && (isBuiltin(to) || isRole(to.name)))
    throw new Refusal(
      `${quoteName(to.name)} has a special meaning: it is a ${isRole(to.name) ? 'role' : 'built-in tool'}.`,
    );
  if (source.holders(to.key).length > 0)
    throw new Refusal(`${quoteName(to.name)} is taken: it is already ${what}. Choose another name.`);
}

const roleNames = new Set<string>(roles.map((role) => role.name));
const isRole = (name: string) => roleNames.has(name);
/** Whether a tool is built in, so that models call it without a declaration. */
const isBuiltin = ({ named, name }: Symbol) =>
  named === 'callee' &&
  (builtins.some(({ recipient }) => recipient === name) || builtinNamespaces.some((space) => space === name));

/**
 * The length of the part of a tool's name that a rename changes: the name without its namespace. If the name has different namespaces at
 * this site and in the declarations of the tool, the shortest part counts. For all other symbols, it is the length of the whole name.
 */
function bareLength<Holder>(source: Source<Holder>, symbol: Symbol, { mention }: Site<Holder>): number {
  const bareLengthOf = ({ name, space }: Mention) => name.length - space;
  const declarations = source.holders(declared(symbol.key)).flatMap((holder) => {
    const { mentions } = source.factsOf(holder);
    return mentions.filter(({ key, part }) => key === symbol.key && part === 'declaration').map(bareLengthOf);
  });
  return declarations.reduce((a, b) => Math.min(a, b), bareLengthOf(mention));
}

/** Whether a name is written without JSON escapes, which would make the text longer than the name. */
const isExact = ({ start, end, name }: Mention) => end - start <= name.length;

/** The span of the last `length` characters of a name, or of the whole name if it is written with escapes. */
function bare(mention: Mention, length: number): Span {
  const { start, end } = mention;
  return isExact(mention) ? { start: Math.max(start, end - length), end } : { start, end };
}

/** The edits as a change to this version of the document. A client that has a newer version rejects it. */
function edit<Holder>({ uri, version }: Source<Holder>, edits: readonly TextEdit[]) {
  return { documentChanges: [{ textDocument: { uri, version }, edits }] };
}
