/** A walk through the rows in a piece of a list, which keeps track of their positions, as `LineWalk` does for lines. */
import { isAscii } from 'node:buffer';
import { SPAN_SIZE } from '../../rows/row-piece.ts';
import { unitsIn } from '../../rows/utf16-units.ts';
import { listOpening, listSeparator } from '../../syntax/json/listed-values.ts';
import { breaksIn } from '../../syntax/lines.ts';
import type { RowPlace } from './line-checker.ts';

/** Bytes of a list, with the positions of the rows in them. */
export interface ListPiece {
  readonly bytes: Buffer;
  readonly spans: Uint32Array;
  /** Whether the list begins with these bytes. */
  readonly first: boolean;
  /** Whether all bytes are valid UTF-8. */
  readonly isValid: boolean;
}

export class ListWalk {
  /** The position of the current row in the piece: its line, and its offset and column, both in UTF-16 units. */
  line = 0;
  offset = 0;
  column = 0;
  /** The number of finished rows. */
  row = 0;
  /** The byte offset of the end of the last row read. If more bytes of the piece follow, the rest of the list is not read as rows. */
  end = 0;
  /** The offset of the byte at which the current row begins. */
  start = 0;
  private counted = 0;
  /** The position of `end`, if the walk has moved past it. */
  private place: RowPlace | undefined;
  private readonly encoding: 'latin1' | 'utf8';

  constructor(private readonly piece: ListPiece) {
    const { bytes, first } = piece;
    this.encoding = isAscii(bytes) ? 'latin1' : 'utf8';
    if (first && bytes.subarray(0, 3).toString('latin1') === '\xef\xbb\xbf') this.end = this.counted = 3;
  }

  /** Yields all rows except plain ones, which are not decoded (see `LineWalk`). Stops if two rows are separated by anything but a comma. */
  *unless(isPlain: (text: string, row: number) => boolean): Generator<string> {
    const { bytes, spans, first } = this.piece;
    const { encoding } = this;
    for (let at = 0; at < spans.length; at += SPAN_SIZE) {
      const [start, end] = [spans[at] as number, spans[at + 1] as number];
      const opening = first && at === 0 ? listOpening : listSeparator;
      if (start - this.end !== 1 || bytes[this.end] !== COMMA)
        if (!opening.test(bytes.toString('utf8', this.end, start))) return;
      const characters = bytes.toString('latin1', start, end);
      const mayBePlain = encoding === 'latin1' || !characters.includes('\\u');
      if (!mayBePlain || !isPlain(characters, this.row)) {
        this.moveTo(this.end);
        this.place = this.current();
        this.moveTo(start);
        this.start = start;
        yield encoding === 'latin1' ? characters : bytes.toString('utf8', start, end);
      }
      this.end = end;
      this.row++;
      this.place = undefined;
    }
  }

  endPlace(): RowPlace {
    if (this.place === undefined) this.moveTo(this.end);
    return this.place ?? this.current();
  }

  private current(): RowPlace {
    return { line: this.line, column: this.column, offset: this.offset };
  }

  /** Moves to a byte of the piece, which must not be before the current one. */
  private moveTo(byte: number): void {
    const { bytes, isValid } = this.piece;
    const between = bytes.subarray(this.counted, byte);
    this.counted = byte;
    const lastLf = between.lastIndexOf(LF);
    if (lastLf < 0 && !between.includes(CR)) {
      const units = isValid ? unitsIn(between) : between.toString('utf8').length;
      this.offset += units;
      this.column += units;
      return;
    }
    const text = between.toString('utf8');
    this.offset += text.length;
    this.line += breaksIn(text);
    this.column = text.length - 1 - Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  }
}

const [LF, CR, COMMA] = [10, 13, 44];
