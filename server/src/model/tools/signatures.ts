/**
 * Finds the beginning, the name, the end and the type of declarations that resemble TypeScript (HARM-36). Names may contain dots
 * . Words before the keyword, such as `export`, are ignored.
 */
import { getOwn } from '../../syntax/get-own.ts';

interface Signature {
  readonly name: string;
  /** The offsets where the name starts and where the declaration ends. */
  readonly nameStart: number;
  readonly end: number;
  /** The type as written after `type NAME =`; undefined if it cannot be determined. */
  readonly type: string | undefined;
  /** Whether the declaration can be called. Interfaces and enumerations cannot be called, since other declarations only refer to them. */
  readonly callable: boolean;
}

interface Kind {
  /** Matches the text after the name. If it does not match, the text is prose and not a declaration. */
  readonly follows: RegExp;
  /** Returns the type. `after`: the text after the name that `follows` matches; `rest`: the text after that. */
  type(rest: string, after: string): string | undefined;
  readonly callable: (type: string | undefined) => boolean;
}

const always = () => true;
const never = () => false;
const value: Kind = {
  follows: /[ \t]*[:=](?!>)/y,
  type: (rest) => rest,
  callable: (type) => type?.includes('=>') ?? false,
};
const shape: Kind = { follows: /[^\n{;]*\{/y, type: () => undefined, callable: never };

const kinds = {
  type: { follows: /(?:[ \t]*<[^\n]*?>)?[ \t]*=(?!>)/y, type: (rest) => rest, callable: always },
  function: {
    follows: /(?:[ \t]*<[^\n]*?>)?[ \t]*\(/y,
    type: (rest) => `(${rest.slice(0, closingBracket(rest))}) => any`,
    callable: always,
  },
  const: value,
  let: value,
  var: value,
  // An interface that extends another one has no known type, since the other one may not be declared.
  interface: { ...shape, type: (rest, after) => (after.trim() === '{' ? `{${rest}` : undefined) },
  class: shape,
  enum: shape,
} satisfies Readonly<Record<string, Kind>>;

const keyword = Object.keys(kinds).join('|');
const modifiers = '(?:(?:export|declare|default|async|abstract|const(?=[ \\t]+enum))[ \\t]+)*';
/** A regular expression for the beginning of a declaration's line, for use in other regular expressions. */
export const declarationStart = `${modifiers}(?:${keyword})[ \\t]`;

const head = new RegExp(`[ \\t]*${modifiers}(${keyword})[ \\t]+([\\w-]+(?:\\.[\\w-]+)*)`, 'y');

/** The maximum length of a declaration. Longer ones are cut off (UTF-16 units). */
const MAX_DECLARATION_LENGTH = 20_000;

/** Returns the declaration that begins in the line at `from`; undefined if there is none. */
export function signatureAt(text: string, from: number): Signature | undefined {
  const declarationHead = headAt(text, from);
  if (declarationHead === undefined) return undefined;
  const { name, nameStart, kind, after, typeStart } = declarationHead;
  const end = signatureEnd(text, from);
  const type = kind.type(text.slice(typeStart, end).trimEnd(), after);
  return { name, nameStart, end, type, callable: kind.callable(type) };
}

function headAt(text: string, from: number) {
  head.lastIndex = from;
  const match = head.exec(text);
  if (!match) return undefined;
  const [, word = '', name = ''] = match;
  const kind = getOwn<Kind>(kinds, word);
  if (kind === undefined) return undefined;
  const { follows } = kind;
  follows.lastIndex = from + match[0].length;
  const after = follows.exec(text)?.[0];
  if (after === undefined) return undefined;
  const nameStart = follows.lastIndex - after.length - name.length;
  return { name, nameStart, kind, after, typeStart: follows.lastIndex };
}

const pieces = /\/\/.*|"(?:[^"\\\n]|\\.)*"|[([{]|[)\]}]|;|\n/g;

/**
 * The end of a declaration: where its brackets are closed, otherwise after `=> any;`, otherwise before the next declaration. A
 * line with more indentation does not begin the next declaration while brackets are open.
 */
function signatureEnd(text: string, from: number): number {
  const rest = text.slice(from, from + MAX_DECLARATION_LENGTH);
  const indent = indentAt(text, from);
  let depth = 0;
  let declaration = rest;
  for (const { 0: piece, index } of rest.matchAll(pieces)) {
    if ('([{'.includes(piece)) depth++;
    else if (')]}'.includes(piece) && --depth < 0) return from + index;
    else if (piece === ';' && depth === 0) return from + index + 1;
    else if (piece === '\n') {
      const next = from + index + 1;
      // The declaration has no semicolon, and this line is its last one.
      if (depth === 0 && /^\s*(?:\/[/*]|\}|$)/.test(text.slice(next, next + 200))) return next - 1;
      if ((depth > 0 && indentAt(text, next) > indent) || !headAt(text, next)) continue;
      declaration = rest.slice(0, index);
      break;
    }
  }
  if (depth === 0) return from + declaration.length;
  const arrow = /=>[ \t]*\w+[ \t]*;?/.exec(declaration);
  const closer = /\n[ \t]*\}[ \t]*(?:\/\/.*)?(?:\n|$)/.exec(declaration);
  if (arrow && (!closer || arrow.index < closer.index)) return from + arrow.index + arrow[0].length;
  return from + (closer ? closer.index : declaration.length);
}

const spaces = /[ \t]*/y;

function indentAt(text: string, from: number): number {
  spaces.lastIndex = from;
  return spaces.exec(text)?.[0].length ?? 0;
}

/** The offset of the bracket that closes the bracket before the text; the end of the text if the closing bracket is missing. */
function closingBracket(text: string): number {
  let depth = 1;
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    if ('([{'.includes(piece)) depth++;
    else if (')]}'.includes(piece) && --depth === 0) return index;
  }
  return text.length;
}
