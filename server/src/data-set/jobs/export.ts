/** Writes rows to a new file in the background. The file appears only when it is complete. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAbsent, whyUnreadable } from '../../files/regular.ts';
import type { RowSource } from '../read-rows.ts';
import type { Exported } from './export-stretch.ts';
import type { Job } from './job.ts';
import { partOf } from './select.ts';
import { eachStretch, type JobHost, partDone } from './stretches.ts';

interface ExportWork {
  readonly source: RowSource;
  /** The file of the data set, which must not be overwritten. */
  readonly path: string;
  /** The path of the new file. */
  readonly to: string;
  /** The rows to write, in ascending order; if undefined, all rows. */
  readonly among: Uint32Array | undefined;
}

interface Progress {
  readonly job: Job;
  changed(): void;
  /** Files to remove if the process ends before the export does. */
  readonly temporary: Set<string>;
}

/** Exports rows, and returns their number. Throws, with a message for the user, if no file was written. */
export async function exportRows(
  host: JobHost,
  work: ExportWork,
  { job, changed, temporary }: Progress,
): Promise<number> {
  const { source, to, among } = work;
  mustBeNew(work);
  const asList = /\.json$/i.test(to);
  const fresh = join(dirname(to), `.${basename(to).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`);
  const fd = opened(fresh);
  temporary.add(fresh);
  let isOpen = true;
  let count = 0;
  try {
    let brokenRow: number | undefined;
    const isAll = await eachStretch<Exported>(
      host,
      {
        isStopped: () => job.isStopped,
        task(stretch) {
          const part = among && partOf(among, stretch);
          if (part?.length === 0) return undefined;
          return { kind: 'export', source, stretch, to: fd, asList, before: count, ...(part && { among: part }) };
        },
        take(result, stretch) {
          count += result?.count ?? 0;
          brokenRow = result?.brokenRow;
          job.done = partDone(host, stretch);
          job.found = count;
          changed();
          return brokenRow === undefined;
        },
      },
      // One stretch at a time, so that rows are written in order.
      1,
    );
    if (brokenRow !== undefined) throw new Error(severalLines(brokenRow));
    if (!isAll) throw new Error('The export was stopped, and nothing was written.');
    if (asList) writeSync(fd, count === 0 ? '[]\n' : '\n]\n');
    fsyncSync(fd);
    closeSync(fd);
    isOpen = false;
    mustBeNew(work);
    renameSync(fresh, to);
    return count;
  } finally {
    if (isOpen) closeSync(fd);
    rmSync(fresh, { force: true });
    temporary.delete(fresh);
  }
}

const severalLines = (row: number) =>
  `Row ${row.toLocaleString('en')} spans several lines, but JSON Lines has one row per line. Export to a file whose name ends with .json, where rows stay unchanged in a list.`;

function opened(path: string): number {
  try {
    return openSync(path, 'wx');
  } catch (error) {
    throw new Error(`The folder for this file cannot be written to: ${whyUnreadable(error)}.`);
  }
}

/** Throws if the export would overwrite the data set, or anything that is not a file. */
function mustBeNew({ source, path, to }: ExportWork): void {
  const stats = statsOf(to);
  if (stats === undefined) return;
  if (!stats.isFile()) throw new Error('Something other than a file already has this name. Choose another name.');
  const isSame = ({ dev, ino }: Stats) => dev === stats.dev && ino === stats.ino;
  const original = statsOf(path);
  if (isSame(fstatSync(source.fd)) || (original && isSame(original)))
    throw new Error('Rows cannot be written to the data set that they are read from. Choose another name.');
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw new Error(`This file cannot be written: ${whyUnreadable(error)}.`);
  }
}
