/**
 * A fault in an input that was read: the command does not accept this kind of input, or cannot process it. The exit code is 1. It is 2
 * for any other error, for which the remedy is a different command line, option or file.
 */
export class InputFault extends Error {
  override readonly name = 'InputFault';
}

/** The exit code for an error thrown by a command. An `InputFault` is also found if it is the cause of another error. */
export function exitCodeOf(error: unknown): 1 | 2 {
  for (let one = error, depth = 0; one instanceof Error && depth < 10; one = one.cause, depth++)
    if (one instanceof InputFault) return 1;
  return 2;
}

/** The fault for text encoded as UTF-16. */
export const utf16Fault = (file?: string): InputFault =>
  new InputFault(`${file ?? 'it'} is UTF-16: save it as UTF-8, for instance with \`iconv -f UTF-16 -t UTF-8\``);
