/** Whether a byte is white space. A line with only white space is not a row. */
export const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);
