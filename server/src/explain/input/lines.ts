/**
 * Searches a server's log line by line for outputs of a model, which may be quoted, JSON, token ids, or plain text up to the next log line.
 * However long the log is, only the output that is being read is in memory.
 */
import { decodeTokens, isSpecialId } from '../../tokens/harmony.ts';
import { errorIn, withoutErrors } from '../server-errors.ts';
import { ArrivingAnswers } from './arriving-answers.ts';
import { endOfString, jsonString, numbersIn, pythonText } from './escapes.ts';
import { type Findings, firstMark, hasMarks, isPrompt } from './extracted-output.ts';
import { colours, isLogLine, wrappers } from './log-lines.ts';
import { announcementEnd, beginOf, inQuotes, isMention, isSent, quoteBefore } from './output-start.ts';
import { inJsonString, inLines, inPythonString, NO_COLUMN, type Source } from './places.ts';
import { argumentsIn, argumentsOf, parse, searchJson } from './responses.ts';

/** A list of numbers in brackets, and the name before it; lists whose names suggest a prompt are skipped. */
const numberList = /[[(](?:\d{1,7}, ?){2,}\d{1,7},?[\])]/g;
const nameBefore = /(\w{0,40})['"]?\s?[:=]?\s?$/;

/** A line that ends with a stop token. */
const stops = /<\|(?:return|call|im_end)\|>\s*$/;

/** The beginning of a further message after a stop token, with which an output continues. */
const goesOn = /^\s*(?:<\||(?:assistant|analysis|commentary|final)\b[^<]{0,100}<\||to=)/;

/** Text that a log appends to an output on the same line. */
const afterOutput = /(<\|(?:return|call)\|>)[,;)\]}](?![^]*<\|)[^]*$/;

/** An output whose further lines are still being read. */
interface Open {
  readonly parts: string[];
  /** For each part, the number of characters before the part in its line of the input. */
  readonly skipped: number[];
  /** Whether the last line that is not empty ends with a stop token. */
  isOver?: boolean;
  readonly line: number;
  readonly from: string;
  /** The string that ends the output, if it does not end at the next log line. */
  readonly until?: string;
}

/** Data lines of an event that form a JSON value only when they are joined. */
interface EventLines {
  readonly line: number;
  readonly lines: string[];
  /** For each line: `NO_COLUMN` if the columns of the line are unknown, otherwise 0. */
  readonly skipped: number[];
  length: number;
}

/** The maximum length of an event of several lines (UTF-16 units). */
const MAX_EVENT_LENGTH = 1 << 24;
const dataLine = /^data: ?/;

export class LogReader {
  private line = 0;
  /** `NO_COLUMN` if colors were removed from the line, so that its columns are unknown; otherwise 0. */
  private skipped = 0;
  private open: Open | undefined;
  private event: EventLines | undefined;
  private readonly answers: ArrivingAnswers;

  constructor(private readonly findings: Findings) {
    this.answers = new ArrivingAnswers(findings);
  }

  /** Reads the next line, without its line break. */
  read(raw: string): void {
    this.line++;
    const text = raw.includes('\x1b') ? raw.replace(colours, '') : raw;
    this.skipped = text.length < raw.length ? NO_COLUMN : 0;
    if (!this.inEvent(text)) this.readLine(text);
  }

  private readLine(text: string): void {
    const { open } = this;
    if (open?.until !== undefined) {
      const end = text.indexOf(open.until);
      open.parts.push(end < 0 ? text : text.slice(0, end));
      open.skipped.push(this.skipped);
      if (end >= 0) this.close();
      return;
    }
    if (open !== undefined) {
      const line = text.replace(wrappers, '');
      const isBlank = line.trim() === '';
      if (isBlank || !(isLogLine(text) || (open.isOver && !goesOn.test(line)))) {
        open.parts.push(line);
        open.skipped.push(this.skippedTo(text.length - line.length));
        if (!isBlank) open.isOver = stops.test(line);
        return;
      }
      this.close();
    }
    this.look(text);
  }

  /** Finishes reading after the last line. */
  end(): void {
    this.endEvent();
    this.close();
    this.answers.end();
  }

  /** Takes a line if it may be one of several data lines of an event. Returns whether it took the line. */
  private inEvent(text: string): boolean {
    const { event } = this;
    const isData = dataLine.test(text);
    if (event === undefined) {
      if (!isData || this.open?.until !== undefined || !opensValue(text.replace(dataLine, ''))) return false;
      this.event = { line: this.line, lines: [text], skipped: [this.skipped], length: text.length };
      return true;
    }
    if (isData && event.length + text.length <= MAX_EVENT_LENGTH) {
      event.lines.push(text);
      event.skipped.push(this.skipped);
      event.length += text.length;
      return true;
    }
    this.endEvent();
    return this.inEvent(text);
  }

  /** Reads the lines of an event as one JSON value. If they do not form one, reads each line on its own. */
  private endEvent(): void {
    const { event, line, skipped } = this;
    this.event = undefined;
    if (event === undefined) return;
    this.line = event.line;
    const data = event.lines.map((one) => one.replace(dataLine, ''));
    const text = data.join('\n');
    const value = event.lines.length > 1 ? parse(text) : undefined;
    if (value !== undefined) {
      this.close();
      const before = event.skipped.map((column, i) =>
        column === NO_COLUMN ? column : (event.lines[i] as string).length - (data[i] as string).length,
      );
      const source = { text, placeOf: inLines(text, this.line, before) };
      if (!this.answers.receive(value, this.line))
        searchJson(value, this.findings, { line: this.line, what: `the event on line ${this.line}`, source });
    } else
      for (const [i, one] of event.lines.entries()) {
        this.skipped = event.skipped[i] as number;
        this.readLine(one);
        this.line++;
      }
    this.line = line;
    this.skipped = skipped;
  }

  /** The number of characters before an offset of the line, or `NO_COLUMN`. */
  private readonly skippedTo = (offset: number): number => (this.skipped === NO_COLUMN ? NO_COLUMN : offset);

  /** A part of the line as a source; `offset`: the offset at which it begins in the line. */
  private sourceAt(offset: number, text: string): Source {
    return { text, placeOf: inLines(text, this.line, [this.skippedTo(offset)]) };
  }

  private close(): void {
    const { open } = this;
    this.open = undefined;
    if (open === undefined) return;
    const { parts, skipped, from, line, until } = open;
    const text = parts.join('\n');
    if (until !== undefined) this.findings.output({ form: 'arguments', text, from, line, notes: [] });
    else if (!isPrompt(text)) {
      const placeOf = inLines(text, line, skipped);
      this.findings.output({ form: 'log', text: text.trimEnd(), from, line, placeOf, notes: [] });
    }
  }

  /** Searches a line that is not part of an open output. */
  private look(text: string): void {
    const brace = text.search(/[{[]"/);
    const lineError = errorIn(text);
    const isQuoted = lineError !== undefined && lineError.at < brace && brace < lineError.end;
    if (brace >= 0 && !isQuoted && this.inJson(text, brace)) return;
    if (lineError !== undefined) {
      const quotedText = inQuotes(text, lineError.at);
      const error = (quotedText === undefined ? undefined : errorIn(quotedText)) ?? lineError;
      this.findings.error(error, this.line);
      if (error.known.parser === 'ollama' && this.inOllama(quotedText ?? text)) return;
    }
    if (this.inNumbers(text)) return;
    const rest = lineError === undefined || !hasMarks(text) ? text : withoutErrors(text);
    if (hasMarks(rest)) this.inText(rest);
  }

  private inJson(text: string, start: number): boolean {
    const end = text.lastIndexOf(text[start] === '{' ? '}' : ']') + 1;
    const json = text.slice(start, end);
    const value = end > start ? parse(json) : undefined;
    if (value === undefined) return false;
    if (this.answers.receive(value, this.line)) return true;
    const jsonContext = {
      line: this.line,
      what: `a JSON value on line ${this.line}`,
      source: this.sourceAt(start, json),
      depth: isSent.test(text.slice(0, start)) ? 9 : 0,
    };
    return searchJson(value, this.findings, jsonContext) || start === 0;
  }

  private inOllama(text: string): boolean {
    const at = text.indexOf("raw='");
    if (at < 0) return false;
    const whole = argumentsIn(text);
    const from = `${argumentsOf} on line ${this.line}`;
    if (whole !== undefined) this.findings.output({ form: 'arguments', text: whole, from, line: this.line, notes: [] });
    else {
      const parts = [text.slice(at + "raw='".length)];
      this.open = { parts, skipped: [NO_COLUMN], line: this.line, from, until: "', err=" };
    }
    return true;
  }

  private inNumbers(text: string): boolean {
    // The ids of all special tokens of Harmony have six digits and begin with 199, 200 or 201.
    if (!/\b(?:199|20[01])\d{3}\b/.test(text)) return false;
    let any = false;
    for (const { 0: list, index } of text.matchAll(numberList)) {
      const name = nameBefore.exec(text.slice(Math.max(0, index - 50), index))?.[1] ?? '';
      const numbers = numbersIn(list);
      if (numbers === undefined || !numbers.some(isSpecialId) || /prompt|input/i.test(name)) continue;
      try {
        const { text: decoded, starts } = decodeTokens(numbers);
        if (isPrompt(decoded)) continue;
        const from = `${numbers.length} token ids${name && ` after \`${name}\``} on line ${this.line}`;
        this.findings.output({ form: 'token-ids', text: decoded, from, line: this.line, starts, notes: [] });
        any = true;
      } catch {
        // A number is not a token id, so the list is something else.
      }
    }
    return any;
  }

  /**
   * Finds an output that is quoted in a line, or that begins in the line and ends at the next log line. `offset`: the offset at
   * which the text begins in the line.
   */
  private inText(text: string, offset = 0): void {
    const mark = firstMark(text);
    const quote = quoteBefore(text, mark);
    if (quote >= 0) {
      const end = endOfString(text, quote);
      const before = text.slice(Math.max(0, quote - 60), quote);
      if (isSent.test(before)) return this.lookOn(text, end, offset);
      if (end > mark) {
        const literal = text.slice(quote, end + 1);
        const asJson = jsonString(literal);
        const stringValue = asJson ?? pythonText(literal.slice(1, -1));
        const from = `a quoted string on line ${this.line}`;
        const placeOf =
          asJson === undefined
            ? inPythonString(this.sourceAt(offset + quote + 1, literal.slice(1, -1)))
            : inJsonString(this.sourceAt(offset + quote, literal), stringValue);
        if (!isPrompt(stringValue))
          this.findings.output({ form: 'log', text: stringValue, from, line: this.line, placeOf, notes: [] });
        return this.lookOn(text, end, offset);
      }
    }
    const start = beginOf(text, mark);
    if (start === mark && announcementEnd(text, mark) === undefined && isMention(text, mark)) return;
    if (isSent.test(text.slice(Math.max(0, start - 60), start))) return;
    const rest = text.slice(start).replace(/^\s+(?=<\|)/, '');
    const output = rest.replace(afterOutput, '$1');
    this.open = {
      parts: [output],
      skipped: [this.skippedTo(offset + text.length - rest.length)],
      isOver: stops.test(output),
      line: this.line,
      from: `the text that begins at character ${offset + start + 1} on line ${this.line}`,
    };
  }

  /** Searches the rest of a line for a further output. */
  private lookOn(text: string, end: number, offset: number): void {
    const rest = end < 0 ? '' : text.slice(end + 1);
    if (hasMarks(rest)) this.inText(rest, offset + end + 1);
  }
}

/** Whether a string begins like a JSON value, but is not one. */
const opensValue = (text: string): boolean => /^\s*[[{]/.test(text) && parse(text) === undefined;
