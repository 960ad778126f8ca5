/** The outputs in an input: their number, which of them fail, and the one to explain. */
import type { ExtractedOutput, Findings } from './input/extracted-output.ts';
import { parserFor, parserNamed } from './parsers/index.ts';
import { hasHeaders, type Parser } from './parsers/parser.ts';
import type { FoundError } from './server-errors.ts';

/** An output with what the log says about it. */
export interface Candidate {
  /** Its number, from 1. */
  readonly number: number;
  readonly found: ExtractedOutput;
  readonly parser: Parser;
  readonly accepted: boolean;
  /** The server error that probably belongs to it: the next one, otherwise the one just before. */
  error?: SaidError | undefined;
}

export interface SaidError extends FoundError {
  readonly line: number;
}

/** How many numbers of failing outputs are listed. */
const MAX_NUMBERS = 20;
/** How far an error may be from its output, in lines. */
const near = 200;

export class Outputs implements Findings {
  total = 0;
  failing = 0;
  /** The numbers of the last ones that fail. */
  readonly numbers: number[] = [];
  /** The last error of a server that is in the input. */
  lastError: SaidError | undefined;
  /** The last output as long as an error may follow that shows its parser. */
  private open: Pick<Candidate, 'number' | 'found' | 'error'> | undefined;
  private last: Candidate | undefined;
  private lastFailing: Candidate | undefined;
  /** The last one with an error. */
  private lastBlamed: Candidate | undefined;
  private wanted: Candidate | undefined;

  constructor(
    private readonly parser?: Parser,
    private readonly choose?: number,
  ) {}

  output(found: ExtractedOutput): void {
    const before = this.lastError;
    // The server's answer repeats what its log quotes.
    const isQuoted = before?.known.quotes === 'output' && before.line === found.line;
    if (isQuoted && this.open?.found.text === found.text) return;
    const isFree =
      before !== undefined &&
      !before.known.ofRequest &&
      before !== this.open?.error &&
      before.line >= (this.open?.found.line ?? 0);
    this.settle();
    this.open = {
      number: ++this.total,
      found,
      error: isFree && found.line - before.line <= near ? before : undefined,
    };
  }

  error(error: FoundError, line: number): void {
    this.lastError = { ...error, line };
    const { open } = this;
    // One that quotes the output comes before it.
    if (open === undefined || open.error !== undefined || error.known.quotes === 'output' || error.known.ofRequest)
      return;
    if (line - open.found.line <= near) open.error = this.lastError;
  }

  /** Puts the last output to its parser. */
  private settle(): void {
    const { open } = this;
    if (open === undefined) return;
    this.open = undefined;
    const { number, error } = open;
    const parser = this.parser ?? suited(open.found, error);
    const found = hasHeaders[parser.format] ? open.found : withTags(open.found);
    const { accepted } = parser.read(found.text);
    const candidate: Candidate = { ...open, found, parser, accepted };
    this.last = candidate;
    if (!accepted) {
      this.failing++;
      this.lastFailing = candidate;
      if (this.numbers.push(number) > MAX_NUMBERS) this.numbers.shift();
    }
    if (error !== undefined) this.lastBlamed = candidate;
    if (number === this.choose) this.wanted = candidate;
  }

  /** The one to explain, after the last: the one that was asked for, or the last that fails, or that an error is with, or the last. */
  get chosen(): Candidate | undefined {
    this.settle();
    return this.choose === undefined ? (this.lastFailing ?? this.lastBlamed ?? this.last) : this.wanted;
  }
}

/** A text that was put together from an answer, as models write it that have tags. */
function withTags(found: ExtractedOutput): ExtractedOutput {
  const { tagged } = found;
  if (tagged === undefined || tagged.text === '') return found;
  // The last note is about the headers.
  return { ...found, text: tagged.text, notes: [...found.notes.slice(0, -1), ...tagged.notes] };
}

/** The parser that the text of a model without Harmony shows. */
function parserOfTags(text: string): Parser {
  const own = parserFor(text);
  return hasHeaders[own.format] ? (parserNamed('hermes') as Parser) : own;
}

/** The parser for an output: by the server whose error is with it, if that reads the format, or by the text. */
function suited({ form, text, tagged }: ExtractedOutput, error: SaidError | undefined): Parser {
  if (form === 'arguments') return parserNamed('ollama') as Parser;
  const own = tagged?.isLikely ? parserOfTags(tagged.text) : parserFor(text);
  const named = parserNamed(error?.known.parser);
  return named?.format === own.format ? named : own;
}
