/** Opens data sets from files on this computer, and owns the threads that read them. */
import { isAbsolute } from 'node:path';
import { DataSet, type DataSetReading } from '../../data-set/data-set.ts';
import { TaskPool } from '../../data-set/task-pool.ts';
import { TaskThread } from '../../data-set/task-thread.ts';
import { pathOf } from '../../files/addresses.ts';
import { whyUnreadable } from '../../files/regular.ts';
import { removeAtExit } from './temporary-files.ts';

export function createOpener() {
  const reader = new TaskThread();
  const pool = new TaskPool();
  const temporary = removeAtExit();
  return {
    /**
     * Opens a data set; undefined if the address does not refer to a file. Throws, with a message for the user, if the
     * file cannot be opened.
     */
    async open(uri: string, readingOf: (path: string, head: string) => DataSetReading, changed: () => void) {
      const path = pathOf(uri);
      if (path === undefined) return undefined;
      reader.start();
      return await DataSet.open(path, (head) => readingOf(path, head), { reader, pool, temporary, changed });
    },
    /** Writes the selected rows to a file, and returns their number. Throws, with a message for the user, if that fails. */
    async export(data: DataSet, to: string): Promise<number> {
      const path = pathOf(to) ?? (isAbsolute(to) ? to : undefined);
      if (path === undefined) throw new Error('Rows can only be exported to a file on this computer.');
      return await data.export(path);
    },
    whyNot: (error: unknown): string => whyUnreadable(error),
    /** Called when the last open data set has been closed. */
    rest(): void {
      void reader.stop();
      void pool.stop();
    },
  };
}
