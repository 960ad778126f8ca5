/** The code of a thread. Each message is a piece of a data set; the reply contains the counts of the messages in it. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { type StatsStretch, statsOfStretch } from './stats-stretch.ts';

parentPort?.on('message', (stretch: StatsStretch) => parentPort?.postMessage(statsOfStretch(stretch)));
