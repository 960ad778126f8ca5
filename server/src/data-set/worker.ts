/** What runs in a thread: reads rows of data sets, one task for each message. */
import { parentPort } from 'node:worker_threads';
import { answerTask, type Task, type TaskAnswer } from './tasks.ts';

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
