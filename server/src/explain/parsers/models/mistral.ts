/** vLLM's parser for Mistral's models. It follows `vllm/tool_parsers/mistral_tool_parser.py` (commit 023f36c6) of vllm-project/vllm. */
import type { Parsed, Parser } from '../parser.ts';
import { bareCalls, TOOL_CALLS, valueEnd } from './mistral-calls.ts';
import { isParsed, logged, ModelOutput, misshapen } from './output.ts';

/** A name with its arguments, which is the format of tokenizers from version 11 on. */
const nameBeforeArguments = /^([^[{]*(?:\[(?:CALL_ID|ARGS)\][^[{]*)*)(?=\{)/;

export const mistral: Parser = {
  name: 'mistral',
  title: "vLLM's tool parser mistral: a list of calls, or names with arguments, after [TOOL_CALLS]",
  format: 'model',
  read(whole): Parsed {
    const output = new ModelOutput(whole);
    const { text, start } = output;
    const first = text.indexOf(TOOL_CALLS, start);
    output.answer(start, first < 0 ? text.length : first);
    if (first < 0) {
      const at = bareCalls(text, start);
      if (at === undefined) return output.accept();
      return output.stop(at, 'model-section-missing', {
        mend: { title: 'Insert `[TOOL_CALLS]`', start: at, end: at, text: TOOL_CALLS },
      });
    }
    const calls = text.slice(first + TOOL_CALLS.length);
    return /^\s*(?:[[{"]|$)/.test(calls) ? list(output, first) : named11(output, first);
  },
};

/** Reads a list of calls, which is the format of tokenizers before version 11. */
function list(output: ModelOutput, first: number): Parsed {
  const { text } = output;
  const from = first + TOOL_CALLS.length;
  const second = text.indexOf(TOOL_CALLS, from);
  const begin = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
  if (second >= 0)
    return output.stop(second, 'model-token-twice', {
      text: 'ValueError: Only one BOT token should have been outputted, but got …',
      from: first,
    });
  const end = valueEnd(text, begin) ?? text.length;
  const span = { start: begin, end };
  if (begin === text.length) return output.stop(first, 'model-call-misshapen', { text: INDEX_ERROR });
  const read = output.json(span, () => INDEX_ERROR);
  if (isParsed(read)) return read;
  const { value } = read;
  if (text.slice(end).trim() !== '') output.notes.push('This parser drops the text after the calls.');
  if (!Array.isArray(value) && value !== undefined)
    return output.stop(begin, 'model-call-misshapen', {
      text: "TypeError: string indices must be integers, not 'str'",
      from: first,
      mend: { title: 'Put the call into a list', start: begin, end, text: `[${text.slice(begin, end)}]` },
    });
  for (const one of (value ?? []) as readonly unknown[]) {
    // A call without arguments is accepted.
    const wrong = misshapen(one, ['name']);
    if (wrong !== undefined)
      return output.stop(begin, 'model-call-misshapen', { text: wrong, from: first, json: span });
    output.call(String((one as { name?: unknown }).name), span);
  }
  return output.accept();
}

const INDEX_ERROR = `${logged}\nIndexError: list index out of range`;

/** Reads names with arguments, each after a token. */
function named11(output: ModelOutput, first: number): Parsed {
  const { text } = output;
  for (let at = first; at >= 0; ) {
    const next = text.indexOf(TOOL_CALLS, at + TOOL_CALLS.length);
    const [from, to] = [at + TOOL_CALLS.length, next < 0 ? text.length : next];
    const name = nameBeforeArguments.exec(text.slice(from, to))?.[1];
    if (name === undefined) {
      output.made.push({ as: 'lost', who: 'a call', text: text.slice(at, to), start: at, end: to });
      return output.stop(from < to ? from : at, 'model-call-lost', { from: at });
    }
    const plainName = name.replaceAll('[ARGS]', '');
    const id = name.indexOf('[CALL_ID]');
    if (id >= 0) {
      return output.stop(from + id, 'model-id-in-name', { quoted: plainName, from: at });
    }
    const span = { start: from + name.length, end: to };
    const read = output.json(span, () => '');
    // The arguments are passed on unchanged, so that the client fails on them.
    if (isParsed(read))
      return { ...read, ...(read.stop && { stop: { ...read.stop, text: undefined, kind: 'model-arguments' } }) };
    output.call(plainName.trim(), span);
    at = next;
  }
  return output.accept();
}
