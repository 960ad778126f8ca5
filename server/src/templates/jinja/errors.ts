/** The errors of templates. Offsets are UTF-16, in the template with line breaks made LF, so that lines are those of the file. */

/** `raised`: the template itself refuses, by `raise_exception`. `budget`: it would take too much. */
export type Fault = 'syntax' | 'raised' | 'failed' | 'budget';

/** A template that cannot be read, or a conversation that it does not take. */
export class TemplateError extends Error {
  /** The text of the template that offsets are in. */
  text: string | undefined;

  constructor(
    readonly fault: Fault,
    message: string,
    /** Where in the template; for a failure, the run records it. */
    public at: number | undefined = undefined,
  ) {
    super(message);
  }
}

/** An exception as Python would throw it: `TypeError: …`. */
export const failed = (message: string) => new TemplateError('failed', message);

/** The message of an error as a sentence, with a full stop. */
export const sentence = (error: string) => (/[.!?…]$/.test(error) ? error : `${error}.`);
