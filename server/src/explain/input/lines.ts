/**
 * Outputs in the log of a server, read line by line: quoted, as JSON, as numbers of tokens, or plain up to the next line
 * that the log begins. What is kept is the output that is being read, however long the log is.
 */
import { decodeTokens, isSpecialId } from '../../tokens/harmony.ts';
import { errorIn, withoutErrors } from '../server-errors.ts';
import { endOfString, jsonString, numbersIn, pythonText } from './escapes.ts';
import { type Findings, firstMark, hasMarks, isPrompt } from './found.ts';
import { argumentsIn, argumentsOf, parse, searchJson } from './responses.ts';

/** Colours of a terminal. */
const colours = /\x1b\[[\d;]*m/g;

/** What programs that start servers put before each line: names of containers, numbers of processes. */
const wrappers = /^(?:[\w.-]{1,60}-\d{1,4}\s+\| |\[\d{1,7}\] |\(\w{1,40} pid=\d{1,9}\) )+/;

/** How lines of logs begin. */
const beginnings: readonly RegExp[] = [
  /^(?:DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL|TRACE)(?::|\s+\d|\s+\[|\s{2,}| [\w.]{1,60}: )/,
  /^\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d/,
  /^\[\d{4}-\d\d-\d\d/,
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d /,
  /^(?:time|ts|t|level|lvl)=\S/,
  /^\[?\d\d:\d\d:\d\d\b/,
  /^\[(?:DEBUG|INFO|WARN|WARNING|ERROR|CRITICAL|FATAL|TRACE)\]/i,
  /^[IWEF]\d{4} \d\d:\d\d/,
  /^(?:srv|slot|que|res|main|common_\w+|llama_\w+)\s+\w+(?:\(\))?:/,
  /^(?:\d+\.){2,3}\d+ [DIWE] /,
  /^[DIWE] (?:srv|slot|common_\w+)\b/,
  /^\[GIN\] /,
  /^Traceback \(most recent call last\)/,
  /^(?:\w+\.)*\w*(?:Error|Exception): /,
  /^data: ?[{[]/,
];

export const isLogLine = (line: string): boolean => {
  const bare = line.slice(0, 200).replace(colours, '').replace(wrappers, '');
  return beginnings.some((beginning) => beginning.test(bare));
};

/** Words before an output that is not quoted. */
const leadIn =
  /(?:unparsed \S{1,40} output|model output|raw output|generated text|completion|generated|response|output|content|text|at pos \d+)["']?\s?[:=] ?$/i;

/** Words before a text that was sent to the model. */
const isSent = /\b(?:prompt|request|messages|input)\w*["']?\s?[:=]\s?[[("'{b]{0,3}$/i;

/** Numbers in brackets, and the name before them; those of prompts are skipped. */
const numberList = /[[(](?:\d{1,7}, ?){2,}\d{1,7},?[\])]/g;
const nameBefore = /(\w{0,40})['"]?\s?[:=]?\s?$/;

/** A line with which the model stops. */
const stops = /<\|(?:return|call|im_end)\|>\s*$/;

/** What may follow the place where a model stops, if anything of its output does: a further message. */
const goesOn = /^\s*(?:<\||(?:assistant|analysis|commentary|final)\b[^<]{0,100}<\||to=)/;

/** What a log writes after an output, on its line. */
const afterOutput = /(<\|(?:return|call)\|>)[,;)\]}](?![^]*<\|)[^]*$/;

/** An output over several lines. */
interface Open {
  readonly parts: string[];
  /** Its last line that is not empty is one with which the model stops. */
  isOver?: boolean;
  readonly line: number;
  readonly from: string;
  /** What ends it, if not the next line of the log. */
  readonly until?: string;
}

export class LogReader {
  private line = 0;
  private open: Open | undefined;
  private readonly streams = new Map<string, { parts: string[]; line: number; marked: boolean }>();

  constructor(private readonly findings: Findings) {}

  /** Reads the next line, without its line break. */
  read(raw: string): void {
    this.line++;
    const text = raw.includes('\x1b') ? raw.replace(colours, '') : raw;
    const { open } = this;
    if (open?.until !== undefined) {
      const end = text.indexOf(open.until);
      open.parts.push(end < 0 ? text : text.slice(0, end));
      if (end >= 0) this.close();
      return;
    }
    if (open !== undefined) {
      const line = text.replace(wrappers, '');
      const isBlank = line.trim() === '';
      if (isBlank || !(isLogLine(text) || (open.isOver && !goesOn.test(line)))) {
        open.parts.push(line);
        if (!isBlank) open.isOver = stops.test(line);
        return;
      }
      this.close();
    }
    this.look(text);
  }

  /** After the last line. */
  end(): void {
    this.close();
    for (const id of [...this.streams.keys()]) this.endStream(id);
  }

  private close(): void {
    const { open } = this;
    this.open = undefined;
    if (open === undefined) return;
    const { parts, from, line, until } = open;
    const text = parts.join('\n');
    if (until !== undefined) this.findings.output({ form: 'arguments', text, from, line, notes: [] });
    else if (!isPrompt(text)) this.findings.output({ form: 'log', text: text.trimEnd(), from, line, notes: [] });
  }

  /** Looks at a line that does not continue with an output. */
  private look(text: string): void {
    const brace = text.search(/[{[]"/);
    const found = errorIn(text);
    const isQuoted = found !== undefined && found.at < brace && brace < found.end;
    if (brace >= 0 && !isQuoted && this.inJson(text, brace)) return;
    if (found !== undefined) {
      const said = inQuotes(text, found.at);
      const error = (said === undefined ? undefined : errorIn(said)) ?? found;
      this.findings.error(error, this.line);
      if (error.known.parser === 'ollama' && this.inOllama(said ?? text)) return;
    }
    if (this.inNumbers(text)) return;
    const rest = found === undefined || !hasMarks(text) ? text : withoutErrors(text);
    if (hasMarks(rest)) this.inText(rest);
  }

  private inJson(text: string, start: number): boolean {
    const end = text.lastIndexOf(text[start] === '{' ? '}' : ']') + 1;
    const value = end > start ? parse(text.slice(start, end)) : undefined;
    if (value === undefined) return false;
    if (this.inStream(value)) return true;
    if (
      searchJson(
        value,
        this.findings,
        this.line,
        `a JSON value in line ${this.line}`,
        isSent.test(text.slice(0, start)) ? 9 : 0,
      )
    )
      return true;
    return start === 0;
  }

  private inOllama(text: string): boolean {
    const at = text.indexOf("raw='");
    if (at < 0) return false;
    const whole = argumentsIn(text);
    const from = `${argumentsOf} in line ${this.line}`;
    if (whole !== undefined) this.findings.output({ form: 'arguments', text: whole, from, line: this.line, notes: [] });
    else this.open = { parts: [text.slice(at + "raw='".length)], line: this.line, from, until: "', err=" };
    return true;
  }

  private inNumbers(text: string): boolean {
    // Every special token of Harmony has a number that begins so.
    if (!/\b(?:199|20[01])\d{3}\b/.test(text)) return false;
    let any = false;
    for (const { 0: list, index } of text.matchAll(numberList)) {
      const name = nameBefore.exec(text.slice(Math.max(0, index - 50), index))?.[1] ?? '';
      const numbers = numbersIn(list);
      if (numbers === undefined || !numbers.some(isSpecialId) || /prompt|input/i.test(name)) continue;
      try {
        const { text: decoded, starts } = decodeTokens(numbers);
        if (isPrompt(decoded)) continue;
        const from = `the numbers of ${numbers.length} tokens${name && ` after \`${name}\``} in line ${this.line}`;
        this.findings.output({ form: 'token-ids', text: decoded, from, line: this.line, starts, notes: [] });
        any = true;
      } catch {
        // A number that is not one of a token: the list is something else.
      }
    }
    return any;
  }

  /** An output that is quoted in a line, or goes from somewhere in it to the next line of the log. */
  private inText(text: string): void {
    const mark = firstMark(text);
    const quote = quoteBefore(text, mark);
    if (quote >= 0) {
      const end = endOfString(text, quote);
      const before = text.slice(Math.max(0, quote - 60), quote);
      if (isSent.test(before)) return this.lookOn(text, end);
      if (end > mark) {
        const literal = text.slice(quote, end + 1);
        const said = jsonString(literal) ?? pythonText(literal.slice(1, -1));
        const from = `a quoted string in line ${this.line}`;
        if (!isPrompt(said)) this.findings.output({ form: 'log', text: said, from, line: this.line, notes: [] });
        return this.lookOn(text, end);
      }
    }
    const start = beginOf(text, mark);
    if (start === mark && announced(text, mark) === undefined && isMention(text, mark)) return;
    if (isSent.test(text.slice(Math.max(0, start - 60), start))) return;
    const output = text
      .slice(start)
      .replace(/^\s+(?=<\|)/, '')
      .replace(afterOutput, '$1');
    this.open = {
      parts: [output],
      isOver: stops.test(output),
      line: this.line,
      from: `what begins in line ${this.line}, at character ${start + 1}`,
    };
  }

  /** Looks at the rest of a line for a further output. */
  private lookOn(text: string, end: number): void {
    const rest = end < 0 ? '' : text.slice(end + 1);
    if (hasMarks(rest)) this.inText(rest);
  }

  /** A piece of an answer that a server sends bit by bit. */
  private inStream(value: unknown): boolean {
    const { id, choices } = value as { id?: unknown; choices?: unknown };
    const choice = Array.isArray(choices) ? (choices[0] as { delta?: unknown; finish_reason?: unknown }) : undefined;
    if (typeof id !== 'string' || typeof choice?.delta !== 'object' || choice.delta === null) return false;
    const { content } = choice.delta as { content?: unknown };
    let stream = this.streams.get(id);
    if (stream === undefined) {
      // A line that never ends is not kept for ever.
      for (const old of this.streams.keys()) if (this.streams.size >= 100) this.endStream(old);
      stream = { parts: [], line: this.line, marked: false };
      this.streams.set(id, stream);
    }
    if (typeof content === 'string') stream.parts.push(content);
    if (choice.finish_reason) this.endStream(id);
    return true;
  }

  private endStream(id: string): void {
    const stream = this.streams.get(id);
    this.streams.delete(id);
    if (stream === undefined) return;
    const text = stream.parts.join('');
    const from = `the pieces of an answer that begins in line ${stream.line}`;
    if (hasMarks(text)) this.findings.output({ form: 'log', text, from, line: stream.line, notes: [] });
  }
}

/** The quote that opens a string around a place: the last one before it after which no such quote comes; -1 without one. */
function quoteBefore(text: string, place: number): number {
  for (const quote of ['"', "'"]) {
    const at = text.lastIndexOf(quote, place);
    if (at >= 0 && text[at - 1] !== '\\' && /[\s=:([{,b]/.test(text[at - 1] ?? ' ') && place - at <= 200) return at;
  }
  return -1;
}

/** What a quoted field of a log says around a place, if it has escapes: `msg="… raw='{\\"a\\": 1}'"`. */
function inQuotes(text: string, place: number): string | undefined {
  const quote = quoteBefore(text, place);
  const end = quote < 0 ? -1 : endOfString(text, quote);
  const literal = end > place ? text.slice(quote, end + 1) : '';
  return literal.includes('\\') ? (jsonString(literal) ?? pythonText(literal.slice(1, -1))) : undefined;
}

/** Whether a line only mentions a token, in its middle and without other signs of an output. */
function isMention(text: string, mark: number): boolean {
  const rest = text.slice(mark, mark + 300);
  return (
    /\w/.test(text.slice(0, mark).replace(wrappers, '')) &&
    !/^<\|channel\|>(?:analysis|commentary|final)\b|^<\|start\|>\w|^<(?:tool_call>|function=)\S*\s*[{<]?/.test(rest) &&
    firstMark(rest.slice(1)) < 0
  );
}

/** Where an output begins that has its first token at a place: after the words that announce it, or with its own header. */
function beginOf(text: string, mark: number): number {
  const begin = announced(text, mark);
  if (begin !== undefined) return begin;
  const header = /(?:\bassistant)?(?: to=[^\s<]{1,100})?(?: ?(?:json|code))?$/.exec(
    text.slice(Math.max(0, mark - 200), mark),
  );
  return mark - (header?.[0].length ?? 0);
}

/** The end of the words that announce an output, if there are such words not far before a place. */
function announced(text: string, mark: number): number | undefined {
  const near = Math.max(0, mark - 300);
  for (let at = mark; at > near; at--) {
    if (leadIn.test(text.slice(Math.max(0, at - 60), at))) return at;
  }
  return undefined;
}

/** Whether something in a line says that an output follows: words such as `output: `, or a quote. */
export function isAnnounced(before: string): boolean {
  return quoteBefore(before, before.length) >= 0 || announced(before, before.length) !== undefined;
}
