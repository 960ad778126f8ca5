/** Files that may contain the output of a model although they are not transcripts: logs of servers, and texts that people saved. */
import { beginningOf } from '../../packed/beginning.ts';

/**
 * The endings of logs in a folder, all of which are read; and of texts, which are only read if they contain a control token or the tag
 * of a call.
 */
const logs = ['.log'];
const texts = ['.txt'];
export const logEndings: readonly string[] = [...logs, ...texts];

/** How much of a text is searched (bytes). */
const MAX_SEARCHED_LENGTH = 1 << 18;

/** Whether a file in a folder, with one of these endings, may contain an output. */
export function mayHoldOutput(file: string): boolean {
  if (logs.some((ending) => file.endsWith(ending))) return true;
  try {
    // `\xEF\xBD\x9C`: the UTF-8 bytes of the full-width bar in DeepSeek's tokens.
    return /<(?:\||\xEF\xBD\x9C)|<tool_call>|<function=|\[TOOL_CALLS\]/.test(
      beginningOf(file, MAX_SEARCHED_LENGTH).toString('latin1'),
    );
  } catch {
    // A file that cannot be read is reported when it is explained.
    return true;
  }
}
