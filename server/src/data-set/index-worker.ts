/** The code of a thread that reads a whole file once, and sends messages about the rows that it finds. */
import { readSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { openRegular, whyUnreadable } from '../files/regular.ts';
import { CHUNK_SIZE, type Packing } from '../packed/names.ts';
import { parquetLines } from '../packed/parquet/thread.ts';
import { unpacked } from '../packed/unpack.ts';
import type { Layout } from '../rows/layout.ts';
import { Indexing, type IndexProgress, type LastRow } from './indexing.ts';
import { isCutOff } from './last-row.ts';

export interface IndexTask {
  /** The file that contains the text of the rows. For a packed file, this is the file into which it is unpacked. */
  readonly fd: number;
  readonly layout: Layout;
  /** The offset of the first row, and the size of the file when it was opened. */
  readonly begin: number;
  readonly size: number;
  /** The packed file to unpack first. */
  readonly packed?: { readonly path: string; readonly packing: Exclude<Packing, 'evaluation'> };
}

export interface IndexMessage extends IndexProgress {
  /** For a packed file, the number of packed bytes read so far. */
  readonly packedRead?: number;
  /** The last row. Present when the whole file has been read. */
  readonly last?: LastRow & { readonly isCutOff: boolean };
  /** The reason why reading ended before the end of the file. */
  readonly fault?: string;
}

/** The minimum interval between reports, in milliseconds. */
const REPORT_EVERY = 50;

const say = (message: IndexMessage) => parentPort?.postMessage(message);

/** Yields the bytes of the file, up to the size that it had when it was opened. */
function* bytesOf({ fd, begin, size }: IndexTask): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_SIZE);
  for (let at = begin; at < size; ) {
    const length = readSync(fd, buffer, 0, Math.min(CHUNK_SIZE, size - at), at);
    if (length === 0) throw new Error('it was shortened while it was being read. Reload it');
    yield buffer.subarray(0, length);
    at += length;
  }
}

/** Unpacks a file into the file `fd`, from which rows are read later, and yields the unpacked bytes from the first row on. */
async function* unpackedBytes({ fd, begin, size, packed }: IndexTask, reached: (bytes: number) => void) {
  if (packed === undefined) return;
  let [at, skipped] = [0, begin];
  for await (const chunk of packedBytes(packed, size, reached)) {
    for (let done = 0; done < chunk.length; ) done += writeSync(fd, chunk, done, chunk.length - done, at + done);
    at += chunk.length;
    yield chunk.subarray(skipped);
    skipped = Math.max(0, skipped - chunk.length);
  }
}

async function* packedBytes(
  { path, packing }: NonNullable<IndexTask['packed']>,
  size: number,
  reached: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  if (packing === 'parquet') return yield* parquetLines(path, (part) => reached(part * size));
  const handle = await openRegular(path);
  const stream = handle.createReadStream({ highWaterMark: CHUNK_SIZE });
  for await (const chunk of unpacked(stream, packing)) {
    reached(stream.bytesRead);
    yield chunk;
  }
}

async function index(task: IndexTask): Promise<void> {
  const indexing = new Indexing(task.layout, task.begin);
  let lastReportTime = Number.NEGATIVE_INFINITY;
  let packedRead: number | undefined;
  let fault: string | undefined;
  const progress = () => ({ ...indexing.progress(), ...(packedRead !== undefined && { packedRead }) });
  const push = (bytes: Buffer) => {
    indexing.push(bytes);
    if (performance.now() - lastReportTime < REPORT_EVERY) return;
    lastReportTime = performance.now();
    say(progress());
  };
  try {
    if (task.packed === undefined) for (const bytes of bytesOf(task)) push(bytes);
    else {
      for await (const bytes of unpackedBytes(task, (read) => {
        packedRead = read;
      }))
        push(bytes);
      packedRead = task.size;
    }
  } catch (error) {
    fault = (error as { code?: string }).code === 'ENOSPC' ? noSpace : whyUnreadable(error);
  }
  const { last } = indexing.end();
  const isOpen = last.isOpen && fault === undefined;
  say({ ...progress(), last: { ...last, isCutOff: isOpen && isCutOff(task.fd, last) }, ...(fault && { fault }) });
}

const noSpace = 'there is not enough space to unpack it. Free some space for temporary files, or unpack it yourself';

void index(workerData as IndexTask);
