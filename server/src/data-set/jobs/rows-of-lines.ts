/** Finds the rows on given lines. Lines must be requested in ascending order. */

import type { Stretch } from '../data-set-stretch.ts';
import { firstNotBelow } from '../growing.ts';
import type { RowSource } from '../read-rows.ts';
import type { JobHost } from './stretches.ts';

export class RowsOfLines {
  private place = 0;
  private current:
    | { readonly stretch: Stretch; readonly next: number; readonly lines: Uint32Array | undefined }
    | undefined;

  constructor(
    private readonly host: JobHost,
    private readonly source: RowSource,
  ) {}

  /** Returns the number of the first row that begins on a line or after it. Lines are counted from 0. */
  async at(line: number): Promise<number> {
    for (;;) {
      const { index } = this.host;
      const indexedStretch = index.stretchFrom(this.place, 1);
      if (indexedStretch === undefined) {
        if (index.isComplete) return index.rows + 1;
        await this.host.grown();
        continue;
      }
      const after = index.lineAt(indexedStretch.next);
      if (after !== undefined && after <= line) {
        this.place = indexedStretch.next;
        this.current = undefined;
        continue;
      }
      const { stretch } = indexedStretch;
      // If every line of the stretch is a row, the row number can be calculated.
      if (after !== undefined && after - stretch.line === stretch.count)
        return stretch.row + Math.max(0, line - stretch.line);
      this.current ??= {
        ...indexedStretch,
        lines: await this.host.pool.ask<Uint32Array>({ kind: 'lines', source: this.source, stretch }),
      };
      return stretch.row + firstNotBelow(this.current.lines as Uint32Array, line);
    }
  }
}
