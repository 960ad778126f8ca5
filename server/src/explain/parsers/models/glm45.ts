/**
 * `glm45`, which reads arguments one by one. It follows vllm/tool_parsers/glm4_moe_tool_parser.py of vllm-project/vllm (commit
 * 081866a6), and SGLang's glm4_moe_detector.py (02911a07).
 */
import type { Parsed, Parser } from '../parser.ts';
import { ModelOutput } from './output.ts';

const [OPEN, CLOSE] = ['<tool_call>', '</tool_call>'];
const pair = /<arg_key>([^]*?)<\/arg_key>\s*<arg_value>([^]*?)<\/arg_value>/g;
const tag = /<\/?arg_(?:key|value)>?/g;

export const glm45: Parser = {
  name: 'glm45',
  title: "vLLM's tool parser glm45: <tool_call>, a name, and a line break; <arg_key> and <arg_value> for each argument",
  format: 'model',
  read(whole): Parsed {
    const output = new ModelOutput(whole);
    const { text, start } = output;
    const first = text.indexOf(OPEN, start);
    if (first < 0) {
      output.answer(start, text.length);
      const key = text.indexOf('<arg_key>', start);
      if (key < 0) return output.accept();
      const line = text.lastIndexOf('\n', key - 2) + 1;
      const at = Math.max(start, line);
      return output.stop(at, 'model-section-missing', {
        mend: { title: `Insert \`${OPEN}\``, start: at, end: at, text: OPEN },
      });
    }
    output.answer(start, first);
    for (let at = first; at >= 0; ) {
      const next = text.indexOf(OPEN, at + OPEN.length);
      const limit = next < 0 ? text.length : next;
      const end = text.indexOf(CLOSE, at);
      if (end < 0 || end > limit) {
        const position = at + text.slice(at, limit).trimEnd().length;
        const mend = { title: `Insert \`${CLOSE}\``, start: position, end: position, text: `\n${CLOSE}` };
        return output.stop(at, 'model-call-open', { mend });
      }
      const body = text.slice(at + OPEN.length, end);
      const lineEnd = body.indexOf('\n');
      if (lineEnd < 0) {
        const key = body.indexOf('<arg_key>');
        const offset = at + OPEN.length + (key < 0 ? body.length : key);
        return output.stop(offset < end ? offset : end, 'model-line-missing', {
          text: `Failed to parse tool call details from: ${text.slice(at, end + CLOSE.length)}`,
          from: at,
          mend: { title: 'Insert a line break after the name', start: offset, end: offset, text: '\n' },
        });
      }
      const name = body.slice(0, lineEnd);
      if (/^\s*\{/.test(name)) return output.stop(at + OPEN.length, 'model-json-for-tags', { from: at });
      const unread = body.slice(lineEnd).replace(pair, (pairText) => ' '.repeat(pairText.length));
      const stray = unread.search(tag);
      if (stray >= 0) return output.stop(at + OPEN.length + lineEnd + stray, 'model-argument-lost', { from: at });
      output.call(name.trim(), { start: at + OPEN.length + lineEnd, end });
      at = next;
    }
    return output.accept();
  },
};
