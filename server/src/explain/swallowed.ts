/**
 * Finds a header inside a body: the end of the message before it is missing, so parsers read the two messages as one, and lose an
 * answer or a call.
 */
import type { Parsed } from './parsers/parser.ts';
import { isAnswer, isReasoning } from './remarks.ts';

interface SwallowedHeader {
  /** The start of the header. */
  readonly at: number;
  /** The text that is missing before the header. */
  readonly missing: string;
  readonly says: string;
}

const MESSAGE = '<|message|>';
const headers =
  /(<\|start\|>assistant)?(?:\s?to=[\w.-]{1,80})?<\|channel\|>(?:analysis|commentary|(final))(?:\s?to=[\w.-]{1,80})?(?:\s?<\|constrain\|>\s?\w{1,20}|\s\w{1,20})?<\|message\|>/g;

/** The first Harmony header in a body, unless it is quoted. Answers are not searched, since they may discuss tokens. */
export function swallowedHeader(output: string, { made }: Pick<Parsed, 'made'>): SwallowedHeader | undefined {
  let [i, body] = [-1, 0];
  for (const { 0: header, 1: start, 2: final, index: at } of output.matchAll(headers)) {
    while (i < made.length && !(at < (made[i]?.end ?? -1))) {
      i++;
      body = output.indexOf(MESSAGE, made[i]?.start ?? output.length) + MESSAGE.length;
    }
    const one = made[i];
    if (one === undefined) return undefined;
    if (at < body || body < MESSAGE.length || isAnswer(one) || /['"`]/.test(output[at - 1] as string)) continue;
    const what = header.includes('to=') ? 'call' : final ? 'answer' : 'next message';
    const missing = start === undefined ? '<|end|><|start|>assistant' : '<|end|>';
    const around = isReasoning(one) ? 'reasoning' : 'message before it';
    return { at, missing, says: `The ${what} is inside the ${around}: \`${missing}\` is missing before its header.` };
  }
  return undefined;
}
