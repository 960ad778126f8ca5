/** The code of a thread that reads rows of data sets, one task per message. */
import { parentPort, workerData } from 'node:worker_threads';
import { yieldToOthers } from '../rows/background-thread.ts';
import { answerTask, type Task, type TaskAnswer } from './tasks.ts';

if (workerData?.isInBackground) yieldToOthers();

// Tasks run one after another, so that replies arrive in order.
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
