/** The outputs in an input: their number, which of them fail, and the one to explain. */
import type { Findings, Found } from './input/found.ts';
import { parserFor, parserNamed } from './parsers/index.ts';
import type { Parser } from './parsers/parser.ts';
import type { FoundError } from './server-errors.ts';

/** An output with what the log says about it. */
export interface Candidate {
  /** Its number, from 1. */
  readonly number: number;
  readonly found: Found;
  readonly parser: Parser;
  readonly accepted: boolean;
  /** The server error that probably belongs to it: the next one, otherwise the one just before. */
  error?: SaidError;
}

export interface SaidError extends FoundError {
  readonly line: number;
}

/** How many numbers of failing outputs are listed. */
const mostNumbers = 20;
/** How far an error may be from its output, in lines. */
const near = 200;

export class Outputs implements Findings {
  total = 0;
  failing = 0;
  /** The numbers of the last ones that fail. */
  readonly numbers: number[] = [];
  /** The last error of a server that is in the input. */
  lastError: SaidError | undefined;
  private last: Candidate | undefined;
  private lastFailing: Candidate | undefined;
  private wanted: Candidate | undefined;

  constructor(
    private readonly parser?: Parser,
    private readonly choose?: number,
  ) {}

  output(found: Found): void {
    const number = ++this.total;
    const before = this.lastError;
    const isNear =
      before !== undefined && found.line - before.line <= near && before.line > (this.last?.found.line ?? 0);
    const said = isNear ? before : undefined;
    const parser = this.parser ?? suited(found, said);
    const accepted = parser.read(found.text).accepted;
    const candidate: Candidate = { number, found, parser, accepted, ...(said && { error: said }) };
    this.last = candidate;
    if (!accepted) {
      this.failing++;
      this.lastFailing = candidate;
      if (this.numbers.push(number) > mostNumbers) this.numbers.shift();
    }
    if (number === this.choose) this.wanted = candidate;
  }

  error(error: FoundError, line: number): void {
    this.lastError = { ...error, line };
    const { last } = this;
    if (last !== undefined && last.error === undefined && line - last.found.line <= near) last.error = this.lastError;
  }

  /** The one to explain: the one that was asked for, or the last that fails, or the last. */
  get chosen(): Candidate | undefined {
    return this.choose === undefined ? (this.lastFailing ?? this.last) : this.wanted;
  }
}

/** The parser for an output: by the server whose error is with it, if that reads the format, or by the text. */
function suited({ form, text }: Found, error: SaidError | undefined): Parser {
  if (form === 'arguments') return parserNamed('ollama') as Parser;
  const own = parserFor(text);
  const named = error && parserNamed(error.known.parser);
  return named?.format === own.format ? named : own;
}
