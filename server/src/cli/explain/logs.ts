/** Files that are not transcripts but may contain the output of a model: server logs, and texts saved by people. */
import { beginningOf } from '../../packed/beginning.ts';

/**
 * The extensions of files that are read in a folder. Logs are always read. Texts are read only if they contain a control token or the tag of a
 * call.
 */
const logs = ['.log'];
const texts = ['.txt'];
export const logEndings: readonly string[] = [...logs, ...texts];

/** The maximum number of bytes that are searched at the beginning of a text. */
const MAX_SEARCHED_LENGTH = 1 << 18;

/** Whether a file in a folder, with one of these extensions, may contain the output of a model. */
export function mayHoldOutput(file: string): boolean {
  if (logs.some((ending) => file.endsWith(ending))) return true;
  try {
    // `\xEF\xBD\x9C` are the UTF-8 bytes of the full-width bar in DeepSeek's tokens.
    return /<(?:\||\xEF\xBD\x9C)|<tool_call>|<function=|\[TOOL_CALLS\]/.test(
      beginningOf(file, MAX_SEARCHED_LENGTH).toString('latin1'),
    );
  } catch {
    // If a file cannot be read, the error is reported when the file is explained.
    return true;
  }
}
