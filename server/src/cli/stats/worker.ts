/** Runs in a thread: each message is a piece of a data set, and the reply has the counts of its messages. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { type StatsStretch, statsOfStretch } from './stats-stretch.ts';

parentPort?.on('message', (stretch: StatsStretch) => parentPort?.postMessage(statsOfStretch(stretch)));
