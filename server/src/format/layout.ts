/** How documents are laid out. */
import type { Family } from '../syntax/families/family.ts';

export interface Layout {
  /** Whether each message is on its own line; undefined: as the writers of the family do it. */
  readonly lines?: 'compact' | 'expand' | undefined;
  /** Attributes stay in the order in which they are written; otherwise they get that of 2.2 §6. */
  readonly keepOrder?: boolean;
  /** Where blank lines set messages apart, one stays; a conversion has none. */
  readonly keepBlankLine?: boolean;
}

/** The text between two messages. */
export function between({ frame }: Family, { lines }: Layout, lineBreak: string): string {
  const isBroken = lines === undefined ? frame.between !== '' : lines === 'expand';
  return isBroken ? lineBreak : '';
}

/** Whether two stretches differ only in the characters of their line breaks, which stay as they are. */
export function isSame(a: string, b: string): boolean {
  return a === b || a.replace(/\r\n?/g, '\n') === b.replace(/\r\n?/g, '\n');
}
