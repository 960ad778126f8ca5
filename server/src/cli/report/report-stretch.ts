/** Computes the figures of a piece of a data set. This is the work of a thread. */
import { isUtf8 } from 'node:buffer';
import { type RowPiece, type RowText, SPAN_SIZE, textsIn } from '../../rows/row-piece.ts';
import type { encodings } from '../../tokens/encodings.ts';
import type { MaskSpec } from '../mask/profile.ts';
import { inspectorOf, type RowReading } from '../rows/reading.ts';
import { RowNumbers } from '../rows/row-number.ts';
import { type Vocabulary, vocabularyOf } from '../vocabulary.ts';
import { Collector } from './collect.ts';
import { noPart, PLACES_OF_FILE, type ReportPart } from './part.ts';

/** The settings for reading a file and counting its contents, which are the same for all of its pieces. */
export interface ReportSpec {
  /** The index of the file. */
  readonly file: number;
  readonly name: string;
  readonly reading: RowReading;
  readonly vocabulary: { readonly encoding: keyof typeof encodings; readonly tokenizer?: string } | undefined;
  readonly mask: MaskSpec | undefined;
}

export interface ReportStretch extends Omit<RowPiece, 'bytes'> {
  readonly spec: ReportSpec;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The number of rows before the piece. */
  readonly before: number;
}

let current:
  | { readonly key: string; readonly collector: Collector; readonly vocabulary: Vocabulary | undefined }
  | undefined;
const numbers = new RowNumbers();
/** The maximum size of a row that is read, in bytes. The values of a row take many times its size in memory. */
const MAX_ROW_SIZE = 1 << 28;

export async function reportStretch(stretch: ReportStretch): Promise<ReportPart> {
  const { spec, bytes, spans } = stretch;
  const key = JSON.stringify(spec);
  if (current?.key !== key) {
    const vocabulary = spec.vocabulary && vocabularyOf(spec.vocabulary);
    current = {
      key,
      vocabulary,
      collector: new Collector(inspectorOf(spec.reading), spec.reading.dialect, vocabulary, spec.reading.names),
    };
  }
  const { collector, vocabulary } = current;
  const part = noPart();
  part.bytes = bytes.length;
  const isValid = isUtf8(bytes);
  const piece = { ...stretch, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  const rows: RowText[] = [];
  const work = () => {
    let at = 0;
    for (const row of textsIn(piece)) {
      const [start, end] = [spans[at], spans[at + 1]] as unknown as [number, number];
      // Rows in a list are numbered by their index, and rows on lines by their line.
      const index = stretch.isList ? stretch.before + at / SPAN_SIZE : row.line;
      at += SPAN_SIZE;
      const position = spec.file * PLACES_OF_FILE + index;
      if (!isValid && !isUtf8(bytes.subarray(start, end))) {
        part.notUtf8.count++;
        if (part.notUtf8.first < 0) part.notUtf8.first = position;
      }
      const text = end - start > MAX_ROW_SIZE ? '' : row.text;
      collector.add(part, { text, place: position, number: numbers.of(bytes, start, end) || 1 });
      if (spec.mask) rows.push(row);
    }
  };
  if (vocabulary) vocabulary.within(bytes.length)(work);
  else work();
  const keys = collector.takeKeys();
  if (spec.mask) {
    const { maskStretch } = await import('../mask/mask-stretch.ts');
    return { ...part, keys, masks: (await maskStretch({ spec: spec.mask, rows })).totals };
  }
  return { ...part, keys };
}
