/**
 * Splits a Jinja template into tokens, with Jinja configured as by `transformers`: `trim_blocks`, `lstrip_blocks`, line breaks
 * normalized to LF, and a line break at the end removed. Offsets are UTF-16 offsets in the normalized text.
 */
import { TemplateError } from './errors.ts';
import { pythonSpace, trimEnd } from './runtime/space.ts';
import { unescapeString } from './string-literal.ts';

export type TokenKind =
  | 'data'
  | 'begin'
  | 'end'
  | 'print'
  | 'printed'
  | 'name'
  | 'string'
  | 'integer'
  | 'float'
  | 'operator';

export interface Token {
  /** The kind of the token. `begin` and `end` delimit a statement, `print` and `printed` an expression. */
  readonly kind: TokenKind;
  /** The text of the token. In data and strings, escapes are resolved; other kinds have the source text. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export interface Lexed {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** Normalizes the text of a template before it is split into tokens. */
export const normalized = (source: string): string => source.replace(/\r\n?/g, '\n').replace(/\n$/, '');

const space = `[${pythonSpace}]`;
/** Matches an opening delimiter, with its trim mark, or the whole first tag of a raw block. */
const opener = new RegExp(`\\{%([-+]?)${space}*raw${space}*(?:-%\\}${space}*|%\\})|\\{([%{#])([-+]?)`, 'g');
const rawEnd = new RegExp(`\\{%([-+]?)${space}*endraw${space}*(?:\\+%\\}|-%\\}${space}*|%\\}\\n?)`, 'g');
const commentEnd = new RegExp(`(?:\\+#\\}|-#\\}${space}*|#\\}\\n?)`, 'g');
const blockEnd = new RegExp(`(?:\\+%\\}|-%\\}${space}*|%\\}\\n?)`, 'y');
const printEnd = new RegExp(`(?:-\\}\\}${space}*|\\}\\})`, 'y');
const spaces = new RegExp(`${space}+`, 'y');
const float = /(?<!\.)(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?e[+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/iy;
const integer = /0b(?:_?[01])+|0o(?:_?[0-7])+|0x(?:_?[\da-f])+|[1-9](?:_?\d)*|0(?:_?0)*/iy;
const name = /[\p{L}\p{N}_\p{M}]+/uy;
const string = /'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"/sy;
const operator = /\/\/|\*\*|==|!=|>=|<=|[-+/*%~[\](){}><=.:|,;]/y;
const closing = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** The maximum length of a template (UTF-16 units). The largest templates in use have a hundredth of it. */
const MAX_TEMPLATE_LENGTH = 1_000_000;

export function lex(source: string): Lexed {
  if (source.length > MAX_TEMPLATE_LENGTH)
    throw new TemplateError('budget', `the template is longer than the limit of ${MAX_TEMPLATE_LENGTH} characters`, 0);
  const text = normalized(source);
  return { text, tokens: new Lexer(text).read() };
}

class Lexer {
  private readonly tokens: Token[] = [];
  private at = 0;
  /** Whether the current data is at the beginning of a line or of the template. */
  private startsLine = true;

  constructor(private readonly text: string) {}

  read(): readonly Token[] {
    const { text } = this;
    for (;;) {
      opener.lastIndex = this.at;
      const match = opener.exec(text);
      if (match === null) break;
      const [whole, rawSign, kind, sign] = match;
      this.data(match.index, rawSign ?? sign ?? '', kind !== '{');
      this.at = match.index + whole.length;
      this.startsLine = whole.endsWith('\n');
      if (kind === undefined) this.raw(match.index);
      else if (kind === '#') this.comment(match.index);
      else this.code(match.index, kind === '%' ? 'begin' : 'print');
      this.startsLine = text[this.at - 1] === '\n';
    }
    if (this.at < text.length) this.push('data', text.slice(this.at), this.at, text.length);
    return this.tokens;
  }

  private push(kind: TokenKind, value: string, start: number, end = this.at): void {
    this.tokens.push({ kind, value, start, end });
  }

  /** Adds the text before an opener at `end`. Removes indentation before statements and comments. */
  private data(end: number, sign: string, strips: boolean): void {
    let data = this.text.slice(this.at, end);
    if (sign === '-') data = trimEnd(data);
    else if (sign !== '+' && strips) {
      const line = data.lastIndexOf('\n') + 1;
      const onLine = data.slice(line);
      if ((line > 0 || this.startsLine) && onLine !== '' && trimEnd(onLine) === '') data = data.slice(0, line);
    }
    if (data !== '') this.push('data', data, this.at, end);
  }

  private raw(start: number): void {
    rawEnd.lastIndex = this.at;
    const end = rawEnd.exec(this.text);
    if (end === null) throw new TemplateError('syntax', 'Missing end of raw directive', start);
    this.data(end.index, end[1] as string, true);
    this.at = end.index + end[0].length;
  }

  private comment(start: number): void {
    commentEnd.lastIndex = this.at;
    const end = commentEnd.exec(this.text);
    if (end === null) throw new TemplateError('syntax', 'Missing end of comment tag', start);
    this.at = end.index + end[0].length;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0];
  }

  /** Reads a statement or an expression after its opening delimiter, up to and including its closing delimiter. */
  private code(start: number, kind: 'begin' | 'print'): void {
    this.push(kind, kind === 'begin' ? '{%' : '{{', start);
    const open: string[] = [];
    const end = kind === 'begin' ? blockEnd : printEnd;
    for (;;) {
      const at = this.at;
      const closes = open.length === 0 ? this.match(end) : undefined;
      if (closes !== undefined) {
        this.at += closes.length;
        return this.push(kind === 'begin' ? 'end' : 'printed', closes.trim(), at, at + closes.trimEnd().length);
      }
      const gap = this.match(spaces);
      if (gap !== undefined) this.at += gap.length;
      else if (at >= this.text.length) this.endsEarly(start, open);
      else this.word(at, open);
    }
  }

  private endsEarly(start: number, open: readonly string[]): never {
    const expected = open.at(-1);
    const what = expected === undefined ? `the end of this tag` : `'${expected}'`;
    throw new TemplateError('syntax', `unexpected end of template, expected ${what}`, start);
  }

  private word(at: number, open: string[]): void {
    const kinds = [
      ['float', float],
      ['integer', integer],
      ['name', name],
      ['string', string],
      ['operator', operator],
    ] as const;
    for (const [kind, pattern] of kinds) {
      const value = this.match(pattern);
      if (value === undefined) continue;
      this.at += value.length;
      if (kind === 'operator') balance(value, at, open);
      return this.push(kind, kind === 'string' ? unescapeString(value, at) : value, at);
    }
    throw new TemplateError('syntax', `unexpected char ${JSON.stringify(this.text[at])} at ${at}`, at);
  }
}

/** Updates the list of open brackets. */
function balance(value: string, at: number, open: string[]): void {
  const closer = closing.get(value);
  if (closer !== undefined) open.push(closer);
  else if (/^[)\]}]$/.test(value)) {
    const expected = open.pop();
    if (expected === value) return;
    const but = expected === undefined ? '' : `, expected '${expected}'`;
    throw new TemplateError('syntax', `unexpected '${value}'${but}`, at);
  }
}
