/** The conversations in one log: the conversation at its end, other branches, turns that were taken back, and sub-agents. */
import '../../support/seeded.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { exported } from '../../../server/src/features/export/index.ts';
import { jsonFeatures } from '../../../server/src/features/json.ts';
import type { UserViewParams } from '../../../server/src/features/user-view.ts';
import { modelView } from '../../../server/src/views/model-view.ts';
import { ask } from '../../attack/leaks/views.ts';
import { branches, chain, circle, compaction, parallel, subAgent } from '../../support/sessions/claude-code.ts';
import { compacted, rolledBack } from '../../support/sessions/codex.ts';
import { pis, trajectories } from '../../support/sessions/others.ts';
import { randomSession, sessionKinds } from '../../support/sessions/random.ts';
import { linesOf, openSession } from '../../support/sessions/telling.ts';

const viewOf = (log: string, params: Partial<UserViewParams> = {}) => ask(openSession(log), params);
function viewByModel(log: string, branch?: string) {
  const steps = modelView(openSession(log), { textDocument: { uri: '' }, ...(branch && { branch }) });
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
const textsIn = (log: string, params: Partial<UserViewParams> = {}) =>
  viewOf(log, params).messages.map(({ text }) => text);
const branchesIn = (log: string, debug = false) =>
  (viewOf(log, { debug }).session?.branches ?? []).map(
    ({ kind, position, count, words }) =>
      `${kind} at line ${position.line + 1}: ${count}${words === undefined ? '' : ` ${words}`}`,
  );
const idsIn = (log: string) => (viewOf(log).session?.branches ?? []).map(({ id }) => id);

suite('conversations of one session', () => {
  test('the one that it ends with is shown, and others are listed', () => {
    assert.deepEqual(textsIn(branches), [
      'Delete the build',
      'Only the build can go.',
      '[Request interrupted by user]',
    ]);
    assert.deepEqual(branchesIn(branches), ['branch at line 1: 2', 'branch at line 4: 1', 'sub-agent at line 6: 2']);
    assert.deepEqual(branchesIn(branches, true), [
      'branch at line 1: 2 Delete everything',
      'branch at line 4: 1 ',
      'sub-agent at line 6: 2 Look for more',
    ]);
  });

  test('another branch is shown from the beginning to its end, without the others', () => {
    const [first, second] = idsIn(branches);
    assert.deepEqual(textsIn(branches, { branch: first as string }), ['Delete everything', 'Really?']);
    const calls = viewOf(branches, { branch: second as string, debug: true });
    assert.deepEqual(
      calls.messages.map(({ text }) => text),
      ['Delete the build', '{"command":"rm -r build"}'],
    );
    assert.equal(calls.session?.branch, second);
  });

  test('sub-agents in a trajectory, each by itself, with those that they have themselves', () => {
    const log = trajectories.subAgents;
    assert.deepEqual(textsIn(log), ['Ask around', 'Nobody knows.']);
    assert.deepEqual(
      (viewOf(log, { debug: true }).session?.branches ?? []).map(({ kind, count, words }) => [kind, count, words]),
      [
        ['sub-agent', 2, 'Do you know?'],
        ['sub-agent', 1, 'And you?'],
        ['sub-agent', 1, 'Or you?'],
      ],
    );
    const [first] = idsIn(log);
    assert.deepEqual(textsIn(log, { branch: first as string }), []);
    assert.deepEqual(textsIn(log, { branch: first as string, debug: true }), [
      'Do you know?',
      'No, I ask.',
      'Somebody may.',
    ]);
  });

  test('users see nothing from a sub-agent, even if it is chosen', () => {
    const id = idsIn(branches)[2] as string;
    assert.deepEqual(textsIn(branches, { branch: id }), []);
    assert.deepEqual(textsIn(branches, { branch: id, debug: true }), [
      'Look for more',
      'Only the build.',
      'There is only build.',
    ]);
  });

  test('everything in the log', () => {
    const all = viewOf(branches, { branch: 'all', debug: true });
    assert.ok(all.messages.some(({ text, aside, hidden }) => text === 'Really?' && aside === 'branch' && hidden));
    assert.ok(all.messages.some(({ text, aside }) => text === 'There is only build.' && aside === 'sub-agent'));
    assert.equal(all.session?.branch, 'all');
    assert.ok(!textsIn(branches, { branch: 'all' }).includes('Really?'));
  });

  test('a branch that is not there is the conversation', () => {
    for (const branch of ['branch-99999', '', '__proto__'])
      assert.deepEqual(textsIn(branches, { branch }), textsIn(branches));
    assert.deepEqual(textsIn(branches, { branch: 7 as never }), textsIn(branches));
  });

  test('calls in parallel are one conversation', () => {
    assert.deepEqual(branchesIn(parallel), []);
    const retried = linesOf(
      parallel
        .trimEnd()
        .split('\n')
        .slice(2, -1)
        .map((line) => JSON.parse(line) as object),
    );
    const other = `${retried}${JSON.stringify({
      ...{ type: 'user', uuid: 'z', parentUuid: null, sessionId: 's' },
      message: { role: 'user', content: 'Another beginning' },
    })}\n`;
    assert.deepEqual(branchesIn(other), ['branch at line 1: 6']);
  });

  test('a sub-agent that has a file of its own is the conversation, and hidden', () => {
    assert.deepEqual(textsIn(subAgent), []);
    assert.deepEqual(textsIn(subAgent, { debug: true }), ['Look for more', 'There is only build.']);
  });

  test('turns that were taken back are a branch that ends before that', () => {
    const [id] = idsIn(rolledBack);
    assert.deepEqual(branchesIn(rolledBack), ['rolled-back at line 6: 4']);
    assert.ok(!textsIn(rolledBack).includes('Two.'));
    const taken = textsIn(rolledBack, { branch: id as string });
    assert.deepEqual(taken, ['First', 'One.', 'Second', 'Two.', 'Third', 'Three.']);
    assert.ok(!JSON.stringify(viewOf(rolledBack, { branch: id as string })).includes('A secret plan'));
  });

  test('entries of Pi', () => {
    assert.deepEqual(branchesIn(pis.branches), ['branch at line 4: 1']);
    assert.deepEqual(textsIn(pis.branches, { branch: idsIn(pis.branches)[0] as string }), [
      'Read both',
      'A first try.',
    ]);
  });

  test('records in a circle are listed, and end', () => {
    assert.ok(viewOf(circle).messages.length > 0);
    const log = `${circle}${linesOf([{ type: 'user', uuid: 'z', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'Out' } }])}`;
    assert.deepEqual(branchesIn(log), ['branch at line 1: 2']);
    assert.deepEqual(textsIn(log), ['Out']);
    assert.deepEqual(textsIn(log, { branch: idsIn(log)[0] as string, debug: true }), ['Round', 'And round.']);
  });

  test('the next turn of the model, of the branch that is shown', () => {
    const turn = (branch?: string) => viewByModel(branches, branch).messages.map(({ text }) => text);
    assert.ok(turn().includes('Only the build can go.'));
    assert.ok(!turn().includes('Really?'));
    assert.deepEqual(turn(idsIn(branches)[0]).slice(0, 2), ['Delete everything', 'Really?']);
  });

  test('an export of a branch', () => {
    const write = (branch: string) =>
      [...exported(openSession(branches), { as: 'text', debug: false, branch })].join('');
    assert.match(write(idsIn(branches)[0] as string), /Really\?/);
    assert.doesNotMatch(write(''), /Really\?/);
  });
});

suite('a session besides its messages', () => {
  test('compactions, with what they replaced', () => {
    const { session } = viewOf(compaction);
    assert.equal(session?.format, 'Claude Code session');
    assert.deepEqual(session?.compactions, [{ position: { line: 10, character: 0 }, replaced: 9 }]);
    assert.equal(viewOf(compacted).session?.compactions.length, 1);
  });

  test('the model sees a summary instead of what it replaced, and a line says so', () => {
    const seen = (log: string) => viewByModel(log).messages.map(({ role, text }) => `${role}: ${text}`);
    assert.deepEqual(seen(compaction), [
      'developer: This session is being continued: a file was read.',
      'user: Go on',
      'assistant: Done.',
    ]);
    const { session } = viewByModel(compaction);
    assert.deepEqual(session?.compactions, [{ position: { line: 10, character: 0 }, replaced: 9, dropped: true }]);
    // In a compaction, Codex keeps the user messages, and Pi keeps all messages from a certain entry on.
    assert.deepEqual(seen(compacted).slice(0, 4), [
      'system: You are Codex.',
      'user: Count',
      'developer: Summary: there are three.',
      'user: Again',
    ]);
    assert.equal(viewByModel(rolledBack).session?.compactions.length, 0);
  });

  test('tokens and costs, once for an answer in several records', () => {
    const view = viewOf(parallel, { debug: true });
    assert.deepEqual(view.session?.usage, { input: 6, output: 10 });
    assert.deepEqual(
      view.messages.flatMap(({ usage, text }) => (usage ? [[text, usage]] : [])),
      [
        ['Two searches at once.', { input: 3, output: 5 }],
        ['Only one is there.', { input: 3, output: 5 }],
      ],
    );
    assert.ok(viewOf(parallel).messages.every(({ usage }) => usage === undefined));
    assert.ok(viewOf(trajectories.parallel).session);
  });

  test('how long calls took', () => {
    const view = viewOf(parallel, { debug: true });
    const durations = view.messages.flatMap(({ pair }) => (pair ? [pair.duration] : []));
    assert.equal(durations.length, 4);
    assert.ok(durations.every((duration) => (duration ?? 0) > 0));
  });
});

suite('branches and secrets', () => {
  for (const kind of sessionKinds)
    test(`${kind}: what the log hides is in the view of no branch`, () => {
      fc.assert(
        fc.property(randomSession(kind), ({ text, hidden, takenBack }) => {
          const ids = idsIn(text);
          for (const branch of [undefined, 'all', ...ids]) {
            const view = JSON.stringify(viewOf(text, branch === undefined ? {} : { branch }));
            for (const secret of hidden) assert.ok(!view.includes(secret), `${secret} in ${view}\n${text}`);
            if (branch === undefined || branch === 'all')
              for (const secret of takenBack) assert.ok(!view.includes(secret), `${secret} in ${view}\n${text}`);
          }
        }),
        { numRuns: 40 },
      );
    });

  test('a long chain and many branches take no longer than their number', () => {
    const long = openSession(chain(20_000));
    assert.equal(ask(long, {}).total, 20_000);
    const many = linesOf(
      Array.from({ length: 5_000 }, (_, i) => ({
        ...{ type: 'user', uuid: `u${i}`, parentUuid: i < 2 ? null : `u${i % 2}`, sessionId: 's' },
        message: { role: 'user', content: `${i}` },
      })),
    );
    const { session } = viewOf(many);
    assert.equal(session?.branches.length, 200);
    assert.ok((session?.branchCount ?? 0) > 4_000);
  });
});

suite('what else a session offers', () => {
  test('replies are filtered with the calls to their tool', () => {
    const only = { tools: ['Grep'] };
    const view = viewOf(parallel, { debug: true, only });
    assert.deepEqual(
      view.messages.map(({ role, name }) => `${role} ${name ?? ''}`),
      ['assistant ', 'tool Grep', 'assistant ', 'tool Grep'],
    );
    assert.deepEqual(view.facets.tools, [{ name: 'Grep', count: 2 }], 'calls are counted, each with its reply once');
    assert.equal(view.facets.channels.find(({ name }) => name === 'commentary')?.count, 4);
  });

  test('the outline has the turns of the conversation, and then the others', () => {
    const document = openSession(branches);
    const symbols = (jsonFeatures()['textDocument/documentSymbol']?.(document, {} as never, () => ({
      ...{ strict: false, levels: {} },
    })) ?? []) as readonly { readonly name: string; readonly detail: string }[];
    assert.deepEqual(
      symbols.map(({ name, detail }) => `${name}: ${detail}`),
      [
        'Turn 1: Delete the build',
        'Turn 2: [Request interrupted by user]',
        'Branch: Delete everything',
        'Branch: ',
        'Sub-agent: Look for more',
      ],
    );
  });
});
