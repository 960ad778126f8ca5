/** The options for formatting documents. */
import type { Family } from '../syntax/families/family.ts';

export interface Layout {
  /** Whether each message is on its own line; undefined: as usual in the family. */
  readonly lines?: 'compact' | 'expand' | undefined;
  /** Attributes stay in their original order; otherwise they are put in the order of 2.2 §6. */
  readonly keepOrder?: boolean;
  /** Blank lines between messages are reduced to one; a conversion has none. */
  readonly keepBlankLine?: boolean;
}

/** The text between two messages. */
export function between({ frame }: Family, { lines }: Layout, lineBreak: string): string {
  const isBroken = lines === undefined ? frame.between !== '' : lines === 'expand';
  return isBroken ? lineBreak : '';
}

/** Whether two stretches differ only in the kind of their line breaks, which stays unchanged. */
export function isSame(a: string, b: string): boolean {
  return a === b || a.replace(/\r\n?/g, '\n') === b.replace(/\r\n?/g, '\n');
}
