/**
 * The note for a conversation without a pair of answers. Callers use this note to recognize a data set in another format, in which every
 * row gets it.
 */

export const noPair =
  'A preference row needs a pair of answers, but there is only one answer here. Add the other answer as a JSON row with `prompt`, `chosen` and `rejected`, or convert to `prompt-completion`, which has one answer.';

/** Whether a note says that a pair of answers is missing. */
export const saysUnpaired = ({ message }: { readonly message: string }): boolean => message === noPair;
