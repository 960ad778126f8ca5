/** Counts the outputs in an input, determines which of them fail, and chooses the one to explain. */
import type { ExtractedOutput, Findings } from './input/extracted-output.ts';
import { parserFor, parserNamed } from './parsers/index.ts';
import { hasHeaders, type Parser } from './parsers/parser.ts';
import type { FoundError } from './server-errors.ts';

/** An output, and the server error that the log reports about it. */
export interface Candidate {
  /** The number of the output, from 1. */
  readonly number: number;
  readonly found: ExtractedOutput;
  readonly parser: Parser;
  readonly accepted: boolean;
  /** The server error that probably belongs to the output: the next error after the output, or else the error just before it. */
  error?: SaidError | undefined;
}

export interface SaidError extends FoundError {
  readonly line: number;
}

/** The maximum number of failing outputs that are listed. */
const MAX_NUMBERS = 20;
/** The maximum distance between an error and its output, in lines. */
const near = 200;

export class Outputs implements Findings {
  total = 0;
  failing = 0;
  readonly numbers: number[] = [];
  lastError: SaidError | undefined;
  /** The last output, which is not parsed yet, since an error that identifies its parser may follow. */
  private open: Pick<Candidate, 'number' | 'found' | 'error'> | undefined;
  private last: Candidate | undefined;
  private lastFailing: Candidate | undefined;
  /** The last output with an error. */
  private lastBlamed: Candidate | undefined;
  private wanted: Candidate | undefined;

  constructor(
    private readonly parser?: Parser,
    private readonly choose?: number,
  ) {}

  output(extractedOutput: ExtractedOutput): void {
    const before = this.lastError;
    // The server's answer repeats the output that the server's log quotes.
    const isQuoted = before?.known.quotes === 'output' && before.line === extractedOutput.line;
    if (isQuoted && this.open?.found.text === extractedOutput.text) return;
    const isFree =
      before !== undefined &&
      !before.known.ofRequest &&
      before !== this.open?.error &&
      before.line >= (this.open?.found.line ?? 0);
    this.settle();
    this.open = {
      number: ++this.total,
      found: extractedOutput,
      error: isFree && extractedOutput.line - before.line <= near ? before : undefined,
    };
  }

  error(error: FoundError, line: number): void {
    this.lastError = { ...error, line };
    const { open } = this;
    // If an error quotes the output, it precedes the output.
    if (open === undefined || open.error !== undefined || error.known.quotes === 'output' || error.known.ofRequest)
      return;
    if (line - open.found.line <= near) open.error = this.lastError;
  }

  /** Runs the last output through its parser. */
  private settle(): void {
    const { open } = this;
    if (open === undefined) return;
    this.open = undefined;
    const { number, error } = open;
    const parser = this.parser ?? suited(open.found, error);
    const output = hasHeaders[parser.format] ? open.found : withTags(open.found);
    const { accepted } = parser.read(output.text);
    const candidate: Candidate = { ...open, found: output, parser, accepted };
    this.last = candidate;
    if (!accepted) {
      this.failing++;
      this.lastFailing = candidate;
      if (this.numbers.push(number) > MAX_NUMBERS) this.numbers.shift();
    }
    if (error !== undefined) this.lastBlamed = candidate;
    if (number === this.choose) this.wanted = candidate;
  }

  /**
   * The output to explain, known at the end of the input: the requested output. If none is requested: the last output that fails, otherwise
   * the last output with an error, otherwise the last output.
   */
  get chosen(): Candidate | undefined {
    this.settle();
    return this.choose === undefined ? (this.lastFailing ?? this.lastBlamed ?? this.last) : this.wanted;
  }
}

/** Replaces an output that was reassembled from an answer by the same output in the format of models that write tags. */
function withTags(output: ExtractedOutput): ExtractedOutput {
  const { tagged } = output;
  if (tagged === undefined || tagged.text === '') return output;
  // The last note is only about Harmony's headers.
  return { ...output, text: tagged.text, notes: [...output.notes.slice(0, -1), ...tagged.notes] };
}

/** The parser for an output with tags instead of Harmony's headers. */
function parserOfTags(text: string): Parser {
  const parser = parserFor(text);
  return hasHeaders[parser.format] ? (parserNamed('hermes') as Parser) : parser;
}

/**
 * The parser for an output. If a server reported an error, the server's parser is used, provided that it reads the format of the output.
 * Otherwise, the text determines the parser. For arguments alone, it is Ollama's parser.
 */
function suited({ form, text, tagged }: ExtractedOutput, error: SaidError | undefined): Parser {
  if (form === 'arguments') return parserNamed('ollama') as Parser;
  const textParser = tagged?.isLikely ? parserOfTags(tagged.text) : parserFor(text);
  const parser = parserNamed(error?.known.parser);
  return parser?.format === textParser.format ? parser : textParser;
}
