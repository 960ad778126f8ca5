/**
 * Parsers for calls in JSON: `granite` and `phi4_mini_json`, which read a list after a word or a token, and `llama3_json`, which
 * reads objects. They follow vllm/tool_parsers/granite_tool_parser.py (commit 037ed062), phi4mini_tool_parser.py (030ea52e) and
 * llama_tool_parser.py (13e48c2b) of vllm-project/vllm.
 */
import type { Span } from '../../../syntax/span.ts';
import type { Parsed, Parser } from '../parser.ts';
import { isParsed, ModelOutput, misshapen } from './output.ts';

/** Adds the calls in a list. Returns the stop if the parser gives up. */
function addList(
  output: ModelOutput,
  span: Span,
  keys: readonly string[],
  errorText: (error: string) => string | undefined,
) {
  const read = output.json(span, (error) => errorText(error) ?? '');
  if (isParsed(read)) return read;
  const { value } = read;
  if (value !== undefined && !Array.isArray(value))
    return output.stop(span.start, 'model-call-misshapen', { text: errorText('TypeError: the calls are not a list') });
  for (const one of (value ?? []) as readonly unknown[]) {
    const wrong = misshapen(one, keys);
    if (wrong !== undefined)
      return output.stop(span.start, 'model-call-misshapen', { text: errorText(wrong), json: span });
    output.call(String((one as { name: unknown }).name), span);
  }
  return undefined;
}

const granitePrefix = /^\s*(?:<\|tool_call\|>)?(?:<tool_call>)?\s*/;

export const granite: Parser = {
  name: 'granite',
  title: "vLLM's tool parser granite: a list of calls after <|tool_call|>, and no text before it",
  format: 'model',
  read(whole): Parsed {
    const output = new ModelOutput(whole);
    const { text, start } = output;
    const begin = start + (granitePrefix.exec(text.slice(start))?.[0].length ?? 0);
    if (text[begin] !== '[') {
      const call = /<\|tool_call\|>|<tool_call>/.exec(text.slice(start));
      output.answer(start, text.length);
      if (call)
        return output.stop(
          start + call.index,
          text.slice(start, start + call.index).trim() === '' ? 'model-call-misshapen' : 'model-text-before',
        );
      return output.accept();
    }
    return (
      addList(
        output,
        { start: begin, end: text.length },
        ['arguments'],
        (error) => `Error in extracting tool call from response ${error.replace(/^(?:Key|Type)Error: /, '')}`,
      ) ?? output.accept()
    );
  },
};

const FUNCTOOLS = 'functools[';
const phiToken = /<\|tool_call\|>\s*(?=\[)/;

export const phi4MiniJson: Parser = {
  name: 'phi4_mini_json',
  title: "vLLM's tool parser phi4_mini_json: a list of calls after functools, up to the first ]",
  format: 'model',
  read(whole): Parsed {
    const output = new ModelOutput(whole);
    const { text, start } = output;
    const word = text.indexOf(FUNCTOOLS, start);
    if (word < 0) {
      output.answer(start, text.length);
      const token = phiToken.exec(text.slice(start));
      if (token === null) return output.accept();
      const at = start + token.index;
      const mend = {
        title: 'Replace `<|tool_call|>` with `functools`',
        start: at,
        end: at + token[0].length,
        text: 'functools',
      };
      return output.stop(at, 'model-other-form', { mend });
    }
    const begin = word + FUNCTOOLS.length - 1;
    const end = text.indexOf(']', begin);
    if (end < 0) {
      output.answer(start, text.length);
      return output.stop(word, 'model-call-open', {
        mend: { title: 'Insert `]`', start: text.length, end: text.length, text: ']' },
      });
    }
    const span = { start: begin, end: end + 1 };
    // A call without arguments is silently dropped; invalid JSON is logged.
    const errorText = (error: string) =>
      /^(?:Key|Type)Error/.test(error)
        ? undefined
        : `Failed to parse function calls from model output. Error: ${error}`;
    const stopped = addList(output, span, ['arguments', 'parameters'], errorText);
    if (stopped?.stop?.kind === 'model-call-json') {
      const isCut = text.indexOf(']', end + 1) >= 0;
      const { stop } = stopped;
      return isCut
        ? output.stop(end, 'model-list-inside', { text: stop.text, from: begin })
        : { ...stopped, stop: { ...stop, kind: 'model-call-dropped' } };
    }
    if (stopped) return stopped;
    if ((text.slice(start, word) + text.slice(end + 1)).trim() !== '') output.notes.push(textLost);
    return output.accept();
  },
};

const textLost = 'This parser drops the text next to the calls: it returns either calls or text.';

const PYTHON_TAG = '<|python_tag|>';

export const llama3Json: Parser = {
  name: 'llama3_json',
  title: "vLLM's tool parser llama3_json: every object with a name and parameters",
  format: 'model',
  read(whole): Parsed {
    const output = new ModelOutput(whole);
    const { text, start } = output;
    const tag = text.indexOf(PYTHON_TAG, start);
    const begin = text.indexOf('{', start);
    if (begin < 0) {
      output.answer(start, text.length);
      return tag < 0 ? output.accept() : output.stop(tag, 'model-call-code');
    }
    let [calls, last, beside] = [0, start, ''];
    for (let at = begin; at >= 0; ) {
      const end = objectEnd(text, at);
      const span = { start: at, end };
      // The parser continues one character after the end of an object. If another object follows directly, the parser misses its
      // opening bracket, and reads an object inside it as a call.
      if (calls > 0 && at === last) {
        const mend = { title: 'Insert `;` between the calls', start: at, end: at, text: '; ' };
        return output.stop(at, 'model-calls-unseparated', { text: keyMissing('name'), mend });
      }
      const read = output.json(span, (error) => `${LLAMA_LOG}\njson.decoder.JSONDecodeError: ${error}`);
      if (isParsed(read)) {
        // Braces without the keys of a call are part of an answer.
        if (calls === 0 && tag < 0 && !/"(?:name|parameters|arguments)"|\bname\b/.test(text.slice(at))) break;
        return calls > 0 && !/^\{\s*"/.test(text.slice(at))
          ? output.stop(at, 'model-braces', { text: read.stop?.text })
          : read;
      }
      const wrong = read.value === undefined ? undefined : misshapen(read.value, ['arguments', 'parameters']);
      if (wrong !== undefined) {
        if (calls === 0 && tag < 0 && !Object.hasOwn((read.value ?? {}) as object, 'name')) break;
        const key = /'(.*)'/.exec(wrong)?.[1] ?? 'name';
        return output.stop(at, calls > 0 && key === 'name' ? 'model-braces' : 'model-call-misshapen', {
          text: keyMissing(key),
          json: span,
        });
      }
      output.call(String((read.value as { name?: unknown } | undefined)?.name), span);
      calls++;
      beside += text.slice(last, at);
      last = end;
      at = text.indexOf('{', end);
    }
    if (calls === 0) output.answer(start, text.length);
    else if ((beside + text.slice(last)).replace(PYTHON_TAG, '').replace(/[;\s]+/g, '') !== '')
      output.notes.push(textLost);
    return output.accept();
  },
};

const LLAMA_LOG = 'Error in extracting tool call from response. Returning output in content with empty tool calls';

const keyMissing = (key: string) =>
  `Couldn't extract tool call from JSON response. Required key '${key}' not present. Returning output in content with empty tool calls.`;

/** The offset at which a JSON object ends: after its closing bracket, or at the end of the text. */
export function objectEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      at = stringEnd(text, at);
      continue;
    }
    if (sign === '{') depth++;
    if (sign === '}' && --depth === 0) return at + 1;
  }
  return text.length;
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
