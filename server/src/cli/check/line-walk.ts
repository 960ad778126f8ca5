/** A walk through the lines of a piece of a data set, which keeps track of its position. */
import { isAscii } from 'node:buffer';
import { json } from '../../documents/load-json.ts';
import { unitsIn } from '../../rows/utf16-units.ts';
import { breaksIn } from '../../syntax/lines.ts';
import type { Piece } from '../files/input.ts';

const LF = 10;

export class LineWalk {
  /** The line at which the current text begins, counted from the beginning of the piece; after the walk, the number of lines. */
  line = 0;
  /** The offset of the current line, in UTF-16 units; after the walk, the length of the piece. */
  offset = 0;

  constructor(private readonly piece: Piece) {}

  /** Yields all lines, with their line breaks. */
  *all(): Generator<string> {
    let last = '';
    for (const text of json().linesOf(this.piece.text)) {
      yield text;
      this.line += breaksIn(text);
      this.offset += text.length;
      last = text;
    }
    this.end(last);
  }

  /**
   * Yields all lines except plain ones, which are never decoded. `isPlain` receives each byte of a line as one character, since ASCII
   * characters suffice to recognize a plain line. Only for a piece in UTF-8.
   */
  *unless(isPlain: (text: string) => boolean): Generator<string> {
    const { bytes, mark } = this.piece;
    const isAllAscii = isAscii(bytes);
    let last = '';
    /** The byte offset up to which UTF-16 units have been added to `offset`. */
    let counted = mark ? 3 : 0;
    for (let from = counted; from < bytes.length; ) {
      const to = bytes.indexOf(LF, from) + 1 || bytes.length;
      const characters = bytes.toString('latin1', from, to);
      last = characters;
      // A `\u` escape and the character that it represents have different bytes, but are the same text. A line with such an escape is
      // therefore decoded.
      if ((!isAllAscii && characters.includes('\\u')) || !isPlain(characters)) {
        this.offset += unitsIn(bytes.subarray(counted, from));
        counted = from;
        yield isAllAscii ? characters : bytes.toString('utf8', from, to);
      }
      this.line += breaksIn(characters);
      from = to;
    }
    this.offset += unitsIn(bytes.subarray(counted));
    this.end(last);
  }

  /** Counts text after the last line break as a line, too. */
  private end(last: string): void {
    if (last !== '' && !/[\r\n]$/.test(last)) this.line++;
  }
}
