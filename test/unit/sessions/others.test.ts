/** Sessions in the other formats are read as conversations. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { cursors, droids, pis, telemetry, traces, trajectories, uiMessages } from '../../support/sessions/others.ts';
import { factsOf, othersIn, problemsIn, toldIn, toolsIn } from '../../support/sessions/telling.ts';

const check = (log: string, expected: readonly string[], seen: readonly string[]) => {
  assert.deepEqual(toldIn(log), expected);
  assert.deepEqual(toldIn(log, { public: true }), seen);
};

suite('session traces of the Hugging Face Hub', () => {
  test('calls in parallel, and a torn end', () => {
    check(
      traces.parallel,
      [
        'system: Be brief.',
        'user: Times?',
        'assistant (Two calls.): Both. → time t1 {"in":"Lyon"} → time t2 {"in":"Oslo"}',
        'tool t1: 15:00',
        'tool t2: unknown',
        'assistant: Three in Lyon.',
      ],
      ['user: Times?', 'assistant: Both.', 'assistant: Three in Lyon.'],
    );
    assert.deepEqual(othersIn(traces.parallel), ['1 incomplete line: torn', '1 session: bookkeeping']);
    assert.deepEqual(problemsIn(traces.parallel, true), []);
  });
  test('what is unknown is counted', () => {
    check(traces.unknown, ['user: Hi', 'assistant: Hello.'], ['user: Hi', 'assistant: Hello.']);
    assert.deepEqual(othersIn(traces.unknown), [
      '1 session: bookkeeping',
      '1 message with role oracle: unknown',
      '1 weather: unknown',
    ]);
  });
  test('calls without replies are information, and replies without calls a warning', () => {
    assert.deepEqual(problemsIn(traces.unanswered), ['5 warning call-id-unmatched', '3 information call-unanswered']);
  });
});

suite("Pi's sessions", () => {
  test('the way to the last entry', () => {
    check(
      pis.branches,
      [
        'user: Read both',
        'assistant (Two files.): → read t1 {"path":"a"} → read t2 {"path":"b"}',
        'tool t1: A',
        'tool t2: No b',
        'assistant: Only a is there.',
      ],
      ['user: Read both', 'assistant: Only a is there.'],
    );
    assert.deepEqual([...factsOf(pis.branches).asides.values()], ['branch']);
    assert.equal(factsOf(pis.branches).failed.size, 1);
    assert.deepEqual(problemsIn(pis.branches, true), []);
  });
  test('summaries and what the program adds', () => {
    check(
      pis.compaction,
      [
        'user: Count',
        'assistant: Three.',
        'developer: There are three.',
        'developer: A note.',
        'developer: [{"type":"text","text":"ls"},{"type":"text","text":"a"}]',
        'developer: Nothing came of it.',
        'user: Go on',
        'assistant: Done.',
      ],
      ['user: Count', 'assistant: Three.', 'user: Go on', 'assistant: Done.'],
    );
    assert.deepEqual(othersIn(pis.compaction), ['1 session: bookkeeping', '1 custom: bookkeeping', '1 dream: unknown']);
  });
  test('a circle ends nothing', () => {
    check(pis.circle, ['user: Round', 'assistant: And round.'], ['user: Round', 'assistant: And round.']);
    assert.deepEqual(problemsIn(pis.circle), ['3 warning session-record']);
  });
});

suite("Droid's and Cursor's sessions", () => {
  test('calls', () => {
    check(
      droids.calls,
      [
        'developer: <system-reminder>Be kind.</system-reminder>',
        'user: Sow',
        'assistant (When?): I look. → Look t1 {"at":"calendar"}',
        'tool t1: March',
        'assistant: In March.',
      ],
      ['user: Sow', 'assistant: I look.', 'assistant: In March.'],
    );
    check(
      cursors.calls,
      ['user: Read', 'assistant: I read. → read t1 {"path":"a"}', 'tool t1: A', 'assistant: It says A.'],
      ['user: Read', 'assistant: I read.', 'assistant: It says A.'],
    );
    for (const log of [droids.calls, cursors.calls]) assert.deepEqual(problemsIn(log, true), []);
  });
  test('whom a message of Droid is for', () => {
    check(
      droids.visibility,
      ['developer: For the model', 'user: For both', 'assistant: An answer'],
      ['user: For both', 'assistant: An answer'],
    );
    assert.deepEqual(othersIn(droids.visibility), [
      '1 session_start: bookkeeping',
      '1 message that only users see: bookkeeping',
    ]);
  });
  test('torn ends, errors and what is unknown', () => {
    assert.deepEqual(toldIn(droids.torn), ['user: Hi']);
    assert.deepEqual(problemsIn(droids.torn, true), ['3 information session-record']);
    assert.deepEqual(othersIn(droids.torn), [
      '1 incomplete line: torn',
      '1 session_start: bookkeeping',
      '1 aurora: unknown',
    ]);
    assert.deepEqual(toldIn(cursors.unknown), ['user: Hi', 'assistant: Hello.']);
    assert.deepEqual(othersIn(cursors.unknown), [
      '1 cursor_session_meta: bookkeeping',
      '1 message with role oracle: unknown',
    ]);
    assert.equal(factsOf(cursors.error).failed.size, 1);
  });
});

suite('ATIF trajectories', () => {
  test('steps with calls in parallel', () => {
    check(
      trajectories.parallel,
      [
        'system: Be brief.',
        'user: [{"type":"text","text":"Look"},{"type":"image","source":{"path":"a.png"}}]',
        'assistant (Two calls.): Both. → look c1 {"at":"a"} → look c2 {"at":"b"}',
        'tool c1: A',
        'tool c2: B',
        'assistant: A and B.',
      ],
      ['user: Look\n\n[image]', 'assistant: Both.', 'assistant: A and B.'],
    );
    assert.deepEqual(problemsIn(trajectories.parallel, true), []);
  });
  test('observations without a call, and unknown sources', () => {
    check(
      trajectories.observed,
      [
        'user: Run',
        'assistant: → run c1 {}',
        'tool c1: ran',
        'developer: The context was compacted.',
        'assistant: It ran.',
      ],
      ['user: Run', 'assistant: It ran.'],
    );
    assert.deepEqual(othersIn(trajectories.observed), ['1 step with source oracle: unknown']);
  });
  test('arguments are checked against the declared tools, which are converted', () => {
    assert.deepEqual(toldIn(trajectories.declared), [
      'user: Look',
      'assistant: → look c1 {"at":3}',
      'tool c1: ["a","b"]',
      'assistant: A and B.',
    ]);
    assert.deepEqual(problemsIn(trajectories.declared), ['1 information E-CALL-SCHEMA']);
    assert.deepEqual(toolsIn(trajectories.declared), ['look']);
    assert.deepEqual(toolsIn(telemetry.attributes), ['sow']);
  });
  test('steps that were copied are information', () => {
    assert.equal(toldIn(trajectories.copied).length, 4);
    assert.deepEqual(problemsIn(trajectories.copied), ['1 information session-record', '1 information session-record']);
  });
});

suite("OpenTelemetry's messages", () => {
  const told = [
    'user: Weather?',
    'assistant (Two calls.): → weather c1 {"city":"Lyon"} → weather c2 {"city":"Oslo"}',
    'tool c1: 18 degrees',
    'tool c2: {"error":"unknown"}',
    'assistant: 18 in Lyon.',
  ];
  const seen = ['user: Weather?', 'assistant: 18 in Lyon.'];
  test('a list', () => check(telemetry.list, told, seen));
  test('attributes, some as strings of JSON', () => {
    check(
      telemetry.attributes,
      ['system: Be brief.', 'user: [{"type":"text","text":"What is this?"},{"type":"image"}]', 'assistant: A pea.'],
      ['user: What is this?\n\n[image]', 'assistant: A pea.'],
    );
    assert.deepEqual(othersIn(telemetry.attributes), ['1 part aura: unknown']);
  });
  test('spans whose requests repeat one another', () => check(telemetry.spans, ['system: Be brief.', ...told], seen));
  test('values of OTLP', () =>
    check(telemetry.values, ['user: Hi', 'assistant: Hello'], ['user: Hi', 'assistant: Hello']));
  test('nothing is wrong with them, but for a part that is not known', () => {
    const { attributes, ...others } = telemetry;
    for (const log of Object.values(others)) assert.deepEqual(problemsIn(log, true), [], log);
    assert.deepEqual(problemsIn(attributes, true), ['1 information session-record']);
  });
});

suite("the AI SDK's messages", () => {
  test('an answer of several steps', () => {
    check(
      uiMessages.steps,
      [
        'user: [{"type":"text","text":"Weather?"},{"type":"image"}]',
        'assistant (Two calls.): → weather c1 {"city":"Lyon"} → weather c2 {"city":"Oslo"}',
        'tool c1: 18 degrees',
        'tool c2: unknown',
        'assistant: 18 in Lyon.',
      ],
      ['user: Weather?\n\n[image]', 'assistant: 18 in Lyon.'],
    );
    assert.deepEqual(othersIn(uiMessages.steps), ['1 part source-url: bookkeeping']);
    assert.deepEqual(problemsIn(uiMessages.steps, true), []);
  });
  test('steps without a mark', () => {
    check(
      uiMessages.unmarked,
      [
        'system: Be brief.',
        'user: Look twice',
        'assistant: → look c1 {}',
        'tool c1: {"at":"a"}',
        'assistant: Once. → look c2 {}',
        'tool c2: b',
        'assistant: Twice.',
      ],
      ['user: Look twice', 'assistant: Once.', 'assistant: Twice.'],
    );
  });
  test('calls that wait, and one that was denied', () => {
    check(
      uiMessages.waiting,
      [
        'user: Delete',
        'assistant: → delete c1 {"path":"a"}',
        'tool c1: The user denied this call.',
        'assistant: → delete c2 {"path":"b"}',
      ],
      ['user: Delete'],
    );
  });
  test('version 4: calls next to the text, which is said after them', () => {
    const call = (id: string, state: string, rest = {}) => ({
      ...{ state, toolCallId: id, toolName: 'weather', args: { city: id } },
      ...rest,
    });
    const done = call('c1', 'result', { result: '18 degrees' });
    const beside = [
      { role: 'user', content: 'Weather?', experimental_attachments: [{ contentType: 'image/png', url: 'data:' }] },
      { role: 'assistant', content: '18.', reasoning: 'Call it.', toolInvocations: [done, call('c2', 'call')] },
    ];
    const told = [
      'user: [{"type":"text","text":"Weather?"},{"type":"image"}]',
      'assistant (Call it.): → weather c1 {"city":"c1"} → weather c2 {"city":"c2"}',
      'tool c1: 18 degrees',
      'assistant: 18.',
    ];
    const seen = ['user: Weather?\n\n[image]', 'assistant: 18.'];
    check(JSON.stringify(beside), told, seen);
    const parts = [
      { type: 'step-start' },
      { type: 'reasoning', reasoning: 'Call it.', details: [] },
      ...[done, call('c2', 'call')].map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation })),
      { type: 'step-start' },
      { type: 'text', text: '18.' },
      { type: 'source', source: { url: 'https://example.com' } },
    ];
    check(JSON.stringify([beside[0], { ...beside[1], parts }]), told, seen);
  });
});
