/** The code of a thread that converts chunks of a data set. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { convertLines, convertListed, type Lines, type ListedRows } from './convert-lines.ts';

parentPort?.on('message', (some: Lines | ListedRows) =>
  parentPort?.postMessage('rows' in some ? convertListed(some) : convertLines(some)),
);
