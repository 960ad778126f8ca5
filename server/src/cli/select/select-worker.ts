/** The code of a thread that receives pieces of a data set, and replies to each with the selection of its rows. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { type SelectStretch, selectStretch } from './select-stretch.ts';

parentPort?.on('message', (stretch: SelectStretch) => {
  const { bytes } = stretch;
  parentPort?.postMessage(selectStretch(stretch), [bytes.buffer]);
});
