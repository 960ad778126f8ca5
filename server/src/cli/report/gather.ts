/** Reads the files of a data set, in several threads if that is faster, and adds up the figures. */
import { whyUnreadable } from '../../files/regular.ts';
import { countOf } from '../../rows/row-piece.ts';
import type { DialectFlag } from '../dialects.ts';
import type { Source } from '../files/source.ts';
import type { MaskSpec } from '../mask/profile.ts';
import { progress } from '../progress.ts';
import { headOf, rowPieces } from '../rows/read-row-pieces.ts';
import { readingOf } from '../rows/reading.ts';
import { orderedParallelMap } from '../threads.ts';
import type { InputCopies } from './copies.ts';
import { DuplicateIndex } from './duplicates.ts';
import { addPart, noPart, type ReportPart, type RowKeys } from './part.ts';
import { type ReportSpec, type ReportStretch, reportStretch } from './report-stretch.ts';

/** The result of reading a data set: its figures, and an index of rows that repeat others. */
export interface Gathered {
  readonly part: ReportPart;
  readonly index: DuplicateIndex;
  readonly sources: readonly Source[];
}

export interface GatherOptions {
  readonly dialect: DialectFlag;
  readonly vocabulary: ReportSpec['vocabulary'];
  /** Whether to check the rows of every file as training rows, regardless of the settings of its project. */
  readonly training: boolean;
  readonly mask: Omit<MaskSpec, 'first'> | undefined;
  /** Reports a file that cannot be read. */
  fail(message: string): void;
  /** Stores copies of inputs that cannot be read again. */
  readonly copies?: InputCopies;
  /** Receives the keys of all rows. */
  keep?(keys: RowKeys): void;
}

export async function gather(sources: readonly Source[], options: GatherOptions): Promise<Gathered> {
  const part = noPart();
  const index = new DuplicateIndex();
  progress.expect(sources.length);
  try {
    for (const [file, source] of sources.entries()) {
      part.files.push(source.file);
      try {
        for await (const more of orderedParallelMap(stretches(source, file, options), work)) {
          addPart(part, more);
          options.keep?.(more.keys);
          index.add(more.keys);
        }
      } catch (error) {
        options.fail(whyUnreadable(error));
      }
      progress.step();
    }
    await index.finish();
  } finally {
    await index.close();
  }
  return { part, index, sources };
}

async function* stretches(
  source: Source,
  number: number,
  { dialect, vocabulary, training, mask, fail, copies }: GatherOptions,
): AsyncGenerator<ReportStretch> {
  const { path, file } = source;
  let spec: ReportSpec | undefined;
  let before = 0;
  for await (const piece of rowPieces(path, file, { sessions: true, keep: copies?.keeperOf(source) })) {
    const head = spec === undefined || before === 0 ? headOf(piece) : '';
    if (spec === undefined || (before === 0 && head !== '')) {
      const reading = readingOf(file, head, dialect, fail);
      const settings = { ...reading.settings, training: training || reading.settings.training === true };
      spec = {
        file: number,
        name: file,
        vocabulary,
        reading: { ...reading, settings },
        mask: mask && { ...mask, first: head.slice(0, head.indexOf('\n')) },
      };
    }
    const { bytes, ...rest } = piece;
    const isAll = bytes.buffer instanceof ArrayBuffer && bytes.buffer.byteLength === bytes.byteLength;
    yield { ...rest, spec, before, bytes: isAll ? new Uint8Array(bytes.buffer as ArrayBuffer) : new Uint8Array(bytes) };
    before += countOf(piece);
  }
}

const work = {
  script: 'report-worker.js',
  here: reportStretch,
  sizeOf: ({ bytes }: ReportStretch) => bytes.length,
  handedOver: ({ bytes }: ReportStretch) => [bytes.buffer],
  // This thread can process about as many bytes as this while another thread loads the parser and the rules.
  minSize: 2_000_000,
};
