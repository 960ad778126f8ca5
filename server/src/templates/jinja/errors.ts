/**
 * Errors of templates, at UTF-16 offsets in the template. Line breaks are normalized to LF, so line numbers are the same as in the
 * file.
 */

/** The kind of an error. `raised`: the template calls `raise_exception`. `budget`: rendering exceeds a limit. */
export type Fault = 'syntax' | 'raised' | 'failed' | 'budget';

/** The error that is thrown if a template cannot be read, or if it rejects a conversation. */
export class TemplateError extends Error {
  /** The template text that the offset refers to. */
  text: string | undefined;

  constructor(
    readonly fault: Fault,
    message: string,
    /** The offset in the template. After a failure at run time, `render` sets it to the offset of the node that was running. */
    public at: number | undefined = undefined,
  ) {
    super(message);
  }
}

/** Returns an exception with a message as in Python: `TypeError: …`. */
export const failed = (message: string) => new TemplateError('failed', message);

/** Returns the message of an error as a sentence, with a full stop. */
export const sentence = (error: string) => (/[.!?…]$/.test(error) ? error : `${error}.`);
