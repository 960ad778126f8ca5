/** Templates as text → what they say. */
import { TemplateError } from '../errors.ts';
import { lex, normalized } from '../lexer.ts';
import type { Statement } from '../nodes.ts';
import { parseStatement } from './statements.ts';
import { Tokens } from './token-stream.ts';

/** How much of a text its errors are placed in. */
const shown = 1_000_000;

export interface Parsed {
  /** The text that offsets are in. */
  readonly text: string;
  readonly body: readonly Statement[];
}

/** Reads a template, or throws a `TemplateError` of the kind `syntax`. */
export function parse(source: string): Parsed {
  try {
    const lexed = lex(source);
    const tokens = new Tokens(lexed);
    const body: Statement[] = [];
    while (tokens.peek() !== undefined) body.push(parseStatement(tokens));
    return { text: lexed.text, body };
  } catch (error) {
    if (error instanceof TemplateError) error.text = normalized(source.slice(0, shown));
    throw error;
  }
}
