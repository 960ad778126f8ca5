/** Logs of agents on the command line: which commands read them, and which leave them unchanged. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { ocml } from '../support/command.ts';
import { branches, compaction, parallel } from '../support/sessions/claude-code.ts';
import { compacted, rollout } from '../support/sessions/codex.ts';
import { trajectories } from '../support/sessions/others.ts';
import { tokenizer } from '../support/tokenizer.ts';
import { createFolder } from './ocml.ts';

const uiMessages = [
  { id: '1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] },
  { id: '2', role: 'assistant', parts: [{ type: 'step-start' }, { type: 'text', text: 'Hello.' }] },
];
/** A log that is longer than the files that commands read as a whole. */
const long = `${Array.from({ length: 1200 }, (_, i) => [
  { type: 'user', message: { role: 'user', content: `Part ${i}` } },
  {
    type: 'assistant',
    message: { id: `m${i}`, role: 'assistant', content: [{ type: 'text', text: `Done with ${i}.` }] },
  },
])
  .flat()
  .map((one, i) =>
    JSON.stringify({ ...{ parentUuid: i === 0 ? null : `${i - 1}`, uuid: `${i}`, sessionId: 's' }, ...one }),
  )
  .join('\n')}\n`;
const folder = createFolder({
  'model/tokenizer.json': JSON.stringify(tokenizer),
  'model/tokenizer_config.json': JSON.stringify({ chat_template: '{{ messages }}' }),
  'a.jsonl': parallel,
  'compacted.jsonl': compaction,
  'branches.jsonl': branches,
  'rollout.jsonl': rollout,
  'trajectory.json': trajectories.parallel,
  'ui.json': JSON.stringify({ id: 'chat', messages: uiMessages }),
  'ui-list.json': JSON.stringify(uiMessages),
  'rows.jsonl': `${trajectories.parallel}\n${trajectories.observed}\n`,
});
const longs = createFolder({
  'long.jsonl': long,
  'rows.jsonl': `${trajectories.observed}\n`.repeat(400),
  'list.json': JSON.stringify(Array(1000).fill(uiMessages).flat()),
});
after(() => {
  folder.remove();
  longs.remove();
});

const linesOf = (text: string) => text.trimEnd().split('\n');

suite('sessions', () => {
  test('mask says once that a log is to be converted', () => {
    const { status, stderr } = folder.ocml('mask', 'a.jsonl', '--tokenizer', 'model');
    assert.equal(status, 2);
    assert.match(stderr, /a\.jsonl: this is the log of an agent's session, whose records are not rows/);
    assert.equal(linesOf(stderr).length, 1, stderr);
  });

  test('mask says so of a log that is one value, too', () => {
    for (const name of ['trajectory.json', 'ui.json', 'ui-list.json']) {
      const { status, stderr } = folder.ocml('mask', name, '--tokenizer', 'model');
      assert.equal(status, 2);
      assert.match(stderr, /json: this is the log of an agent's session, whose records are not rows/);
    }
  });

  test('inspect --calls lists the tool, the status, the time and the arguments of each call', () => {
    const { status, stdout } = folder.ocml('inspect', '--calls', 'a.jsonl');
    assert.deepEqual(
      [status, linesOf(stdout)],
      [
        0,
        [
          '1  t1  functions.Grep  answered  turn 1, line 6, 1.0 s  {"pattern":"one"}',
          '2  t2  functions.Grep  error  turn 1, line 8, 1.0 s  {"pattern":"two"}',
        ],
      ],
    );
    const calls = JSON.parse(folder.ocml('inspect', '--calls', '--format', 'json', 'a.jsonl').stdout);
    assert.deepEqual(calls[1], {
      ...{ id: 't2', to: 'functions.Grep', arguments: { pattern: 'two' }, status: 'error', turn: 1, line: 8 },
      duration: 1000,
    });
  });

  test('inspect --calls lists calls with a status and to a tool, with their numbers in the log', () => {
    const list = (...args: string[]) => folder.ocml('inspect', '--calls', ...args, 'a.jsonl');
    const failed = '2  t2  functions.Grep  error  turn 1, line 8, 1.0 s  {"pattern":"two"}\n';
    assert.equal(list('--status', 'failed').stdout, failed);
    assert.equal(list('--status', 'error', '--tool', 'Grep').stdout, failed);
    assert.equal(linesOf(list('--tool', 'functions.Grep').stdout).length, 2);
    const { status, stdout, stderr } = list('--tool', 'Bash');
    assert.deepEqual([status, stdout, stderr], [0, '', 'ocml inspect: a.jsonl: it contains no matching call\n']);
    const [only] = JSON.parse(list('--status', 'failed', '--format', 'json').stdout);
    assert.deepEqual([only.number, only.id], [2, 't2']);
    assert.equal(folder.ocml('inspect', '--status', 'failed', 'a.jsonl').status, 2);
    assert.match(folder.ocml('inspect', 'a.jsonl').stdout, /^ {2}failed: call 2$/m);
    // Rows are read one by one, so there is no error if nothing matches.
    assert.equal(folder.ocml('inspect', '--calls', '--tool', 'none', 'rows.jsonl').stdout, '');
  });

  test('convert --each-answer says how many rows it wrote', () => {
    const { stdout, stderr } = folder.ocml('convert', '--to', 'messages', '--for-training', '--each-answer', 'a.jsonl');
    const rows = linesOf(stdout).length;
    assert.match(stderr, new RegExp(`^ocml convert: a\\.jsonl: ${rows} rows?, `, 'm'));
  });

  test('inspect --call prints one call with what is around it, by its number or its id', () => {
    const { status, stdout } = folder.ocml('inspect', '--call', '2', 'a.jsonl');
    assert.deepEqual(
      [status, linesOf(stdout)],
      [
        0,
        [
          ...['call 2  t2  functions.Grep  error  turn 1, line 8, 1.0 s', ''],
          ...['question, line 3', '  Find both', ''],
          ...['thought, line 4', '  Two searches at once.', ''],
          ...['assistant, line 4', '  I search for both.', ''],
          ...['arguments', '  {', '    "pattern": "two"', '  }', ''],
          ...['reply: error, line 9', '  No such filein src', ''],
          ...['then: assistant, line 10', '  Only one is there.'],
        ],
      ],
    );
    assert.equal(folder.ocml('inspect', '--call', 't2', 'a.jsonl').stdout, stdout);
    const one = JSON.parse(folder.ocml('inspect', '--call', '1', '--format', 'json', 'a.jsonl').stdout);
    assert.deepEqual(
      [one.number, one.id, one.question, one.reply, one.next.length],
      [1, 't1', { line: 3, text: 'Find both' }, { line: 7, text: 'one.ts' }, 1],
    );
    assert.equal(folder.ocml('inspect', '--tool-input', '2', 'a.jsonl').stdout, '{"pattern":"two"}');
    const missing = folder.ocml('inspect', '--call', '3', 'a.jsonl');
    assert.deepEqual(
      [missing.status, missing.stderr],
      [1, 'ocml inspect: a.jsonl: no call has the id or the number 3; --calls lists all calls\n'],
    );
    assert.equal(folder.ocml('inspect', '--call', '1', '.').status, 2);
  });

  test('a log of any length is one conversation for the commands that count rows', () => {
    for (const [name, count] of [
      ['long.jsonl', /^2400 messages in 1 conversation$/m],
      ['list.json', /^2000 messages in 1 conversation$/m],
      ['rows.jsonl', /in 400 conversations$/m],
    ] as const)
      for (const command of ['inspect --stats', 'inspect', 'inspect --calls']) {
        const { status, stdout, stderr } = longs.ocml(...command.split(' '), name);
        const none = `ocml inspect: ${name}: it contains no tool calls\n`;
        assert.deepEqual([status, stderr === none ? '' : stderr], [0, ''], `${command} ${name}`);
        if (command === 'inspect --stats') assert.match(stdout, count);
      }
  });

  test('convert says that calls failed, that a summary took the place of messages, and nothing that nobody asked for', () => {
    const notes = (...args: string[]) => folder.ocml('convert', '--to', 'messages', ...args).stderr;
    assert.match(
      notes('a.jsonl'),
      /^a\.jsonl:9:\d+: information conversion-loss: The status of 1 failed call is dropped/m,
    );
    assert.match(
      notes('compacted.jsonl'),
      /: A summary replaced \d+ messages?\. The output contains the summary and the original messages/,
    );
    assert.doesNotMatch(notes('compacted.jsonl'), /failed/);
    for (const each of [[], ['--each-answer']])
      assert.doesNotMatch(notes('--for-training', ...each, 'a.jsonl'), /return/);
    assert.match(notes('branches.jsonl'), /of 2 messages is dropped: it is a separate conversation/);
  });

  test('inspect --turns says what the user asked, and how many calls failed', () => {
    assert.deepEqual(linesOf(folder.ocml('inspect', '--turns', 'a.jsonl').stdout), [
      'turn 1, line 4 “Find both”: 7 messages, 2 calls (1 failed)',
    ]);
  });

  test('render --debug says of a call its number, how it went and how long it took', () => {
    const { stdout } = folder.ocml('render', '--as', 'text', '--debug', 'a.jsonl');
    assert.match(stdout, /^assistant .* t2 · call 2 · error · hidden from users:$/m);
    assert.match(stdout, /^Grep .* t2 · call 2 · error · 1\.0 s · hidden from users:$/m);
    assert.match(stdout, /^Grep .* t1 · call 1 · 1\.0 s · hidden from users:$/m);
  });

  test('render names what is not part of the conversation, and where the log was compacted', () => {
    const debug = (name: string) => folder.ocml('render', '--as', 'text', '--debug', name).stdout;
    assert.match(debug('compacted.jsonl'), / · a summary replaces \d+ messages? before it · hidden from users:$/m);
    assert.match(debug('branches.jsonl'), /^user · on an abandoned branch · hidden from users:$/m);
    assert.match(debug('branches.jsonl'), /^assistant · from a sub-agent · hidden from users:$/m);
    const { stdout } = folder.ocml('render', '--as', 'text', 'branches.jsonl');
    assert.match(stdout, /^\[\d messages on an abandoned branch are not part of the conversation\.\]$/m);
    assert.match(stdout, /^\[1 message from a sub-agent is not part of the conversation\.\]$/m);
    assert.doesNotMatch(stdout, /error/);
  });

  test('inspect says whose log it is, and what is in it besides the conversation', () => {
    const lines = linesOf(folder.ocml('inspect', 'compacted.jsonl').stdout);
    // The times in the records depend on the order in which the test makes them.
    assert.match(lines[1] ?? '', /^ {2}from 2026-01-01T\S+Z to 2026-01-01T\S+Z$/);
    assert.deepEqual(lines.toSpliced(1, 1), [
      'Claude Code session session-1',
      '  3 turns, 1 call (1 answered)',
      '  tokens: 9 input, 15 output',
      '  1 compaction',
      '  not in the log: system prompt, tools, reasoning',
      'calls, by tool',
      '        1  functions.Read',
      'messages, by role (highest authority first)',
      '        5  developer: 262 characters',
      '        3  user: 23 characters',
      '        1  assistant on commentary: 12 characters',
      '        2  assistant on final: 15 characters',
      '        1  tool on commentary: 1 character',
      'records that are not messages',
      '        1  attachment skill_listing (context)',
      '        1  system compact_boundary (bookkeeping)',
      '        1  message written by the program, not by a model (bookkeeping)',
      '        1  telepathy (unknown)',
      '        1  progress (bookkeeping)',
    ]);
  });

  test('a file, a pipe and a folder give the same', () => {
    const file = folder.ocml('convert', '--to', 'messages', 'rollout.jsonl');
    assert.equal(file.status, 0, file.stderr);
    assert.equal(JSON.parse(file.stdout).messages.length, 11);
    assert.equal(folder.piped(rollout, 'convert', '--to', 'messages', '-').stdout, file.stdout);
    const { status, stdout } = folder.ocml('check', '--training', '.');
    assert.deepEqual(
      [status, linesOf(stdout).at(-1)],
      [0, '8 files: 0 errors, 0 warnings, 3 information, 0 hints'],
      stdout,
    );
    assert.equal(folder.piped(compacted, 'check', '-').stdout.includes('information call-unanswered'), true);
  });

  test('every form can be written', () => {
    for (const to of ['openchatml-2.2', 'harmony', 'anthropic', 'responses', 'sharegpt', 'chatml']) {
      const { status, stdout, stderr } = folder.ocml('convert', '--to', to, 'a.jsonl');
      assert.deepEqual([status, stdout.includes('Only one is there.')], [0, true], `${to}\n${stderr}`);
    }
  });

  test('trajectories, a line each, are a row each', () => {
    const { stdout } = folder.ocml('convert', '--to', 'messages', 'rows.jsonl');
    assert.deepEqual(
      linesOf(stdout).map((line) => JSON.parse(line).messages.length),
      [6, 5],
    );
  });

  test('report counts a session as a row, and a folder of sessions as several', () => {
    const { stdout } = folder.ocml('report', 'a.jsonl');
    assert.match(stdout, /^ {2}1 row in 1 file/m);
    assert.match(stdout, /^ {2}session +1/m);
    const all = folder.ocml('report', '--format', 'json', '.');
    const { rows, shapes } = JSON.parse(all.stdout);
    assert.deepEqual([rows, JSON.stringify(shapes).includes('unknown')], [6, false], all.stdout.slice(0, 500));
    const torn = folder.piped(`${rollout.trimEnd()}\n{"timestamp":"20`, 'report', '-').stdout;
    assert.match(torn, /^ {2}1 row in 1 file/m);
  });

  test('nothing changes a log', () => {
    assert.equal(folder.ocml('check', '--diff', 'a.jsonl').stdout, '');
    const { status, stdout, stderr } = folder.ocml('truncate', '--max-tokens', '60', 'a.jsonl');
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /convert it first/);
  });
});

suite('ocml sessions', () => {
  const home = createFolder({
    '.claude/projects/-w/10000000-0000-4000-8000-000000000000.jsonl': parallel,
    '.claude/projects/-w/agent-7.jsonl': parallel,
    '.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-20000000-0000-4000-8000-000000000000.jsonl': rollout,
    '.pi/agent/sessions/--w--/hostile.jsonl': `${JSON.stringify({
      ...{ type: 'session', id: 'p', cwd: '/w/\u001b[2Jgone' },
    })}\n${JSON.stringify({
      ...{ type: 'message', id: '1', parentId: null },
      message: { role: 'user', content: [{ type: 'text', text: 'Hi\u001b]0;title\u0007 \u202e' }] },
    })}`,
  });
  after(() => home.remove());
  const env = {
    ...process.env,
    CLAUDE_CONFIG_DIR: `${home.path}/.claude`,
    CODEX_HOME: `${home.path}/.codex`,
    PI_CODING_AGENT_DIR: `${home.path}/.pi/agent`,
  };
  const run = (...args: readonly string[]) => ocml(['sessions', ...args], { cwd: home.path, env });

  test('the sessions of all agents, or of one, with their first words', () => {
    const { status, stdout } = run();
    assert.deepEqual([status, linesOf(stdout).length], [0, 3]);
    assert.match(stdout, /^\d {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}codex {8}20000000 /m);
    assert.equal(linesOf(run('--agent', 'claude').stdout).length, 1);
    const { sessions } = JSON.parse(run('--format', 'json', '--agent', 'claude-code').stdout);
    assert.deepEqual(
      sessions.map(({ id }: { id: string }) => id),
      ['10000000-0000-4000-8000-000000000000'],
    );
  });

  test('nothing that a log holds acts on a terminal', () => {
    for (const args of [
      ['--agent', 'pi'],
      ['--agent', 'pi', '--format', 'json'],
      ['hostile', '--debug'],
    ]) {
      const { stdout, status } = run(...args);
      assert.deepEqual([status, /[\u001b\u0007\u202e]/.test(stdout)], [0, args[0] === 'hostile']);
    }
  });

  test('a session is printed by its id, by the beginning of it, and by its number', () => {
    const whole = ocml(['render', '--as', 'text', `${home.path}/.claude/projects/-w/agent-7.jsonl`]).stdout;
    for (const name of ['10000000-0000-4000-8000-000000000000', '1000', 'agent-7'])
      assert.equal(run(name).stdout, whole, name);
    assert.equal(run('1', '--agent', 'claude-code').stdout, whole);
    assert.deepEqual([run('9999').status, run('nothing').status, run('--debug').status], [1, 1, 2]);
  });
});
