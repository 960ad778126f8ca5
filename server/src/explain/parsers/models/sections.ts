/**
 * Parsers for calls between tokens of their own: `deepseek_v3`, `kimi_k2`, `mistral`. After those of vLLM 0.11
 * (vllm/entrypoints/openai/tool_parsers/); SGLang's detectors for DeepSeek V3 and Kimi K2 look for the same tokens.
 */
import { pythonSays } from '../../json/wording.ts';
import type { Parsed, Parser, Stop } from '../parser.ts';
import { isParsed, logged, ModelOutput, misshapen } from './output.ts';

interface SectionTokens {
  readonly begin: string;
  readonly end: string;
  readonly callBegin: string;
  readonly callEnd: string;
  /** A call from `callBegin` to `callEnd`: its name, and its arguments. */
  readonly call: RegExp;
  /** Why a call is lost, by what it looks like; the first that matches. */
  readonly faults: readonly (readonly [what: RegExp, kind: string])[];
  nameOf(written: string): string;
}

/** A parser that finds calls by a pattern: one that does not fit is lost, without an error. */
function bySection(tokens: SectionTokens): (whole: string) => Parsed {
  const { begin, end, callBegin, callEnd, call, faults, nameOf } = tokens;
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
        const place = sectionEnd >= 0 && sectionEnd < limit ? sectionEnd : limit;
        const inserted = place - (/\s*$/.exec(text.slice(at, place))?.[0].length ?? 0);
        const mend = { title: `Insert \`${callEnd}\``, start: inserted, end: inserted, text: callEnd };
        return output.stop(at, 'model-call-open', { mend });
      }
      const stretch = text.slice(at, closed + callEnd.length);
      const found = call.exec(stretch);
      if (found === null) {
        const kind = faults.find(([what]) => what.test(stretch))?.[1] ?? 'model-call-lost';
        output.made.push({ as: 'lost', who: 'a call', text: stretch, start: at, end: at + stretch.length });
        const mend = kind === 'model-arguments-lines' ? onOneLine(stretch, at) : undefined;
        return output.stop(at, kind, mend && { mend });
      }
      const [, name = '', args = ''] = found;
      const from = args === '' ? closed : at + found.index + found[0].lastIndexOf(args);
      const span = { start: from, end: from + args.length };
      const read = output.json(span, () => '');
      // The arguments are handed on as they are: the client fails on them.
      if (isParsed(read))
        return { ...read, ...(read.stop && { stop: { ...read.stop, text: undefined, kind: 'model-arguments' } }) };
      output.call(nameOf(name), span);
      at = next;
    }
    return output.accept();
  };
}

/** Puts the JSON in a fence on one line. */
function onOneLine(call: string, start: number): Stop['mend'] {
  const [, before = '', json = ''] = /^([^]*?\n```json\n)([^]*)\n```/.exec(call) ?? [];
  if (pythonSays(json) !== undefined) return undefined;
  const at = start + before.length;
  const text = json.replace(/\s*\n\s*/g, ' ').trim();
  return { title: 'Put the arguments on one line', start: at, end: at + json.length, text };
}

export const deepseekV3: Parser = {
  name: 'deepseek_v3',
  title: "vLLM's tool parser deepseek_v3: type, name and a fence of JSON on one line, between tokens",
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

const TOOL_CALLS = '[TOOL_CALLS]';
const named = /^\s*([\w.-]+)(?:\[CALL_ID\][^[\]{]*)?(?:\[ARGS\])?\s*(?=\{)/;

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
      const bare = /^\s*(?:\[\{\s*"(?:name|arguments)"|[\w-]+\[ARGS\])/.exec(text.slice(start));
      if (bare === null) return output.accept();
      const at = start + (bare[0].length - bare[0].trimStart().length);
      return output.stop(at, 'model-section-missing', {
        mend: { title: 'Insert `[TOOL_CALLS]`', start: at, end: at, text: TOOL_CALLS },
      });
    }
    for (let at = first; at >= 0; ) {
      const next = text.indexOf(TOOL_CALLS, at + TOOL_CALLS.length);
      const from = at + TOOL_CALLS.length;
      const to = next < 0 ? text.length : next;
      const name = named.exec(text.slice(from, to));
      const begin = name ? from + name[0].length : from + (/^\s*/.exec(text.slice(from, to))?.[0].length ?? 0);
      const span = { start: begin, end: to };
      if (name === null && !/^[[{]/.test(text.slice(begin, begin + 1)))
        return output.stop(begin < to ? begin : at, 'model-call-misshapen', {
          text: `${logged}\nIndexError: list index out of range`,
          from: at,
        });
      const read = output.json(span, (error) => `${logged}\njson.decoder.JSONDecodeError: ${error}`);
      if (isParsed(read)) return read;
      const calls = name ? [] : Array.isArray(read.value) ? read.value : [read.value];
      if (name) output.call(name[1] as string, span);
      for (const one of calls as readonly unknown[]) {
        const wrong = one === undefined ? undefined : misshapen(one, ['arguments']);
        if (wrong !== undefined)
          return output.stop(begin, 'model-call-misshapen', { text: `${logged}\n${wrong}`, from: at, json: span });
        output.call(String((one as { name?: unknown } | undefined)?.name), span);
      }
      if (!name && !Array.isArray(read.value) && read.value !== undefined)
        return output.stop(begin, 'model-call-misshapen', {
          ...{ text: `${logged}\nTypeError: string indices must be integers, not 'str'`, from: at },
          mend: {
            title: 'Put the call into a list',
            start: span.start,
            end: span.end,
            text: `[${text.slice(span.start, span.end).trim()}]`,
          },
        });
      at = next;
    }
    return output.accept();
  },
};
