/** Parses the text of templates. */
import { TemplateError } from '../errors.ts';
import { lex, normalized } from '../lexer.ts';
import type { Statement } from '../nodes.ts';
import { parseStatement } from './statements.ts';
import { Tokens } from './token-stream.ts';

/** The maximum length of a text that is kept to locate errors (UTF-16 units). */
const MAX_ERROR_TEXT_LENGTH = 1_000_000;

export interface Parsed {
  /** The text that offsets refer to. */
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
    if (error instanceof TemplateError) error.text = normalized(source.slice(0, MAX_ERROR_TEXT_LENGTH));
    throw error;
  }
}
