/** A header inside a body: nothing ends the message before it, so parsers read both as one, and an answer or a call is lost in it. */
import { keeperOf, lost } from './kept.ts';
import type { Parsed, Parser } from './parsers/parser.ts';
import { isAnswer, isReasoning } from './remarks.ts';
import type { Repaired } from './repair.ts';

interface Swallowed {
  /** Where the header begins. */
  readonly at: number;
  /** What is missing before it. */
  readonly missing: string;
  readonly says: string;
}

const MESSAGE = '<|message|>';
const headers =
  /(<\|start\|>assistant)?(?:\s?to=[\w.-]{1,80})?<\|channel\|>(?:analysis|commentary|(final))(?:\s?to=[\w.-]{1,80})?(?:\s?<\|constrain\|>\s?\w{1,20}|\s\w{1,20})?<\|message\|>/g;

/** The first header of Harmony in a body, unless it is quoted there, or in an answer, which may speak of tokens. */
export function swallowed(output: string, { made }: Pick<Parsed, 'made'>): Swallowed | undefined {
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

/** How many messages are ended, at most. */
const most = 12;

/** Ends the messages that have a header inside, if the parser then loses nothing of them. */
export function release(output: string, parser: Parser): Repaired | undefined {
  let [text, parsed] = [output, parser.read(output)];
  const fixes: string[] = [];
  for (
    let found = swallowed(text, parsed);
    found !== undefined && fixes.length < most;
    found = swallowed(text, parsed)
  ) {
    const { at, missing } = found;
    const edited = text.slice(0, at) + missing + text.slice(at);
    const now = parser.read(edited);
    if (!now.accepted || lost(now) > lost(parsed) || !keeperOf(text, parser.format)(edited)) break;
    fixes.push(`Insert \`${missing}\``);
    [text, parsed] = [edited, now];
  }
  return fixes.length === 0 ? undefined : { text, fixes, accepted: true };
}
