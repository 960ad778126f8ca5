/** The code of a thread that receives pieces of a data set, and replies to each with the counts of its messages. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { type StatsStretch, statsOfStretch } from './stats-stretch.ts';

parentPort?.on('message', (stretch: StatsStretch) => parentPort?.postMessage(statsOfStretch(stretch)));
