/** Regular expressions without backtracking, so that matching takes linear time. */
import { RE2JS } from 're2js';

/** Compiles a regular expression. Throws, with a message for the user, if it is invalid. */
export function compiledPattern(pattern: string, ignoresCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.MULTILINE | (ignoresCase ? RE2JS.CASE_INSENSITIVE : 0));
  } catch (error) {
    // The library's message ends with the pattern, to which the library has added characters.
    const why = (error as Error).message.replace(/^error parsing regexp: /, '').replace(/: `.*`$/s, '');
    throw new Error(`This regular expression cannot be used: ${why}.`, { cause: error });
  }
}
