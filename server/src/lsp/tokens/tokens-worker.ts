/** A thread that counts tokens, and finds the messages to remove from a document that is too long. */
import { serveJobs } from '../workshop/port.ts';
import { counter } from './counter.ts';
import type { Task } from './tasks.ts';

async function answer(task: Task): Promise<unknown> {
  if (task.kind === 'texts') return task.texts.map(counter(task.vocabulary));
  // Texts are counted for the first hover. Loading the code for whole documents would take longer than the count, so it
  // is loaded only for the other tasks.
  const { countJson, fitted } = await import('./document-tasks.ts');
  return task.kind === 'json' ? countJson(task) : fitted(task);
}

serveJobs<Task>(async ({ id, task }) => {
  try {
    return { id, result: await answer(task) };
  } catch (error) {
    return { id, error: (error as Error).message };
  }
});
