/** What runs in a thread: for each stretch of a data set, what becomes of it. */
import { parentPort } from 'node:worker_threads';
import { convertLines, type Lines } from './lines.ts';

parentPort?.on('message', (lines: Lines) => parentPort?.postMessage(convertLines(lines)));
