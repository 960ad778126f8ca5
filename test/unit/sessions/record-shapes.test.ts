/** Logs of records whose shapes are easy to misread, one in each test. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { factsOf, linesOf, notesOn, othersIn, problemsIn, toldIn, toolsIn } from '../../support/sessions/telling.ts';

type Json = Readonly<Record<string, unknown>>;

const text = (words: string) => ({ type: 'text', text: words });

suite('Claude Code', () => {
  const envelope = { sessionId: 's', isSidechain: false, timestamp: '2026-01-01T00:00:00Z' };
  const user = (uuid: string, parentUuid: string | null, content: unknown, rest: Json = {}) => ({
    ...envelope,
    ...{ type: 'user', uuid, parentUuid, message: { role: 'user', content }, ...rest },
  });
  const answer = (uuid: string, parentUuid: string | null, id: string, part: Json, rest: Json = {}) => ({
    ...envelope,
    ...{ type: 'assistant', uuid, parentUuid, message: { id, role: 'assistant', content: [part] }, ...rest },
  });
  const boundary = (uuid: string, logicalParentUuid: string) => ({
    ...envelope,
    ...{ type: 'system', subtype: 'compact_boundary', uuid, parentUuid: null, logicalParentUuid },
  });
  const printed = (type: string, rest: Json) => ({ type, session_id: 's', parent_tool_use_id: null, ...rest });

  test('a tool that the server runs: its call and its reply, and the rest of the answer after them', () => {
    const log = linesOf([
      user('1', null, 'Peas?'),
      answer('2', '1', 'm', { type: 'server_tool_use', id: 't', name: 'web_search', input: { query: 'peas' } }),
      answer('3', '2', 'm', { type: 'web_search_tool_result', tool_use_id: 't', content: [{ title: 'Of peas' }] }),
      answer('4', '3', 'm', text('In March.')),
    ]);
    assert.deepEqual(toldIn(log), [
      'user: Peas?',
      'assistant: → web_search t {"query":"peas"}',
      'tool t: [{"title":"Of peas"}]',
      'assistant: In March.',
    ]);
    assert.deepEqual(toldIn(log, { public: true }), ['user: Peas?', 'assistant: In March.']);
    assert.deepEqual(problemsIn(log), []);
  });

  test('a fork repeats the message ids of the session that it is of', () => {
    const fork = { sessionId: 'fork' };
    assert.deepEqual(
      toldIn(
        linesOf([
          ...[user('1', null, 'Sow'), answer('2', '1', 'm', text('Where?')), user('3', '2', 'Here')],
          ...[user('4', null, 'Sow', fork), answer('5', '4', 'm', text('Where?'), fork), user('6', '5', 'There', fork)],
        ]),
      ),
      ['user: Sow', 'assistant: Where?', 'user: There'],
    );
  });

  test('what another program says in the place of the user', () => {
    const log = linesOf([
      user('1', null, 'Sow', { origin: { kind: 'human' } }),
      answer('2', '1', 'm', text('I do.')),
      user('3', '2', 'The rake is done.', { origin: { kind: 'task-notification' } }),
    ]);
    assert.deepEqual(toldIn(log).at(-1), 'developer: The rake is done.');
    assert.deepEqual(toldIn(log, { public: true }), ['user: Sow', 'assistant: I do.']);
  });

  test('a second compaction replaces what was said since the first', () => {
    const log = linesOf([
      ...[user('1', null, 'Sow'), answer('2', '1', 'm1', text('Sown.')), boundary('3', '2')],
      ...[user('4', '3', 'It was sown.', { isCompactSummary: true }), user('5', '4', 'Water')],
      ...[answer('6', '5', 'm2', text('Watered.')), boundary('7', '6')],
      user('8', '7', 'It was watered.', { isCompactSummary: true }),
    ]);
    assert.deepEqual(
      factsOf(log).compactions.map(({ replaced }) => replaced),
      [2, 3],
    );
  });

  test('a compaction without a summary, as the SDK prints it', () => {
    const log = linesOf([
      printed('user', { uuid: '1', message: { role: 'user', content: 'Sow' } }),
      printed('system', { subtype: 'compact_boundary', uuid: '2' }),
      printed('assistant', { uuid: '3', message: { id: 'm', role: 'assistant', content: [text('Sown.')] } }),
    ]);
    const [compaction] = factsOf(log).compactions;
    assert.equal(compaction?.replaced, 1);
    assert.ok(log.slice(compaction?.start).startsWith('{"type":"system"'));
  });

  test('a result that no answer told is an answer', () => {
    const init = printed('system', { subtype: 'init', uuid: '1' });
    const result = (rest: Json) => printed('result', { subtype: 'success', uuid: '2', ...rest });
    assert.deepEqual(toldIn(linesOf([init, result({ result: 'Sown.' })])), ['assistant: Sown.']);
    assert.deepEqual(factsOf(linesOf([init, result({ result: 'Sown.' })])).branches, []);
    const failed = linesOf([init, result({ subtype: 'error_max_turns', is_error: true })]);
    assert.deepEqual(othersIn(failed), ['1 system init: bookkeeping', '1 result error_max_turns: bookkeeping']);
  });

  test('a record that occurs twice in the log counts once, and one with the id of another is a fault', () => {
    const records = [user('1', null, 'Sow'), answer('2', '1', 'm', text('Sown.'))];
    const twice = linesOf([...records, records[0], user('3', '2', 'Thanks')]);
    assert.deepEqual(toldIn(twice), ['user: Sow', 'assistant: Sown.', 'user: Thanks']);
    assert.deepEqual(othersIn(twice), ['1 record that occurs twice in the log: repeated']);
    assert.deepEqual(problemsIn(twice), []);
    const other = linesOf([...records, user('2', '2', 'Thanks'), answer('4', '2', 'm2', text('You are welcome.'))]);
    assert.deepEqual(toldIn(other).slice(2), ['user: Thanks', 'assistant: You are welcome.']);
    assert.deepEqual(problemsIn(other), ['3 warning session-record']);
  });
});

suite('ids used twice', () => {
  test('by two calls of a session, also in other turns, by which a reply could belong to both', () => {
    const call = (id: string) => ({ id, function: { name: 'dig', arguments: '{}' } });
    const says = (message: Json) => ({ type: 'message', message });
    const reply = says({ role: 'tool', toolCallId: 'c', content: 'Dug.' });
    const answer = says({ role: 'assistant', content: '', toolCalls: [call('c')] });
    const log = [{ type: 'session', harness: 'h', id: '1' }, says({ role: 'user', content: 'Dig' })];
    assert.deepEqual(problemsIn(linesOf([...log, answer, reply, answer, reply])), ['5 warning call-id-duplicate']);
    assert.deepEqual(problemsIn(linesOf([...log, answer, reply])), []);
  });
});

suite('records that are not known', () => {
  test('are said once, as information', () => {
    const says = (message: Json) => ({ type: 'message', message });
    const log = [{ type: 'session', harness: 'h', id: '1' }, says({ role: 'user', content: 'Dig' })];
    const other = { type: 'weather', sky: 'grey' };
    assert.deepEqual(problemsIn(linesOf([...log, other, other, { type: 'mood' }])), ['3 information session-record']);
  });
});

suite('Codex', () => {
  const item = (payload: Json) => ({ timestamp: '2026-01-01T00:00:00Z', type: 'response_item', payload });
  const event = (type: string, rest: Json = {}) => ({ type: 'event_msg', payload: { type, ...rest } });
  const says = (role: string, ...texts: string[]) =>
    item({ type: 'message', role, content: texts.map((one) => ({ type: 'input_text', text: one })) });
  const thinks = item({ type: 'reasoning', summary: [], content: null, encrypted_content: 'gAAA' });
  const calls = (id: string) => item({ type: 'function_call', name: 'shell', arguments: '{}', call_id: id });
  const returns = (id: string, output: unknown) => item({ type: 'function_call_output', call_id: id, output });
  const meta = { type: 'session_meta', payload: { id: 's', base_instructions: { text: 'You dig.' } } };

  test('the same thought twice, which only events have', () => {
    const thought = event('agent_reasoning', { text: 'Deeper.' });
    assert.deepEqual(
      toldIn(
        linesOf([says('user', 'Dig'), thought, thinks, calls('c'), returns('c', 'a'), thought, thinks, calls('d')]),
      ),
      ['user: Dig', 'assistant (Deeper.): → shell c {}', 'tool c: a', 'assistant (Deeper.): → shell d {}'],
    );
  });

  test('context and words of the user in one message', () => {
    const log = linesOf([
      says('user', '# AGENTS.md instructions for /home/ann/app', '<environment_context>a</environment_context>'),
      says('user', '<environment_context>b</environment_context>', 'Dig'),
      says('user', 'Here', '<environment_context>c</environment_context>'),
    ]);
    assert.deepEqual(toldIn(log, { public: true }), ['user: Dig', 'user: Here']);
    assert.equal(toldIn(log).filter((line) => line.startsWith('developer')).length, 3);
  });

  test('calls that failed, as events, outputs and their heads say', () => {
    const outputs: readonly unknown[] = [
      'Exit code: 1\nWall time: 0.1 seconds\nOutput:\nno',
      'Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 2\nOutput:\nno',
      '{"output":"no","metadata":{"exit_code":3,"duration_seconds":0.1}}',
      'no',
      { content: 'no', success: false },
    ];
    const fine = [
      'Exit code: 0\nOutput:\n',
      'The log says:\nExit code: 1\n',
      '{"output":"","metadata":{"exit_code":0}}',
    ];
    const failed = (all: readonly unknown[]) =>
      factsOf(
        linesOf([
          ...[meta, says('user', 'Dig'), event('exec_command_end', { call_id: 'c3', exit_code: 1 })],
          ...all.flatMap((output, i) => [calls(`c${i}`), returns(`c${i}`, output)]),
        ]),
      ).failed.size;
    assert.equal(failed(outputs), outputs.length);
    assert.equal(failed(fine), 0);
  });

  test('compactions: what each replaced, but for instructions, and a summary that is only encrypted', () => {
    const compacted = (message: string, rest: Json = {}) => ({ type: 'compacted', payload: { message, ...rest } });
    const history = { replacement_history: [{ type: 'compaction', encrypted_content: 'gAAA' }] };
    const log = linesOf([meta, says('user', 'Dig'), compacted('A hole.'), says('user', 'On'), compacted('', history)]);
    assert.deepEqual(
      factsOf(log).compactions.map(({ replaced }) => replaced),
      [0, 3],
    );
    assert.ok(notesOn(log).some((note) => note.startsWith('A summary that replaced messages is missing')));
    // A summary that was read is not reported as dropped.
    assert.deepEqual(othersIn(log), ['1 session_meta: bookkeeping', '1 compacted: bookkeeping']);
  });

  test('`codex exec --json`: a call that was interrupted, one of another agent, and an error', () => {
    const command = { id: 'i1', type: 'command_execution', command: 'sleep 9', status: 'in_progress' };
    const agent = { id: 'i2', type: 'collab_tool_call', tool: 'spawn_agent', prompt: 'Dig', status: 'completed' };
    const log = linesOf([
      { type: 'thread.started', thread_id: 't' },
      { type: 'item.started', item: agent },
      { type: 'item.completed', item: agent },
      { type: 'item.completed', item: { id: 'i3', type: 'error', message: 'No spade' } },
      { type: 'item.started', item: command },
      { type: 'turn.failed', error: { message: 'aborted' } },
    ]);
    assert.deepEqual(toldIn(log), [
      'assistant: → spawn_agent i2 {"prompt":"Dig"}',
      'tool i2: completed',
      'assistant: → shell i1 {"command":"sleep 9"}',
    ]);
    assert.deepEqual(othersIn(log), [
      '1 thread.started: bookkeeping',
      '1 item.started: repeated',
      '1 item error: bookkeeping',
      '1 turn.failed: bookkeeping',
    ]);
  });
});

suite('Pi', () => {
  const header = { type: 'session', version: 3, id: 's', cwd: '/home/ann/.openclaw/garden' };
  const entry = (id: string, parentId: string | null, rest: Json) => ({ id, parentId, ...rest });
  const says = (id: string, parentId: string | null, message: Json) =>
    entry(id, parentId, { type: 'message', message });

  test('a compaction keeps what was said from an entry on', () => {
    const log = linesOf([
      ...[header, says('1', null, { role: 'user', content: 'Sow' })],
      ...[
        says('2', '1', { role: 'assistant', content: [text('Sown.')] }),
        says('3', '2', { role: 'user', content: 'On' }),
      ],
      entry('4', '3', { type: 'compaction', summary: 'Peas were sown.', firstKeptEntryId: '3', tokensBefore: 9 }),
    ]);
    assert.deepEqual(
      factsOf(log).compactions.map(({ replaced }) => replaced),
      [2],
    );
    assert.equal(factsOf(log).origin.harness, 'openclaw');
  });

  test('a command that was not shown to the model, thoughts without words, and an answer that failed', () => {
    const log = linesOf([
      ...[header, says('1', null, { role: 'user', content: 'Sow' })],
      says('2', '1', { role: 'bashExecution', command: 'ls', output: 'keys', excludeFromContext: true }),
      says('3', '2', { role: 'assistant', content: [], stopReason: 'error', errorMessage: 'overloaded' }),
      says('4', '3', { role: 'assistant', content: [{ type: 'thinking', thinking: '' }, text('Sown.')] }),
    ]);
    assert.deepEqual(toldIn(log), ['user: Sow', 'assistant: Sown.']);
    assert.deepEqual(othersIn(log), [
      '1 session: bookkeeping',
      '1 command that was not shown to the model: bookkeeping',
      '1 failed answer: bookkeeping',
    ]);
    assert.ok(notesOn(log).some((note) => note.startsWith('Some reasoning is missing')));
    assert.deepEqual(problemsIn(log), []);
  });
});

suite('Cursor', () => {
  test('arguments are checked against the tools that the log names', () => {
    const parameters = { type: 'object', properties: { at: { type: 'integer' } } };
    const log = linesOf([
      { type: 'cursor_session_meta', sessionId: 'c' },
      { type: 'cursor_available_tools', tools: [{ name: 'dig', description: 'Digs.', parameters }] },
      { role: 'user', message: { content: [text('Dig')] } },
      { role: 'assistant', message: { content: [{ type: 'tool_use', id: 't', name: 'dig', input: { at: 'bed' } }] } },
      { role: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', content: 'Dug.' }] } },
    ]);
    assert.deepEqual(toolsIn(log), ['dig']);
    assert.deepEqual(problemsIn(log), ['4 information E-CALL-SCHEMA']);
    assert.ok(!notesOn(log).some((note) => note.includes('tool declarations are missing')));
  });
});
