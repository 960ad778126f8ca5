/**
 * SGLang's detectors, which look for the same tokens as vLLM's parsers and fail in other places. After python/sglang/srt/function_call/
 * of sgl-project/sglang, qwen25_detector.py (commit 44484b16), deepseekv3_detector.py (01967342), kimik2_detector.py (0351c1fa),
 * glm4_moe_detector.py (02911a07), mistral_detector.py (a343daaf), llama32_detector.py (11507615), pythonic_detector.py (bb49b03a).
 */
import { pythonSays } from '../../json/wording.ts';
import type { Parsed, Parser } from '../parser.ts';
import { objectEnd } from './json-lists.ts';
import { isParsed, ModelOutput } from './output.ts';
import { pythonic } from './pythonic.ts';

const warned = (json: string) => (error: string) => `Failed to parse JSON part: ${json}, JSON parse error: ${error}`;
const undefinedCall = (name: unknown) => `Model attempted to call undefined function: ${String(name ?? 'None')}`;
const gaveUp = (error: string) => `Error in detect_and_parse: ${error}`;

/** Adds a call of JSON, or the calls of a list; gives where the detector leaves one out, if it does. */
function addJson(output: ModelOutput, start: number, end: number, kind: string): Parsed | undefined {
  const json = output.text.slice(start, end);
  const read = output.json({ start, end }, warned(json));
  if (isParsed(read)) return { ...read, ...(read.stop && { stop: { ...read.stop, kind } }) };
  const { value } = read;
  for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
    if (value === undefined) continue;
    const name = typeof one === 'object' && one !== null ? (one as { name?: unknown }).name : undefined;
    if (typeof name !== 'string' || name === '')
      return output.stop(start, 'sglang-call-undefined', { text: undefinedCall(name), json: { start, end } });
    output.call(name, { start, end });
  }
  return undefined;
}

const [TAG, TAG_END] = ['<tool_call>', '</tool_call>'];

const qwen25: Parser = {
  name: 'sglang-qwen25',
  title: "SGLang's detector qwen25: JSON in <tool_call>, with a line break after the one tag and before the other",
  format: 'model',
  read(whole): Parsed {
    const output = new ModelOutput(whole);
    const { text, start } = output;
    const first = text.indexOf(TAG, start);
    output.answer(start, first < 0 ? text.length : first);
    const insert = (at: number) =>
      output.stop(at, 'sglang-line-break', {
        mend: { title: 'Insert a line break', start: at, end: at, text: '\n' },
      });
    for (let at = first; at >= 0; ) {
      const from = at + TAG.length;
      if (text[from] !== '\n') return insert(from);
      const end = text.indexOf(TAG_END, from);
      const next = text.indexOf(TAG, from);
      if (end < 0 || (next >= 0 && next < end)) {
        const place = at + text.slice(at, next < 0 ? text.length : next).trimEnd().length;
        const mend = { title: `Insert \`${TAG_END}\``, start: place, end: place, text: `\n${TAG_END}` };
        return output.stop(at, 'model-call-open', { mend });
      }
      if (text[end - 1] !== '\n') return insert(end);
      const stopped = addJson(output, from + 1, end - 1, 'sglang-call-json');
      if (stopped) return stopped;
      at = next;
      const rest = text.slice(end + TAG_END.length, next < 0 ? text.length : next);
      if (rest.trim() !== '') output.notes.push(textAfterLost);
    }
    return output.accept();
  },
};

const textAfterLost = 'The text after a call is lost: this parser keeps only what is before the first.';

interface SectionDetector {
  readonly begin: string;
  readonly callBegin: string;
  readonly callEnd: string;
  /** A call from `callBegin` to `callEnd`: its name, and its arguments. */
  readonly call: RegExp;
  /** The outcome of a call that does not fit. */
  readonly unfit: (stretch: string) => { readonly kind: string; readonly text?: string };
  /** Arguments that are not JSON: the error that this ends in; undefined if they are not checked. */
  readonly checks: ((error: string) => string) | undefined;
}

function bySection({ begin, callBegin, callEnd, call, unfit, checks }: SectionDetector): (whole: string) => Parsed {
  return (whole) => {
    const output = new ModelOutput(whole);
    const { text, start } = output;
    const section = text.indexOf(begin, start);
    const first = text.indexOf(callBegin, start);
    output.answer(start, section < 0 ? text.length : section);
    if (section < 0)
      return first < 0
        ? output.accept()
        : output.stop(first, 'model-section-missing', {
            mend: { title: `Insert \`${begin}\``, start: first, end: first, text: begin },
          });
    if (first < 0) return output.stop(section, 'model-call-lost');
    for (let at = first; at >= 0; at = text.indexOf(callBegin, at + callBegin.length)) {
      const next = text.indexOf(callBegin, at + callBegin.length);
      const end = text.indexOf(callEnd, at);
      if (end < 0 || (next >= 0 && next < end)) return output.stop(at, 'model-call-open');
      const stretch = text.slice(at, end + callEnd.length);
      const found = call.exec(stretch);
      if (found === null) return output.stop(at, unfit(stretch).kind, unfit(stretch));
      const [all, name = '', args = ''] = found;
      const from = at + found.index + all.lastIndexOf(args);
      const said = pythonSays(args);
      if (said !== undefined)
        return output.stop(from + said.at, checks ? 'sglang-output-text' : 'model-arguments', {
          ...{ text: checks?.(said.text), from, json: { start: from, end: from + args.length } },
        });
      output.call(name, { start: from, end: from + args.length });
    }
    return output.accept();
  };
}

const deepseekv3: Parser = {
  name: 'sglang-deepseekv3',
  title: "SGLang's detector deepseekv3: type, name and a fence of JSON between tokens",
  format: 'model',
  read: bySection({
    begin: '<｜tool▁calls▁begin｜>',
    callBegin: '<｜tool▁call▁begin｜>',
    callEnd: '<｜tool▁call▁end｜>',
    call: /^<｜tool▁call▁begin｜>[^]*<｜tool▁sep｜>([^]*?)\n```json\n([^]*)\n```<｜tool▁call▁end｜>$/,
    unfit: () => ({
      kind: 'sglang-output-text',
      text: gaveUp("'NoneType' object has no attribute 'group'"),
    }),
    checks: gaveUp,
  }),
};

const kimiK2: Parser = {
  name: 'sglang-kimi_k2',
  title:
    "SGLang's detector kimi_k2: functions.NAME:N of letters, digits and dots, and arguments on one line, between tokens",
  format: 'model',
  read: bySection({
    begin: '<|tool_calls_section_begin|>',
    callBegin: '<|tool_call_begin|>',
    callEnd: '<|tool_call_end|>',
    call: /^<\|tool_call_begin\|>\s*(?:functions\.)?([\p{L}\p{N}_.]+):\d+\s*<\|tool_call_argument_begin\|>\s*(\{.*\})\s*<\|tool_call_end\|>$/u,
    unfit: (stretch) => ({
      kind: /:\d+\s*<\|tool_call_argument_begin\|>\s*\{[^]*\n[^]*\}\s*<\|tool_call_end\|>$/.test(stretch)
        ? 'model-arguments-lines'
        : /^<\|tool_call_begin\|>\s*[^<:]+<\|tool_call_argument_begin\|>/.test(stretch)
          ? 'model-id-number'
          : /^<\|tool_call_begin\|>[^<]*[^\p{L}\p{N}_.<][^<]*:\d+\s*<\|tool_call_argument_begin\|>/u.test(stretch)
            ? 'sglang-id-letters'
            : 'model-call-lost',
    }),
    checks: undefined,
  }),
};

const argument = /<arg_key>[^]*?<\/arg_key>(?:\\n|\s)*<arg_value>[^]*?<\/arg_value>/g;
const argumentTag = /<\/?arg_(?:key|value)>?/g;

const glm45: Parser = {
  name: 'sglang-glm45',
  title: "SGLang's detector glm45: <tool_call>, a name, and a line break; <arg_key> and <arg_value> for each argument",
  format: 'model',
  read(whole): Parsed {
    const output = new ModelOutput(whole);
    const { text, start } = output;
    const first = text.indexOf(TAG, start);
    output.answer(start, first < 0 ? text.length : first);
    const key = text.indexOf('<arg_key>', start);
    if (first < 0 && key >= 0) return output.stop(key, 'model-section-missing');
    for (let at = first; at >= 0; at = text.indexOf(TAG, at + TAG.length)) {
      const next = text.indexOf(TAG, at + TAG.length);
      const end = text.indexOf(TAG_END, at);
      if (end < 0 || (next >= 0 && next < end)) {
        const place = at + text.slice(at, next < 0 ? text.length : next).trimEnd().length;
        const mend = { title: `Insert \`${TAG_END}\``, start: place, end: place, text: `\n${TAG_END}` };
        return output.stop(at, 'model-call-open', { mend });
      }
      const from = at + TAG.length;
      const body = text.slice(from, end);
      const line = /\\n|\n/.exec(body);
      if (line === null) {
        const keyAt = body.indexOf('<arg_key>');
        const place = from + (keyAt < 0 ? body.length : keyAt);
        return output.stop(place, 'sglang-name-line', {
          ...{ from: at, mend: { title: 'Insert a line break after the name', start: place, end: place, text: '\n' } },
        });
      }
      const name = body.slice(0, line.index);
      if (/^\s*\{/.test(body)) return output.stop(from, 'model-json-for-tags', { from: at, text: undefinedCall(name) });
      if (name !== name.trim() || name === '')
        return output.stop(from, 'sglang-call-undefined', { from: at, text: undefinedCall(name) });
      const stray = body.replace(argument, (found) => ' '.repeat(found.length)).search(argumentTag);
      if (stray >= 0) return output.stop(from + stray, 'model-argument-lost', { from: at });
      output.call(name, { start: from + line.index, end });
    }
    return output.accept();
  },
};

const [CALLS, ARGS] = ['[TOOL_CALLS]', '[ARGS]'];

const mistral: Parser = {
  name: 'sglang-mistral',
  title: "SGLang's detector mistral: a list of calls after [TOOL_CALLS] and a space, or one NAME[ARGS]{…}",
  format: 'model',
  read(whole): Parsed {
    const output = new ModelOutput(whole);
    const { text, start } = output;
    const first = text.indexOf(CALLS, start);
    output.answer(start, first < 0 ? text.length : first);
    if (first < 0) {
      const bare = /^\s*(?:\[\{\s*"(?:name|arguments)"|[\w-]+\[ARGS\])/.exec(text.slice(start));
      if (bare === null) return output.accept();
      const at = start + (bare[0].length - bare[0].trimStart().length);
      const list = text[at] === '[';
      return output.stop(at, 'model-section-missing', {
        mend: { title: 'Insert `[TOOL_CALLS]`', start: at, end: at, text: list ? `${CALLS} ` : CALLS },
      });
    }
    const from = first + CALLS.length;
    if (text.startsWith(' [', from)) {
      const end = valueEnd(text, from + 1);
      if (end === undefined) return output.stop(first, 'model-call-open');
      return addJson(output, from + 1, end, 'sglang-call-json') ?? afterCalls(output, end);
    }
    const args = text.indexOf(ARGS, from);
    if (/^\s*\[/.test(text.slice(from)) && (args < 0 || args > text.indexOf('{', from))) {
      const to = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
      return output.stop(from, 'sglang-space', {
        ...{ from: first, mend: { title: 'Write one space before the list', start: from, end: to, text: ' ' } },
      });
    }
    const name = args < 0 ? '' : text.slice(from, args).trim();
    const open = args < 0 ? -1 : args + ARGS.length + (/^\s*/.exec(text.slice(args + ARGS.length))?.[0].length ?? 0);
    if (name === '' || !/[{[]/.test(text[open] ?? '')) {
      const brace = text.indexOf('{', from);
      const bare = args < 0 && /^\s*[\w.-]+\s*\{/.test(text.slice(from));
      return output.stop(first, 'model-call-lost', {
        ...(bare && { mend: { title: 'Insert `[ARGS]`', start: brace, end: brace, text: ARGS } }),
      });
    }
    if (name.includes('[CALL_ID]'))
      return output.stop(from + text.slice(from).indexOf('[CALL_ID]'), 'sglang-call-undefined', {
        ...{ from: first, text: undefinedCall(name) },
      });
    const end = valueEnd(text, open);
    if (end === undefined) return output.stop(first, 'model-call-open');
    const said = pythonSays(text.slice(open, end));
    if (said !== undefined)
      return output.stop(open + said.at, 'model-call-lost', { from: first, json: { start: open, end } });
    output.call(name, { start: open, end });
    return afterCalls(output, end);
  },
};

/** Text after the calls of Mistral belongs to the answer, even a further call. */
function afterCalls(output: ModelOutput, end: number): Parsed {
  const { text } = output;
  const second = text.indexOf(CALLS, end);
  if (second >= 0) return output.stop(second, 'sglang-first-call');
  return restOf(output, end);
}

/** Text after calls is shown to users, so what may belong to a call is a fault. */
function restOf(output: ModelOutput, end: number): Parsed {
  const rest = output.text.slice(end);
  if (/[{}[\]"]/.test(rest)) return output.stop(end + rest.length - rest.trimStart().length, 'sglang-rest-text');
  output.answer(end, output.text.length);
  return output.accept();
}

/** Where a value of JSON ends that begins with a bracket; undefined if it does not. */
function valueEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
    } else if (sign === '[' || sign === '{') depth++;
    else if ((sign === ']' || sign === '}') && --depth <= 0) return at + 1;
  }
  return undefined;
}

const PYTHON_TAG = '<|python_tag|>';

const llama3: Parser = {
  name: 'sglang-llama3',
  title: "SGLang's detector llama3: objects with a name, after <|python_tag|> or from the beginning",
  format: 'model',
  read(whole): Parsed {
    const output = new ModelOutput(whole);
    const { text, start } = output;
    const tag = text.indexOf(PYTHON_TAG, start);
    const space = /^\s*/.exec(text.slice(start))?.[0].length ?? 0;
    const from = tag < 0 ? start + space : tag + PYTHON_TAG.length;
    output.answer(start, tag < 0 ? start : tag);
    if (tag < 0 && text[from] !== '{') {
      output.answer(start, text.length);
      const call = /\{\s*"name"\s*:\s*"[^"]*"\s*,\s*"(?:parameters|arguments)"/.exec(text.slice(from));
      return call === null ? output.accept() : output.stop(from + call.index, 'model-text-before');
    }
    for (let at = from, isFirst = true; at < text.length; isFirst = false) {
      const skipped = /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
      const begin = at + skipped;
      if (text[begin] !== '{') {
        if (isFirst && tag >= 0) return output.stop(tag, 'model-call-code');
        return restOf(output, begin);
      }
      const end = objectEnd(text, begin);
      // An example in an answer is not a call, though it is left out.
      if (isFirst && tag < 0 && !/"(?:name|parameters|arguments)"|\bname\b/.test(text.slice(begin, end))) {
        output.answer(begin, text.length);
        break;
      }
      const stopped = addJson(output, begin, end, 'model-call-json');
      if (stopped) return stopped;
      if (text[end] === '{') {
        const mend = { title: 'Insert `;` between the calls', start: end, end, text: ';' };
        return output.stop(end, 'sglang-calls-unseparated', { mend });
      }
      at = end + 1;
    }
    return output.accept();
  },
};

/** Finds the same faults in a list as vLLM's parser, but words them differently. */
const kindsOfPython: ReadonlyMap<string, string> = new Map([
  ['model-not-literal', 'sglang-python-lost'],
  ['model-python', 'sglang-python-text'],
  ['model-argument-unnamed', 'sglang-python-text'],
]);

const sglangPythonic: Parser = {
  name: 'sglang-pythonic',
  title: "SGLang's detector pythonic: a list of calls in Python, anywhere in the text",
  format: 'model',
  read(whole): Parsed {
    const { start, text } = new ModelOutput(whole);
    const list = /\[\s*[A-Za-z][\w.]*\s*\((?![^]{0,2000}?\bfor\b[^)\]]*\])/.exec(text.slice(start));
    const from = list === null ? 0 : start + list.index;
    const read = pythonic.read(`${' '.repeat(from)}${whole.slice(from)}`);
    const before = new ModelOutput(whole.slice(0, from));
    before.answer(before.start, before.text.length);
    const made = [...before.made, ...read.made];
    const { stop } = read;
    if (stop === undefined || stop.kind === 'model-text-after') return { accepted: true, made, notes: read.notes };
    const kind = kindsOfPython.get(stop.kind) ?? stop.kind;
    const error = kind === 'sglang-python-lost' ? 'Error in pythonic tool call parsing.' : undefined;
    return { ...read, made, stop: { ...stop, kind, text: error } };
  },
};

export const sglang = { qwen25, llama3, mistral, deepseekv3, pythonic: sglangPythonic, kimiK2, glm45 } as const;
