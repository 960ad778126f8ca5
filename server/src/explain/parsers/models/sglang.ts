/**
 * SGLang's detectors, which look for the same tokens as vLLM's parsers but fail in different cases. Those in this file follow
 * qwen25_detector.py (commit 44484b16), glm4_moe_detector.py (02911a07), llama32_detector.py (11507615) and pythonic_detector.py
 * (bb49b03a) in python/sglang/srt/function_call/ of sgl-project/sglang.
 */
import type { Parsed, Parser } from '../parser.ts';
import { objectEnd } from './json-lists.ts';
import { ModelOutput } from './output.ts';
import { pythonic } from './pythonic.ts';
import { addJson, restOf, undefinedCall } from './sglang-calls.ts';
import { mistral } from './sglang-mistral.ts';
import { deepseekv3, kimiK2 } from './sglang-sections.ts';

const [TAG, TAG_END] = ['<tool_call>', '</tool_call>'];

/** Stops at a call without an end tag. `next`: the start of the next call, or -1. */
function stopAtOpenCall(output: ModelOutput, at: number, next: number): Parsed {
  const position = at + output.text.slice(at, next < 0 ? output.text.length : next).trimEnd().length;
  const mend = { title: `Insert \`${TAG_END}\``, start: position, end: position, text: `\n${TAG_END}` };
  return output.stop(at, 'model-call-open', { mend });
}

const qwen25: Parser = {
  name: 'sglang-qwen25',
  title:
    "SGLang's detector qwen25: JSON in <tool_call>, with a line break after the opening tag and before the closing tag",
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
      if (end < 0 || (next >= 0 && next < end)) return stopAtOpenCall(output, at, next);
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

const textAfterLost = 'This parser drops the text after a call: it keeps only the text before the first call.';

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
      if (end < 0 || (next >= 0 && next < end)) return stopAtOpenCall(output, at, next);
      const from = at + TAG.length;
      const body = text.slice(from, end);
      const line = /\\n|\n/.exec(body);
      if (line === null) {
        const keyAt = body.indexOf('<arg_key>');
        const position = from + (keyAt < 0 ? body.length : keyAt);
        return output.stop(position, 'sglang-name-line', {
          from: at,
          mend: { title: 'Insert a line break after the name', start: position, end: position, text: '\n' },
        });
      }
      const name = body.slice(0, line.index);
      if (/^\s*\{/.test(body)) return output.stop(from, 'model-json-for-tags', { from: at, text: undefinedCall(name) });
      if (name !== name.trim() || name === '')
        return output.stop(from, 'sglang-call-undefined', { from: at, text: undefinedCall(name) });
      const stray = body.replace(argument, (argumentText) => ' '.repeat(argumentText.length)).search(argumentTag);
      if (stray >= 0) return output.stop(from + stray, 'model-argument-lost', { from: at });
      output.call(name, { start: from + line.index, end });
    }
    return output.accept();
  },
};

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
      // A JSON example in an answer is not a call, although the detector drops it.
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

/**
 * Maps the kinds of faults that vLLM's parser finds in a list to the kinds of the same faults in SGLang, whose error texts are different.
 */
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
    const parsed = pythonic.read(`${' '.repeat(from)}${whole.slice(from)}`);
    const before = new ModelOutput(whole.slice(0, from));
    before.answer(before.start, before.text.length);
    const made = [...before.made, ...parsed.made];
    const { stop } = parsed;
    if (stop === undefined || stop.kind === 'model-text-after') return { accepted: true, made, notes: parsed.notes };
    const kind = kindsOfPython.get(stop.kind) ?? stop.kind;
    const error = kind === 'sglang-python-lost' ? 'Error in pythonic tool call parsing.' : undefined;
    return { ...parsed, made, stop: { ...stop, kind, text: error } };
  },
};

export const sglang = { qwen25, llama3, mistral, deepseekv3, pythonic: sglangPythonic, kimiK2, glm45 } as const;
