/** Tests whether a row contains a search text or matches a regular expression, in the text as written or with its escapes resolved. */
import { RE2JS } from 're2js';
import { type FindSpec, MAX_WORDS_LENGTH } from '../find/find-rows.ts';
import { compiledPattern } from '../find/pattern.ts';
import { unescaped } from '../find/spelling.ts';

/** Returns the test for a search. Throws, with a message for the user, if the pattern is invalid. */
export function textMatcher({ words, isPattern, ignoresCase }: FindSpec): (text: string) => boolean {
  if (words.length > MAX_WORDS_LENGTH)
    throw new Error(`The search text is too long: at most ${MAX_WORDS_LENGTH} characters are allowed.`);
  const compiled = compiledPattern(isPattern ? words : RE2JS.quote(words), ignoresCase);
  if (!isPattern && !ignoresCase) return (text) => text.includes(words) || unescaped(text).includes(words);
  return (text) => compiled.test(unescaped(text));
}
