/** The scanners that find the rows of a data set, one for each layout. */
import { ElementScanner } from '../../rows/element-scanner.ts';
import type { Layout } from '../../rows/layout.ts';
import type { RowScanner, ScanPlace } from '../../rows/row-scanner.ts';
import { LineScanner } from './line-scanner.ts';

export function scannerFrom(layout: Layout, scanPlace: ScanPlace): RowScanner {
  if (layout === 'lines') return new LineScanner(scanPlace);
  if (layout === 'list') return new ElementScanner(scanPlace);
  return wholeScanner(scanPlace);
}

/** Reports a whole file as one row, for a file that contains a single value. */
const wholeScanner = ({ at }: ScanPlace): RowScanner => ({
  scan() {},
  end: (size, onRow) => onRow(at, size, 0),
  open: () => ({ start: at, line: 0 }),
});
