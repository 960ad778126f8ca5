/** A text before and after the first fix of a code. */
export type Row = readonly [code: string, before: string, after: string];
