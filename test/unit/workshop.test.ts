/** A workshop keeps working, even if its thread fails, hangs or ends. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { Start, Thread } from '../../server/src/lsp/workshop/thread.ts';
import { createWorkshop } from '../../server/src/lsp/workshop/workshop.ts';

const task = {};

/** Returns a function that starts a thread. The thread answers every job with the number of the job. */
const answering =
  (post: Thread['post'] = () => {}): Start =>
  (heard) => ({
    post(job) {
      post(job);
      setImmediate(() => heard({ id: job.id, result: job.id }));
    },
    stop() {},
    end() {},
  });

test('a thread that cannot be begun fails the question, and the next ones begin one', async () => {
  let tries = 0;
  const workshop = createWorkshop((...told) => {
    if (++tries < 3) throw new Error('no thread');
    return answering()(...told);
  });
  const asked = ['a', 'b', 'c', 'd'].map((key) => workshop.ask<number>(key, task));
  const outcomes = await Promise.allSettled(asked);
  assert.deepEqual(
    outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
    ['no thread', 'no thread', 3, 4],
  );
  assert.equal(tries, 3);
});

test('a job that cannot be handed over fails alone', async () => {
  const workshop = createWorkshop(
    answering(({ id }) => {
      if (id === 1) throw new Error('cannot be cloned');
    }),
  );
  await assert.rejects(workshop.ask('a', task), /cannot be cloned/);
  assert.equal(await workshop.ask('a', task), 2);
});

test('what fails while another question waits leaves that one to be answered', async () => {
  const failing: Start = (_heard, failed) => ({
    post: () => void setImmediate(() => failed(new Error('out of memory'))),
    stop() {},
    end() {},
  });
  const starts = [failing, answering()];
  const workshop = createWorkshop((...told) => (starts.shift() as Start)(...told));
  const [failed, answered] = [workshop.ask('a', task), workshop.ask('b', task)];
  await assert.rejects(failed, /out of memory/);
  assert.equal(await answered, 2);
});

test('what takes too long is ended, and the next question begins a thread', async () => {
  let ended = 0;
  const hanging: Start = () => ({ post() {}, stop() {}, end: () => void ended++ });
  const starts = [hanging, answering()];
  const workshop = createWorkshop((...told) => (starts.shift() as Start)(...told));
  const [late, next] = [workshop.ask('a', task, 5), workshop.ask('b', task, 60_000)];
  await assert.rejects(late, /took too long/);
  assert.equal(await next, 2);
  assert.equal(ended, 1);
});

test('a thread that has nothing to do for minutes ends, and the next question begins one', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const counts = { started: 0, ended: 0 };
  const workshop = createWorkshop((...told) => {
    counts.started++;
    return { ...answering()(...told), end: () => void counts.ended++ };
  });
  await workshop.ask('a', task);
  mock.timers.tick(200_000);
  await workshop.ask('a', task);
  mock.timers.tick(200_000);
  assert.deepEqual(counts, { started: 1, ended: 0 }, 'each question begins the time anew');
  mock.timers.tick(100_000);
  assert.deepEqual(counts, { started: 1, ended: 1 });
  assert.equal(await workshop.ask('a', task), 3);
  assert.deepEqual(counts, { started: 2, ended: 1 });
});
