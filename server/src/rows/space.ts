/** Whether a byte is white space, so that a line of nothing else is not a row. */
export const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);
