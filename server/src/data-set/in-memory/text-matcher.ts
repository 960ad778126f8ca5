/** Whether a row has some words, or matches a regular expression, as it is written or as it is meant. */
import { RE2JS } from 're2js';
import type { FindSpec } from '../find/find-rows.ts';
import { unescaped } from '../find/spelling.ts';

/** What is looked for may have so many characters. */
const MAX_WORDS_LENGTH = 1000;

/** Throws, in words for users, at a pattern that is wrong. */
export function textMatcher({ words, isPattern, ignoresCase }: FindSpec): (text: string) => boolean {
  if (words.length > MAX_WORDS_LENGTH)
    throw new Error(`More than ${MAX_WORDS_LENGTH} characters cannot be searched for.`);
  const flags = RE2JS.MULTILINE | (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(isPattern ? words : RE2JS.quote(words), flags);
  } catch (error) {
    throw new Error(`This is not a regular expression that can be searched for: ${(error as Error).message}.`);
  }
  if (!isPattern && !ignoresCase) return (text) => text.includes(words) || unescaped(text).includes(words);
  return (text) => compiled.test(unescaped(text));
}
