/**
 * A fault in the input: the command does not accept this kind of input, or cannot process it. The exit code is 1. For any other error, the
 * exit code is 2, and the user must change the command line, an option or a file.
 */
export class InputFault extends Error {
  override readonly name = 'InputFault';
}

/** Returns the exit code for an error that a command has thrown. An `InputFault` also counts if it is the cause of another error. */
export function exitCodeOf(error: unknown): 1 | 2 {
  for (let one = error, depth = 0; one instanceof Error && depth < 10; one = one.cause, depth++)
    if (one instanceof InputFault) return 1;
  return 2;
}

export const utf16Fault = (file?: string): InputFault =>
  new InputFault(`${file ?? 'it'} is UTF-16: save it as UTF-8, for instance with \`iconv -f UTF-16 -t UTF-8\``);
