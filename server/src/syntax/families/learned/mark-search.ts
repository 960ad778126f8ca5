/** Searches for marks in a text. It jumps from one character with which a mark may begin to the next. */
import { escaped } from './escaped.ts';

export interface FoundMark {
  readonly at: number;
  readonly text: string;
}

/** The marks, grouped by their first characters. */
export type MarkTable = readonly { readonly head: string; readonly marks: RegExp }[];

export function markTable(all: readonly string[]): MarkTable {
  const heads = new Map<string, string[]>();
  for (const mark of all) {
    const head = mark.slice(0, 1);
    if (head !== '') heads.set(head, [...(heads.get(head) ?? []), mark]);
  }
  return [...heads].map(([head, marks]) => ({
    head,
    marks: new RegExp(
      marks
        .sort((a, b) => b.length - a.length)
        .map(escaped)
        .join('|'),
      'y',
    ),
  }));
}

/** The result of a search for a character: its first occurrence at or after `from`. */
interface Next {
  readonly from: number;
  readonly at: number;
}

const nowhere: Next = { from: Number.POSITIVE_INFINITY, at: Number.POSITIVE_INFINITY };

/**
 * Finds marks in a text. The last result for each character is kept, so that the text is searched only once for a character that does not
 * occur.
 */
export class MarkSearch {
  private readonly next: Next[];

  constructor(
    private readonly table: MarkTable,
    private readonly text: string,
  ) {
    this.next = table.map(() => nowhere);
  }

  /** Returns the first mark at or after an offset. If several marks begin there, it is the longest one. */
  after(from: number): FoundMark | undefined {
    for (let start = from; ; ) {
      let first: MarkTable[number] | undefined;
      let at = Number.POSITIVE_INFINITY;
      for (let i = 0; i < this.table.length; i++) {
        const one = this.table[i] as MarkTable[number];
        const position = this.place(i, one.head, start);
        if (position < at) {
          at = position;
          first = one;
        }
      }
      if (first === undefined) return undefined;
      first.marks.lastIndex = at;
      const [text] = first.marks.exec(this.text) ?? [];
      if (text !== undefined) return { at, text };
      start = at + 1;
    }
  }

  private place(i: number, head: string, start: number): number {
    const next = this.next[i] as Next;
    if (next.from <= start && start <= next.at) return next.at;
    const limit = start < next.from ? Math.min(next.from, this.text.length) : this.text.length;
    const headOffset =
      limit < this.text.length ? this.text.slice(start, limit).indexOf(head) : this.text.indexOf(head, start) - start;
    const at = headOffset >= 0 ? start + headOffset : limit < this.text.length ? next.at : Number.POSITIVE_INFINITY;
    this.next[i] = { from: start, at };
    return at;
  }
}
