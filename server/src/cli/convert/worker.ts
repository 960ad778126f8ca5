/** Runs in a thread and converts stretches of a data set. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { convertLines, type Lines } from './lines.ts';

parentPort?.on('message', (lines: Lines) => parentPort?.postMessage(convertLines(lines)));
