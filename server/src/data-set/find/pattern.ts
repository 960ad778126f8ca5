/** Regular expressions without backtracking, so that none takes longer than the text is long. */
import { RE2JS } from 're2js';

/** Throws, in words for users, at a pattern that is wrong. */
export function compiledPattern(pattern: string, ignoresCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.MULTILINE | (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0));
  } catch (error) {
    // The pattern is repeated there with signs that the user has not typed.
    const why = (error as Error).message.replace(/^error parsing regexp: /, '').replace(/: `.*`$/s, '');
    throw new Error(`This regular expression cannot be used: ${why}.`, { cause: error });
  }
}
