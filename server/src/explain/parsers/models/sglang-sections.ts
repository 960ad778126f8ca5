/**
 * SGLang's detectors for calls in a section that is enclosed in tokens. They follow deepseekv3_detector.py (commit 01967342) and
 * kimik2_detector.py (0351c1fa) in python/sglang/srt/function_call/ of sgl-project/sglang.
 */
import { pythonSays } from '../../json/wording.ts';
import type { Parsed, Parser } from '../parser.ts';
import { ModelOutput } from './output.ts';

const gaveUp = (error: string) => `Error in detect_and_parse: ${error}`;

interface SectionDetector {
  readonly begin: string;
  readonly callBegin: string;
  readonly callEnd: string;
  /** Matches the text of a call between `callBegin` and `callEnd`, with its name and its arguments. */
  readonly call: RegExp;
  /** Returns the fault of a call that does not match `call`. */
  readonly unfit: (stretch: string) => { readonly kind: string; readonly text?: string };
  /** Returns the error for arguments that are not JSON; undefined if arguments are not checked. */
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
      const match = call.exec(stretch);
      if (match === null) return output.stop(at, unfit(stretch).kind, unfit(stretch));
      const [all, name = '', args = ''] = match;
      const from = at + match.index + all.lastIndexOf(args);
      const pythonError = pythonSays(args);
      if (pythonError !== undefined)
        return output.stop(from + pythonError.at, checks ? 'sglang-output-text' : 'model-arguments', {
          text: checks?.(pythonError.text),
          from,
          json: { start: from, end: from + args.length },
        });
      output.call(name, { start: from, end: from + args.length });
    }
    return output.accept();
  };
}

export const deepseekv3: Parser = {
  name: 'sglang-deepseekv3',
  title: "SGLang's detector deepseekv3: type, name and a fenced JSON block between tokens",
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

export const kimiK2: Parser = {
  name: 'sglang-kimi_k2',
  title:
    "SGLang's detector kimi_k2: functions.NAME:N (letters, digits, dots and _) and arguments on one line, between tokens",
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
