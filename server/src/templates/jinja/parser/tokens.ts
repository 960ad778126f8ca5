/** The tokens of a template, one after the other, as the parser asks for them. */
import { TemplateError } from '../errors.ts';
import type { Lexed, Token, TokenKind } from '../lexer.ts';

/** How deep expressions can be nested: no real ones are deeper, and they would exhaust the stack. */
const deepest = 120;
/** How many operators, members or filters can follow on one another. */
const longest = 400;

export class Tokens {
  private next = 0;
  private depth = 0;

  constructor(private readonly lexed: Lexed) {}

  /** The token that comes next, or one after it; undefined at the end. */
  peek(ahead = 0): Token | undefined {
    return this.lexed.tokens[this.next + ahead];
  }

  get at(): number {
    return this.peek()?.start ?? this.lexed.text.length;
  }

  take(): Token {
    const token = this.peek();
    if (token === undefined) throw this.wrong('unexpected end of template');
    this.next++;
    return token;
  }

  is(kind: TokenKind, ...values: readonly string[]): boolean {
    const token = this.peek();
    return token?.kind === kind && (values.length === 0 || values.includes(token.value));
  }

  skip(kind: TokenKind, value: string): boolean {
    const found = this.is(kind, value);
    if (found) this.next++;
    return found;
  }

  expect(kind: TokenKind, value?: string): Token {
    if (this.is(kind, ...(value === undefined ? [] : [value]))) return this.take();
    throw this.wrong(`expected ${value === undefined ? words[kind] : `'${value}'`}, got ${this.described()}`);
  }

  described(): string {
    const token = this.peek();
    if (token === undefined) return 'the end of the template';
    return token.kind === 'data' ? words.data : token.kind === 'string' ? 'a string' : `'${token.value}'`;
  }

  wrong(message: string, at = this.at): TemplateError {
    return new TemplateError('syntax', message, at);
  }

  /** Counts what follows on one another, as in `a.b.c` or `a + b + c`: each holds all before it. */
  linked(count: number): void {
    if (count > longest) throw this.wrong(`more than ${longest} in a row`);
  }

  /** Reads something that may hold its like. */
  nested<T>(read: () => T): T {
    if (++this.depth > deepest) throw this.wrong(`nested more than ${deepest} deep`);
    const value = read();
    this.depth--;
    return value;
  }
}

const words: Readonly<Record<TokenKind, string>> = {
  data: 'text',
  begin: "'{%'",
  end: "'%}'",
  print: "'{{'",
  printed: "'}}'",
  name: 'a name',
  string: 'a string',
  integer: 'a number',
  float: 'a number',
  operator: 'an operator',
};
