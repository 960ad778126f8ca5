/** The code of a thread that replies to each message with the next lines of a Parquet file. */
import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { FileError } from '../../files/regular.ts';
import { linesOfParquet } from './parquet-rows.ts';
import type { Answer } from './thread.ts';

const chunks = open(workerData as string).then(linesOfParquet);

async function next(): Promise<Answer> {
  try {
    const { value } = await (await chunks).next();
    return { chunk: value };
  } catch (error) {
    return { failure: (error as Error).message, ours: error instanceof FileError };
  }
}

parentPort?.on('message', async () => {
  const answer = await next();
  parentPort?.postMessage(answer, 'chunk' in answer && answer.chunk ? [answer.chunk.bytes.buffer] : []);
});
