/** A thread for tasks can be stopped at any time without losing the tasks that follow. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { TaskPool } from '../../server/src/data-set/task-pool.ts';
import { TaskThread } from '../../server/src/data-set/task-thread.ts';
import type { Task } from '../../server/src/data-set/tasks.ts';

/** In place of the real worker, one that returns the task. Threads are started from the folder of the running bundle. */
const echo = `const { parentPort } = require('node:worker_threads');
parentPort.on('message', (task) => parentPort.postMessage({ result: task }));`;
writeFileSync(join(__dirname, 'data-set-worker.js'), echo);

const task: Task = { kind: 'validate', find: { words: 'a', isPattern: false, ignoresCase: false } };

test('a task that follows a stop runs in a new thread', { timeout: 20_000 }, async (t) => {
  const thread = new TaskThread();
  t.after(() => thread.stop());
  assert.deepEqual(await thread.ask(task), task);
  const stopped = thread.stop();
  assert.deepEqual(await thread.ask(task), task);
  await stopped;
});

test('a task that follows the end of idle threads runs in new threads', { timeout: 20_000 }, async (t) => {
  const pool = new TaskPool();
  t.after(() => pool.stop());
  assert.deepEqual(await pool.ask(task), task);
  const rested = pool.rest();
  assert.deepEqual(await Promise.all([pool.ask(task), pool.ask(task)]), [task, task]);
  await rested;
  assert.deepEqual(await pool.ask(task), task);
});
