/**
 * vLLM's parsers for calls in tags: `hermes` (JSON in `<tool_call>`, as written by Qwen 2.5, Qwen3 and Hermes) and `qwen3` (`<function=…>`
 * in `<tool_call>`, as written by Qwen3-Coder). If they cannot read a call, they log an error, and pass the whole output on as text.
 */
import type { Span } from '../../syntax/span.ts';
import { pythonSays } from '../json/wording.ts';
import { callLinesIn } from '../whole-call.ts';
import { type Parsed, type ParsedStretch, type Parser, type Stop, tokenAt } from './parser.ts';
import { turnOf } from './turn.ts';

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';

/** The line that both parsers log before Python's error. */
const logged = 'Error in extracting tool call from response.';

/** The spans between each opening tag and its end tag, or the end of the text. */
function* tagged(text: string, from: number): Generator<Span> {
  for (let at = text.indexOf(OPEN, from); at >= 0; ) {
    const start = at + OPEN.length;
    const close = text.indexOf(CLOSE, start);
    yield { start, end: close < 0 ? text.length : close };
    at = close < 0 ? -1 : text.indexOf(OPEN, close + CLOSE.length);
  }
}

const runsOn =
  '`>` is missing after a function name, so the parser takes everything up to the next `>` as the name, and an argument is lost.';

/** Splits off the thought, as the servers' reasoning parsers do, and reads the text after it with `read`. */
function readTagged(
  whole: string,
  read: (text: string, from: number, stretches: ParsedStretch[]) => Parsed['stop'],
): Parsed {
  const content = turnOf(whole);
  const text = whole.slice(0, content.end);
  const stretches: ParsedStretch[] = [];
  const notes: string[] = content.note === undefined ? [] : [content.note];
  const end = text.indexOf('</think>', content.start);
  const start = end < 0 ? content.start : end + '</think>'.length;
  if (end >= 0) {
    const thought = text.slice(content.start, end).replace('<think>', '');
    stretches.push({ as: 'reasoning', who: 'reasoning', text: thought, start: content.start, end: start });
    if (thought.includes(OPEN))
      notes.push('A call inside the thought is ignored, because a reasoning parser removes the thought first.');
  } else if (text.includes('<think>', content.start)) {
    notes.push(
      '`</think>` is missing: a reasoning parser takes everything after `<think>` as the thought, including calls.',
    );
  }
  const stop = read(text, start, stretches);
  if (stretches.some(({ as, who }) => as === 'call' && /[<\n]/.test(who))) notes.push(runsOn);
  const ranOn = content.note !== undefined && { end: content.end };
  return { accepted: stop === undefined, ...(stop && { stop }), made: stretches, notes, ...ranOn };
}

function addAnswer(text: string, from: number, to: number, stretches: ParsedStretch[]): void {
  const answer = text.slice(from, to);
  if (answer.trim() !== '') stretches.push({ as: 'answer', who: 'answer', text: answer, start: from, end: to });
}

/** Returns the fault of a JSON call in Python's words. */
function misshapen(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'TypeError: list indices must be integers or slices, not str';
  if (typeof value === 'string') return "TypeError: string indices must be integers, not 'str'";
  if (value === null || typeof value !== 'object')
    return `TypeError: '${pythonType(value)}' object is not subscriptable`;
  const missingKey = ['name', 'arguments'].find((key) => !Object.hasOwn(value, key));
  return missingKey && `KeyError: '${missingKey}'`;
}

const pythonType = (value: unknown) =>
  value === null ? 'NoneType' : typeof value === 'boolean' ? 'bool' : Number.isInteger(value) ? 'int' : 'float';

export const hermes: Parser = {
  name: 'hermes',
  title: "vLLM's tool parser hermes: JSON in <tool_call>, as written by Qwen 2.5, Qwen3 and Hermes",
  format: 'chatml',
  read: (whole) =>
    readTagged(whole, (text, from, stretches) => {
      const first = text.indexOf(OPEN, from);
      addAnswer(text, from, first < 0 ? text.length : first, stretches);
      for (const span of tagged(text, from)) {
        const json = text.slice(span.start, span.end);
        const pythonError = pythonSays(json);
        const parsed: unknown = pythonError === undefined ? parse(json) : undefined;
        const wrong =
          pythonError !== undefined
            ? `json.decoder.JSONDecodeError: ${pythonError.text}`
            : parsed === undefined
              ? undefined
              : misshapen(parsed);
        if (wrong !== undefined) {
          const at = span.start + (pythonError?.at ?? (/\S/.exec(json)?.index || 0));
          const kind = /^\s*<function=/.test(json)
            ? 'xml-for-json'
            : pythonError === undefined
              ? 'call-misshapen'
              : 'call-json';
          return { ...within(text, at, span.end), text: `${logged}\n${wrong}`, kind, from: span.start, json: span };
        }
        const name = (parsed as { name: unknown } | undefined)?.name ?? /"name"\s*:\s*"([^"\\]*)"/.exec(json)?.[1];
        stretches.push({ as: 'call', who: String(name), text: json.trim(), start: span.start, end: span.end });
      }
      return unopened(text, from);
    }),
};

/** Parses JSON that Python accepts; undefined if it has numbers that are valid only in Python. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const within = (text: string, at: number, end: number): Span => tokenAt(text.slice(0, end), at);

/** Returns the stop for a call without its opening tag, which the parser silently reads as text. */
function unopened(text: string, from: number): Stop | undefined {
  const silent = (at: number): Stop => ({ ...tokenAt(text, at), text: undefined, kind: 'tag-missing', from });
  if (text.startsWith(FUNCTION, from)) return silent(from);
  const close = lonelyEnd(text, from);
  if (close === undefined) return undefined;
  const call = callLinesIn(text.slice(close.after, close.at));
  const xml = text.indexOf(FUNCTION, close.after);
  return silent(call ? close.after + call.start : xml >= 0 && xml < close.at ? xml : close.at);
}

/** Returns the first end tag without an opening tag, and the end of the call before it. */
function lonelyEnd(text: string, from: number): { readonly at: number; readonly after: number } | undefined {
  let [after, isOpen] = [from, false];
  for (const { 0: tag, index } of text.slice(from).matchAll(/<\/?tool_call>/g)) {
    const at = from + index;
    if (tag === CLOSE && !isOpen) return { at, after };
    isOpen = tag === OPEN;
    if (!isOpen) after = at + tag.length;
  }
  return undefined;
}

const [FUNCTION, PARAMETER] = ['<function=', '<parameter='];

export const qwen3: Parser = {
  name: 'qwen3',
  title: "vLLM's tool parser qwen3_coder: <function=…> in <tool_call>, as written by Qwen3-Coder",
  format: 'chatml',
  read: (whole) =>
    readTagged(whole, (text, from, stretches) => {
      const opener = text.indexOf(OPEN, from);
      const first = text.indexOf(FUNCTION, from);
      const begin = opener >= 0 ? opener : first;
      addAnswer(text, from, begin < 0 ? text.length : begin, stretches);
      if (first < 0) {
        if (opener < 0) return undefined;
        return { start: opener, end: opener + OPEN.length, text: undefined, kind: 'json-for-xml', from: opener };
      }
      const spans = opener >= 0 ? [...tagged(text, from)] : [{ start: first, end: text.length }];
      for (const span of spans) {
        const stop = readFunctions(text, span, stretches);
        if (stop !== undefined) return stop;
      }
      return undefined;
    }),
};

/** Reads the functions in a stretch. Gives up at a name that no `>` closes. */
function readFunctions(text: string, { start, end: limit }: Span, stretches: ParsedStretch[]): Stop | undefined {
  const stretch = text.slice(0, limit);
  const [functions, ends, parameters, parameterEnds, brackets] = [
    ...[FUNCTION, '</function>', PARAMETER, '</parameter>', '>'].map((needle) => seeker(stretch, needle)),
  ] as [Seek, Seek, Seek, Seek, Seek];
  for (let at = functions(start); at < limit; ) {
    const end = ends(at);
    const name = brackets(at);
    const fault = (position: number): Stop => ({
      ...tokenAt(text, position),
      text: `${logged}\nValueError: substring not found`,
      kind: 'tag-open',
      from: at,
    });
    if (name >= end) return fault(at);
    const values: string[] = [];
    for (let from = parameters(name); from < end; ) {
      const key = brackets(from);
      const next = parameters(from + PARAMETER.length);
      const valueEnd = Math.min(parameterEnds(from), next, end);
      if (key >= valueEnd) return fault(from);
      const value = text.slice(key + 1, valueEnd).replace(/^\n|\n$/g, '');
      values.push(`${text.slice(from + PARAMETER.length, key)}: ${value}`);
      from = next;
    }
    stretches.push({
      as: 'call',
      who: text.slice(at + FUNCTION.length, name),
      text: values.join('\n'),
      start: at,
      end,
    });
    at = functions(end);
  }
  return undefined;
}

/** Returns the offset of the first occurrence at or after `from`; the end of the text if there is none. */
type Seek = (from: number) => number;

/** Returns a function that searches for a string at ever greater offsets without scanning any stretch twice. */
function seeker(text: string, needle: string): Seek {
  let [cachedIndex, since] = [-1, 0];
  return (from) => {
    if (from < since || cachedIndex < from) {
      const index = text.indexOf(needle, from);
      cachedIndex = index < 0 ? text.length : index;
    }
    since = from;
    return cachedIndex;
  };
}
