/** The code of a thread. Each message is a piece of a data set; the reply is the selection of its rows. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { type SelectStretch, selectStretch } from './select-stretch.ts';

parentPort?.on('message', (stretch: SelectStretch) => {
  const { bytes } = stretch;
  parentPort?.postMessage(selectStretch(stretch), [bytes.buffer]);
});
