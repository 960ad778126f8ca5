/** Control tokens that a template writes: what separates messages, and would do so inside the content too. */
import type { Statement } from './jinja/nodes.ts';
import { childrenOf, walk } from './jinja/walk.ts';

/** A text that looks like a token of a model: `<|…|>`, `[INST]`, `<start_of_turn>`, `</s>`, and with the full-width bars of DeepSeek. */
const marker = /<\|[^\s<>|]{1,60}\|>|<｜[^\s<>｜]{1,60}｜>|\[\/?[A-Z_]{3,30}\]|<\/?[a-z][a-z0-9_]{0,30}>|<<\/?SYS>>/g;

/** Tags of markup and of models' outputs: they divide a message, and no messages. */
const tags =
  /^<\/?(?:think|tool_call|tool_response|tools|function|parameter|b|i|p|a|br|code|pre|div|span|ul|li|ol|html|body|answer|step|reasoning)>$/;

const markersOf = (text: string): string[] => (text.match(marker) ?? []).filter((one) => !tags.test(one));

/** Models have up to some six thousand; contents are searched for each. */
const MAX_SPECIAL = 20_000;

/** The markers in what a template writes, and the control tokens of its tokenizer. */
export function markersIn(body: readonly Statement[], special: readonly string[]): string[] {
  const found = new Set<string>();
  for (const [node] of walk(body, undefined, childrenOf)) {
    const written = node.kind === 'data' ? node.text : node.kind === 'constant' ? node.value : undefined;
    if (typeof written === 'string') for (const one of markersOf(written)) found.add(one);
  }
  for (const token of special.slice(0, MAX_SPECIAL)) if (token.length > 2) found.add(token);
  return [...found];
}
