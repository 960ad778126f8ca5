/**
 * Recognizes the kind of input: a model's output as is, as a string with escapes or as token ids; a chat API response; or a
 * log that contains outputs. The input arrives in pieces that consist of whole lines; a log is not kept in memory.
 */
import { isEventStream } from '../../syntax/event-stream.ts';
import { decodeTokens } from '../../tokens/harmony.ts';
import { isPythonCalls } from '../parsers/models/pythonic.ts';
import { errorIn, type FoundError, withoutErrors } from '../server-errors.ts';
import { calledIn, callLinesIn, isCallLine } from '../whole-call.ts';
import { jsonString, numbersIn, pythonText, unquoted } from './escapes.ts';
import { type Findings, firstMark, hasMarks, isStripped } from './extracted-output.ts';
import { LogReader } from './lines.ts';
import { isLogLine } from './log-lines.ts';
import { isAnnounced } from './output-start.ts';
import { after, inJsonString, inLines, inPythonString, type PlaceOf, type Source } from './places.ts';
import { argumentsIn, argumentsOf, parse, searchJson } from './responses.ts';

/** The limits on the beginning of the input from which its kind is recognized: in lines, and in UTF-16 units. */
const [fewLines, farEnough] = [200, 200_000];

/** The beginning of an output that is the whole input, not part of a log. */
const begins =
  /^\s*(?:<\|(?:start|channel|message|constrain|end|call|return|im_start)\|>|<(?:think|tool_call|function=)|to=\S+(?:\s|<\|)|(?:assistant|commentary|analysis|final)<\|)/;

export class Recogniser {
  private readonly whole: string[] = [];
  private log: LogReader | undefined;
  private decided = false;
  /** `asIs`: whether text without any recognizable signs counts as an output. */
  constructor(
    private readonly findings: Findings,
    private readonly asIs = false,
  ) {}

  /** Takes the next piece, which consists of whole lines, except at the end of the input. */
  push(piece: string): void {
    if (!this.decided && /\S/.test(piece)) {
      this.decided = true;
      if (isEventStream(piece) || isLog(piece)) this.startLog();
    }
    if (this.log === undefined) this.whole.push(piece);
    else readLines(this.log, piece);
  }

  /** Finishes after the last piece. */
  end(): void {
    if (this.log === undefined && !this.isOne(this.whole.join('').replace(/^\uFEFF/, ''))) this.startLog();
    this.log?.end();
  }

  private startLog(): void {
    this.log = new LogReader(this.findings);
    for (const piece of this.whole) readLines(this.log, piece);
    this.whole.length = 0;
  }

  /** Reads the whole input as a single output, string or JSON value. Returns false if the input must be read as a log instead. */
  private isOne(text: string): boolean {
    const { findings } = this;
    const line = 1 + (/^\s*/.exec(text)?.[0].split('\n').length ?? 1) - 1;
    const give = (form: 'text' | 'escaped', outputText: string, from: string, placeOf: PlaceOf) =>
      findings.output({ form, text: outputText, from, line, placeOf, notes: [] });
    const numbers = numbersIn(text);
    if (numbers !== undefined) {
      const { text: decoded, starts } = decodeTokens(numbers);
      const from = numbers.length === 1 ? '1 token id' : `${numbers.length} token ids`;
      findings.output({ form: 'token-ids', text: decoded, from, line, starts, notes: [] });
      return true;
    }
    const trimmed = text.trim();
    const inText = inLines(text, 1);
    const source: Source = { text: trimmed, placeOf: after(text.length - text.trimStart().length, inText) };
    const asJson = jsonString(trimmed);
    const string = asJson ?? pythonString(trimmed);
    if (string !== undefined) {
      const error = errorIn(string);
      if (error !== undefined && !hasMarks(withoutErrors(string))) this.foundError(error, string, line);
      else {
        const placeOf = asJson === undefined ? inPythonString(betweenQuotes(source)) : inJsonString(source, string);
        give('escaped', string, 'a string with escapes', placeOf);
      }
      return true;
    }
    const isCall = calledIn(text) !== undefined || callLinesIn(text) !== undefined || isPythonCalls(text);
    if (/^[[{]/.test(trimmed)) {
      const value = parse(trimmed);
      if (value !== undefined && searchJson(value, findings, { line, what: 'a JSON value', source })) return true;
      if (value !== undefined && !this.asIs && !isCall) return false;
    }
    if (
      !isPlain(text) &&
      !isCall &&
      !(this.asIs && firstMark(text) < 0 && errorIn(text.slice(0, farEnough)) === undefined)
    )
      return false;
    const plain = unquoted(trimmed);
    if (plain !== undefined) {
      const quoted: Source = { text: `"${trimmed}"`, placeOf: after(-1, source.placeOf) };
      give('escaped', plain, 'text with string escapes', inJsonString(quoted, plain));
    }
    // A line break at the end belongs to the file, not to the model's output.
    else give('text', text.replace(/\r?\n$/, ''), 'the whole input', inText);
    return true;
  }

  private foundError(error: FoundError, text: string, line: number): void {
    this.findings.error(error, line);
    const raw = argumentsIn(text);
    if (raw !== undefined) this.findings.output({ form: 'arguments', text: raw, from: argumentsOf, line, notes: [] });
  }
}

/**
 * Whether text that is not a log is an output. An output begins like one, or it has signs of an output without words that announce one and
 * without a server error.
 */
function isPlain(text: string): boolean {
  if (begins.test(text) || isStripped(text)) return true;
  const mark = firstMark(text);
  if (mark < 0) return false;
  const line = text.slice(Math.max(text.lastIndexOf('\n', mark) + 1, mark - 1000), mark);
  return !isAnnounced(line) && errorIn(text.slice(0, farEnough)) === undefined;
}

/** The beginning of a Python string. */
const pythonQuote = /^[bru]?(['"])/;

function betweenQuotes({ text, placeOf }: Source): Source {
  const start = pythonQuote.exec(text)?.[0].length ?? 0;
  return { text: text.slice(start, -1), placeOf: after(start, placeOf) };
}

function pythonString(text: string): string | undefined {
  const match = pythonQuote.exec(text);
  const inner = match && text.endsWith(match[1] as string) ? text.slice(match[0].length, -1) : undefined;
  return inner !== undefined && hasMarks(inner) && !inner.includes('\n') ? pythonText(inner) : undefined;
}

/** Whether an input with this beginning is read line by line, since it is a log or has one JSON value per line. */
function isLog(head: string): boolean {
  const start = head.slice(0, farEnough);
  if (begins.test(start) || numbersIn(start) !== undefined) return false;
  const lines = start.split('\n', fewLines).filter((line) => /\S/.test(line));
  if (/^\s*["'[{]/.test(start) && !isLogLine(start.trimStart())) {
    // There is one JSON value per line if the first line is a complete value and other lines follow.
    const [first = ''] = lines;
    return lines.length > 1 && /^\s*[[{]/.test(start) && !isCallLine(first) && parse(first) !== undefined;
  }
  return lines.some((line) => isLogLine(line) || errorIn(line) !== undefined) || head.length > farEnough;
}

function readLines(log: LogReader, piece: string): void {
  for (let at = 0; at < piece.length; ) {
    const end = piece.indexOf('\n', at);
    const stop = end < 0 ? piece.length : end;
    log.read(piece.slice(at, piece[stop - 1] === '\r' && stop > at ? stop - 1 : stop));
    at = stop + 1;
  }
}
