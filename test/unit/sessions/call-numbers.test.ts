/** Calls have the same numbers in the preview as in `ocml inspect --calls`, and can be found by them. */
import '../../support/seeded.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { contextLines } from '../../../server/src/cli/inspect/call-lines.ts';
import { find } from '../../../server/src/features/user-view/find.ts';
import { callsIn, callsWithMessages } from '../../../server/src/inspect/calls.ts';
import { callInContext, callsNamed, type NumberedCall } from '../../../server/src/inspect/one-call.ts';
import { ask } from '../../attack/leaks/views.ts';
import { branches } from '../../support/sessions/claude-code.ts';
import { largeSession } from '../../support/sessions/large.ts';
import { sessionKinds } from '../../support/sessions/random.ts';
import { linesOf, openSession } from '../../support/sessions/telling.ts';

type View = ReturnType<typeof ask>;
const numbersIn = ({ messages }: View) =>
  messages.flatMap(({ pair, range }) =>
    pair?.number === undefined ? [] : { number: pair.number, line: range.start.line + 1 },
  );

suite('the number of a call', () => {
  for (const kind of sessionKinds)
    test(`is that of the list of calls, in every part of the log: ${kind}`, () => {
      const { text, shape } = largeSession(kind, 40);
      const document = openSession(text);
      if (shape !== 'session') return assert.deepEqual(numbersIn(ask(document, { debug: true, limit: 10_000 })), []);
      const listed = [...callsIn(document)].map(({ line }, i) => ({ number: i + 1, line }));
      const byNumber = (view: View) => numbersIn(view).sort((a, b) => a.number - b.number);
      assert.deepEqual(byNumber(ask(document, { debug: true, limit: 10_000 })), listed);
      assert.deepEqual(byNumber(ask(document, { debug: true, limit: 10_000, branch: 'all' })), listed);
    });

  test('is on no call of an abandoned branch, and is not there for who sees no hidden layers', () => {
    const document = openSession(branches);
    const [, second] = ask(document, {}).session?.branches ?? [];
    assert.deepEqual(numbersIn(ask(document, { debug: true, branch: second?.id ?? '' })), []);
    assert.deepEqual(numbersIn(ask(document, {})), []);
  });

  test('is found, with hidden layers alone', () => {
    const document = openSession(largeSession('claude-code', 40).text);
    const found = (params: object) => {
      let step: IteratorResult<undefined, { readonly places: readonly unknown[] }>;
      const steps = find(document, { textDocument: { uri: '' }, query: 'call 3', ...params } as never);
      do step = steps.next();
      while (!step.done);
      return step.value.places.length;
    };
    assert.ok(found({ debug: true }) >= 1);
    assert.equal(found({}), 0);
  });
});

test('a call after a compaction says how much of the conversation the model no longer saw', () => {
  const record = (uuid: string, parentUuid: string | null, rest: object) => ({
    uuid,
    parentUuid,
    sessionId: 's',
    ...rest,
  });
  const user = (content: unknown) => ({ type: 'user', message: { role: 'user', content } });
  const call = (id: string) => {
    const content = [{ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } }];
    return { type: 'assistant', message: { id: `m${id}`, role: 'assistant', content } };
  };
  const document = openSession(
    linesOf([
      record('a', null, user('List the files, and do not touch the database')),
      record('b', 'a', call('t1')),
      record('c', 'b', user([{ type: 'tool_result', tool_use_id: 't1', content: 'x' }])),
      record('d', null, { type: 'system', subtype: 'compact_boundary', logicalParentUuid: 'c' }),
      record('e', 'd', { ...user('A summary'), isCompactSummary: true }),
      record('f', 'e', call('t2')),
    ]),
  );
  const all = [...callsWithMessages(document)];
  const linesFor = (name: string) =>
    contextLines(callInContext(document, callsNamed(all, name).found[0] as NumberedCall));
  assert.ok(!linesFor('1').some((line) => line.startsWith('compacted')));
  assert.ok(
    linesFor('2').includes('compacted, line 5: for the model, a summary replaced the 3 messages before this line'),
    linesFor('2').join('\n'),
  );
});
