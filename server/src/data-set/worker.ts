/** The code of a thread: it reads rows of data sets, one task for each message. */
import { parentPort, workerData } from 'node:worker_threads';
import { yieldToOthers } from '../rows/background-thread.ts';
import { answerTask, type Task, type TaskAnswer } from './tasks.ts';

if (workerData?.isInBackground) yieldToOthers();

// One after the other: they are answered in their order.
let last = Promise.resolve();
parentPort?.on('message', (task: Task) => {
  last = last.then(async () => {
    let answer: TaskAnswer;
    try {
      answer = { result: await answerTask(task) };
    } catch (error) {
      answer = { failure: (error as Error).message };
    }
    parentPort?.postMessage(answer);
  });
});
