/**
 * SGLang's detector for Mistral's models. It follows python/sglang/srt/function_call/mistral_detector.py (commit a343daaf) of
 * sgl-project/sglang.
 */
import { pythonSays } from '../../json/wording.ts';
import type { Parsed, Parser } from '../parser.ts';
import { bareCalls, TOOL_CALLS, valueEnd } from './mistral-calls.ts';
import { ModelOutput } from './output.ts';
import { addJson, restOf, undefinedCall } from './sglang-calls.ts';

const ARGS = '[ARGS]';

export const mistral: Parser = {
  name: 'sglang-mistral',
  title: "SGLang's detector mistral: a list of calls after [TOOL_CALLS] and a space, or one NAME[ARGS]{…}",
  format: 'model',
  read(whole): Parsed {
    const output = new ModelOutput(whole);
    const { text, start } = output;
    const first = text.indexOf(TOOL_CALLS, start);
    output.answer(start, first < 0 ? text.length : first);
    if (first < 0) {
      const at = bareCalls(text, start);
      if (at === undefined) return output.accept();
      const list = text[at] === '[';
      return output.stop(at, 'model-section-missing', {
        mend: { title: 'Insert `[TOOL_CALLS]`', start: at, end: at, text: list ? `${TOOL_CALLS} ` : TOOL_CALLS },
      });
    }
    const from = first + TOOL_CALLS.length;
    if (text.startsWith(' [', from)) {
      const end = valueEnd(text, from + 1);
      if (end === undefined) return output.stop(first, 'model-call-open');
      return addJson(output, from + 1, end, 'sglang-call-json') ?? afterCalls(output, end);
    }
    const args = text.indexOf(ARGS, from);
    if (/^\s*\[/.test(text.slice(from)) && (args < 0 || args > text.indexOf('{', from))) {
      const to = from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
      return output.stop(from, 'sglang-space', {
        from: first,
        mend: { title: 'Write one space before the list', start: from, end: to, text: ' ' },
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
        from: first,
        text: undefinedCall(name),
      });
    const end = valueEnd(text, open);
    if (end === undefined) return output.stop(first, 'model-call-open');
    const pythonError = pythonSays(text.slice(open, end));
    if (pythonError !== undefined)
      return output.stop(open + pythonError.at, 'model-call-lost', { from: first, json: { start: open, end } });
    output.call(name, { start: open, end });
    return afterCalls(output, end);
  },
};

/** Reads the text after Mistral's calls, which belongs to the answer even if it is a further call. */
function afterCalls(output: ModelOutput, end: number): Parsed {
  const { text } = output;
  const second = text.indexOf(TOOL_CALLS, end);
  if (second >= 0) return output.stop(second, 'sglang-first-call');
  return restOf(output, end);
}
