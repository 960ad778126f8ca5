/** Finds the control tokens that a template writes. They separate messages, and would do so even if they were in content. */
import type { Statement } from './jinja/nodes.ts';
import { childrenOf, walk } from './jinja/walk.ts';

/**
 * Matches text that looks like a model's token: `<|…|>`, `<|…>` and `<…|>`, `[INST]`, `<start_of_turn>`, `</s>`, or with DeepSeek's
 * full-width bars.
 */
const marker =
  /<\|[^\s<>|]{1,60}\|?>|<[a-z_]{1,60}\|>|<｜[^\s<>｜]{1,60}｜>|\[\/?[A-Z_]{3,30}\]|<\/?[a-z][a-z0-9_]{0,30}>|<<\/?SYS>>/g;

/** Matches tags of markup and of model output, which divide the content of a message, but do not separate messages. */
const tags =
  /^<\/?(?:think|tool_call|tool_response|tools|function|parameter|b|i|p|a|br|code|pre|div|span|ul|li|ol|html|body|answer|step|reasoning)>$/;

const markersOf = (text: string): string[] => (text.match(marker) ?? []).filter((one) => !tags.test(one));

/**
 * The maximum number of special tokens that are used, since content is searched for each of them. Models have up to about six
 * thousand.
 */
const MAX_SPECIAL = 20_000;

/** The markers in the text that a template writes, and the control tokens of its tokenizer. */
export function markersIn(body: readonly Statement[], special: readonly string[]): string[] {
  const markers = new Set<string>();
  for (const [node] of walk(body, undefined, childrenOf)) {
    const text = node.kind === 'data' ? node.text : node.kind === 'constant' ? node.value : undefined;
    if (typeof text === 'string') for (const one of markersOf(text)) markers.add(one);
  }
  for (const token of special.slice(0, MAX_SPECIAL)) if (token.length > 2) markers.add(token);
  return [...markers];
}
