/**
 * Parsers for calls that are enclosed in their own tokens: `deepseek_v3`, `deepseek_v31` and `kimi_k2`. They follow
 * `vllm/tool_parsers/deepseekv3_tool_parser.py` (commit 80445b45), `deepseekv31_tool_parser.py` (e2fc92ec) and
 * `kimi_k2_tool_parser.py` (c853e154) of vllm-project/vllm. SGLang's detectors for DeepSeek V3 and Kimi K2 look for the same
 * tokens.
 */
import { pythonSays } from '../../json/wording.ts';
import type { Parsed, Parser, Stop } from '../parser.ts';
import { isParsed, ModelOutput } from './output.ts';

interface SectionTokens {
  readonly begin: string;
  readonly end: string;
  readonly callBegin: string;
  readonly callEnd: string;
  /** Matches the text of a call between `callBegin` and `callEnd`, with its name and its arguments. */
  readonly call: RegExp;
  /** The faults that make the parser drop a call, by pattern; the first match counts. */
  readonly faults: readonly (readonly [what: RegExp, kind: string])[];
  /** Matches a call whose arguments are on several lines, and captures the text before the arguments, and the arguments. */
  readonly onLines?: RegExp;
  nameOf(nameText: string): string;
}

/** Returns a parser that finds calls by a pattern, and silently drops a call that does not match. */
function bySection(tokens: SectionTokens): (whole: string) => Parsed {
  const { begin, end, callBegin, callEnd, call, faults, onLines, nameOf } = tokens;
  return (whole) => {
    const output = new ModelOutput(whole);
    const { text, start } = output;
    const section = text.indexOf(begin, start);
    const first = text.indexOf(callBegin, start);
    if (section < 0) {
      output.answer(start, text.length);
      if (first < 0) return output.accept();
      return output.stop(first, 'model-section-missing', {
        mend: { title: `Insert \`${begin}\``, start: first, end: first, text: begin },
      });
    }
    output.answer(start, section);
    if (first < 0) return output.stop(section, 'model-call-lost');
    for (let at = first; at >= 0; ) {
      const next = text.indexOf(callBegin, at + callBegin.length);
      const closed = text.indexOf(callEnd, at);
      const limit = next < 0 ? text.length : next;
      if (closed < 0 || closed > limit) {
        const sectionEnd = text.indexOf(end, at);
        const position = sectionEnd >= 0 && sectionEnd < limit ? sectionEnd : limit;
        const inserted = at + text.slice(at, position).trimEnd().length;
        const mend = { title: `Insert \`${callEnd}\``, start: inserted, end: inserted, text: callEnd };
        return output.stop(at, 'model-call-open', { mend });
      }
      const stretch = text.slice(at, closed + callEnd.length);
      const match = call.exec(stretch);
      if (match === null) {
        const kind = faults.find(([what]) => what.test(stretch))?.[1] ?? 'model-call-lost';
        output.made.push({ as: 'lost', who: 'a call', text: stretch, start: at, end: at + stretch.length });
        const mend = kind === 'model-arguments-lines' ? onOneLine(onLines?.exec(stretch), at) : undefined;
        return output.stop(at, kind, mend && { mend });
      }
      const [, name = '', args = ''] = match;
      const from = args === '' ? closed : at + match.index + match[0].lastIndexOf(args);
      const span = { start: from, end: from + args.length };
      const read = output.json(span, () => '');
      // The arguments are passed on unchanged, so that the client fails on them.
      if (isParsed(read))
        return { ...read, ...(read.stop && { stop: { ...read.stop, text: undefined, kind: 'model-arguments' } }) };
      output.call(nameOf(name), span);
      at = next;
    }
    return output.accept();
  };
}

/** Returns an edit that puts the arguments of a call on one line. */
function onOneLine(call: RegExpExecArray | null | undefined, start: number): Stop['mend'] {
  const [, before = '', json = ''] = call ?? [];
  if (pythonSays(json) !== undefined) return undefined;
  const at = start + before.length;
  const lines = json.split('\n').map((line) => line.trim());
  const text = lines.filter((line) => line !== '').join(' ');
  return { title: 'Put the arguments on one line', start: at, end: at + json.length, text };
}

export const deepseekV3: Parser = {
  name: 'deepseek_v3',
  title: "vLLM's tool parser deepseek_v3: type, name and a fenced JSON block on one line, between tokens",
  format: 'model',
  read: bySection({
    begin: '<｜tool▁calls▁begin｜>',
    end: '<｜tool▁calls▁end｜>',
    callBegin: '<｜tool▁call▁begin｜>',
    callEnd: '<｜tool▁call▁end｜>',
    call: /^<｜tool▁call▁begin｜>[^\n]*<｜tool▁sep｜>([^\n]*)\n```json\n([^\n]*)\n```<｜tool▁call▁end｜>$/,
    faults: [
      [/<｜tool▁sep｜>[^\n]*\n```json\n[^]*\n[^]*\n```<｜tool▁call▁end｜>$/, 'model-arguments-lines'],
      [/^<｜tool▁call▁begin｜>[^\n<]*<｜tool▁sep｜>\s*\{/, 'model-deepseek-v31'],
    ],
    onLines: /^([^]*?\n```json\n)([^]*)\n```/,
    nameOf: (name) => name,
  }),
};

export const deepseekV31: Parser = {
  name: 'deepseek_v31',
  title: "vLLM's tool parser deepseek_v31: name and JSON on one line, between tokens",
  format: 'model',
  read: bySection({
    begin: '<｜tool▁calls▁begin｜>',
    end: '<｜tool▁calls▁end｜>',
    callBegin: '<｜tool▁call▁begin｜>',
    callEnd: '<｜tool▁call▁end｜>',
    call: /^<｜tool▁call▁begin｜>([^\n]*?)<｜tool▁sep｜>([^\n]*)<｜tool▁call▁end｜>$/,
    faults: [
      [/^<｜tool▁call▁begin｜>[^\n<]*<｜tool▁sep｜>[^\n]*\n```json\n/, 'model-deepseek-v3'],
      [/^<｜tool▁call▁begin｜>[^\n]*?<｜tool▁sep｜>\s*\{/, 'model-arguments-lines'],
    ],
    onLines: /^([^]*?<｜tool▁sep｜>)([^]*)<｜tool▁call▁end｜>$/,
    nameOf: (name) => name,
  }),
};

export const kimiK2: Parser = {
  name: 'kimi_k2',
  title: "vLLM's tool parser kimi_k2: functions.NAME:N and arguments, between tokens",
  format: 'model',
  read: bySection({
    begin: '<|tool_calls_section_begin|>',
    end: '<|tool_calls_section_end|>',
    callBegin: '<|tool_call_begin|>',
    callEnd: '<|tool_call_end|>',
    call: /^<\|tool_call_begin\|>\s*([^<]+:\d+)\s*<\|tool_call_argument_begin\|>([^]*)<\|tool_call_end\|>$/,
    faults: [[/^<\|tool_call_begin\|>\s*[^<:]+<\|tool_call_argument_begin\|>/, 'model-id-number']],
    nameOf: (id) => id.trim().split(':')[0]?.split('.').at(-1) ?? '',
  }),
};
