/** The tokens of a template, which the parser reads one by one. */
import { TemplateError } from '../errors.ts';
import type { Lexed, Token, TokenKind } from '../lexer.ts';
import { placeIn } from '../place.ts';

/** The maximum nesting depth of expressions. Real templates do not reach it, and deeper nesting would exhaust the stack. */
const MAX_EXPRESSION_DEPTH = 120;
/** The maximum number of operators, fields or filters in a chain. */
const MAX_CHAIN_LENGTH = 400;

/** A block that is not closed yet. */
interface OpenBlock {
  readonly name: string;
  /** The tags that may end or divide the block. */
  readonly ends: readonly string[];
  readonly at: number;
}

export class Tokens {
  /** The blocks around the current position, with the innermost last. */
  readonly begun: OpenBlock[] = [];
  /** Whether the current position is in a loop that `break` and `continue` can refer to. */
  isInLoop = false;
  private next = 0;
  private depth = 0;

  constructor(private readonly lexed: Lexed) {}

  /** The next token, or the token `ahead` positions after it; undefined at the end. */
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

  isOneOf(kind: TokenKind, values: readonly string[]): boolean {
    const token = this.peek();
    return token?.kind === kind && values.includes(token.value);
  }

  skip(kind: TokenKind, value: string): boolean {
    const isMatch = this.is(kind, value);
    if (isMatch) this.next++;
    return isMatch;
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

  /** The error for an unknown tag, as worded by Jinja, with the line of the innermost open block. */
  unknown(tag: string, at: number): TemplateError {
    const inner = this.begun.at(-1);
    const message = `Encountered unknown tag '${tag}'.`;
    if (inner === undefined) return this.wrong(message, at);
    const sought = inner.ends.map((end) => `'${end}'`).join(' or ');
    const looking = this.begun.some(({ ends }) => ends.includes(tag))
      ? `You probably made a nesting mistake. Jinja is expecting this tag, but currently looking for ${sought}.`
      : `Jinja was looking for the following tags: ${sought}.`;
    const { line } = placeIn(this.lexed.text, inner.at);
    return this.wrong(
      `${message} ${looking} The innermost block that needs to be closed is '${inner.name}', on line ${line + 1}.`,
      at,
    );
  }

  wrong(message: string, at = this.at): TemplateError {
    return new TemplateError('syntax', message, at);
  }

  /** Limits the length of chains such as `a.b.c` or `a + b + c`, in which each node contains all nodes before it. */
  linked(count: number): void {
    if (count > MAX_CHAIN_LENGTH)
      throw this.wrong(`a chain of more than ${MAX_CHAIN_LENGTH} operators, members or filters`);
  }

  /** Reads code inside a loop, or inside a block in which `break` has no effect on a loop around it. */
  inLoop<T>(isInLoop: boolean, read: () => T): T {
    const outer = this.isInLoop;
    this.isInLoop = isInLoop;
    const value = read();
    this.isInLoop = outer;
    return value;
  }

  /** Reads a construct that can contain itself, and limits the nesting depth. */
  nested<T>(read: () => T): T {
    if (++this.depth > MAX_EXPRESSION_DEPTH)
      throw this.wrong(`expressions or blocks nested more than ${MAX_EXPRESSION_DEPTH} levels deep`);
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
