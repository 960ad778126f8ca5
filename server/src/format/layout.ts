/** The options of the formatter. */
import type { Family } from '../syntax/families/family.ts';

export interface Layout {
  /** Whether all messages are on one line or each is on its own. The default is what is usual in the family. */
  readonly lines?: 'compact' | 'expand' | undefined;
  /** Whether attributes keep their order. By default, they are sorted in the order of 2.2 §6. */
  readonly keepOrder?: boolean;
  /** Whether blank lines between messages are kept, as a single one. By default, as in conversions, they are removed. */
  readonly keepBlankLine?: boolean;
}

/** The text that is written between two messages. */
export function between({ frame }: Family, { lines }: Layout, lineBreak: string): string {
  const isBroken = lines === undefined ? frame.between !== '' : lines === 'expand';
  return isBroken ? lineBreak : '';
}

/** Whether two texts differ at most in the kind of their line breaks, which formatting does not change. */
export function isSame(a: string, b: string): boolean {
  return a === b || a.replace(/\r\n?/g, '\n') === b.replace(/\r\n?/g, '\n');
}
