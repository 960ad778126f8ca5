/** Files that the output of a model may be in although they are not transcripts: logs of servers, and texts that people saved. */
import { beginningOf } from '../../packed/beginning.ts';

/** How logs in a folder end, all of which are read; and texts, which are read if a control token or a tag of a call is in them. */
const logs = ['.log'];
const texts = ['.txt'];
export const logEndings: readonly string[] = [...logs, ...texts];

/** How much of a text is searched (bytes). */
const MAX_SEARCHED_LENGTH = 1 << 18;

/** Whether a file of a folder whose name ends in one of these ways may hold an output. */
export function mayHoldOutput(file: string): boolean {
  if (logs.some((ending) => file.endsWith(ending))) return true;
  try {
    // The wide bar of DeepSeek, in bytes.
    return /<(?:\||\xEF\xBD\x9C)|<tool_call>|<function=|\[TOOL_CALLS\]/.test(
      beginningOf(file, MAX_SEARCHED_LENGTH).toString('latin1'),
    );
  } catch {
    // That it cannot be read is reported when it is explained.
    return true;
  }
}
