/**
 * Rollouts of Codex are read as conversations. Each item appears once, events that repeat items are ignored, and old files are supported.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compacted, old, printed, rolledBack, rollout } from '../../support/sessions/codex.ts';
import {
  factsOf,
  linesOf,
  notesOn,
  openSession,
  othersIn,
  problemsIn,
  toldIn,
} from '../../support/sessions/telling.ts';

suite("Codex's sessions", () => {
  test('thoughts, words and calls of an answer are one message, and events add only what no item has', () => {
    assert.deepEqual(toldIn(rollout), [
      'system: You are Codex.',
      'developer: <permissions instructions>Ask first.</permissions instructions>',
      'developer: # AGENTS.md instructions for /work\n\nBe brief.',
      'developer: <environment_context>\n  <cwd>/work</cwd>\n</environment_context>',
      'user: Fix it',
      'assistant (I look first.): I look at both files. → shell c1 {"command":["cat","a"]} → shell c2 {"command":["cat","b"]}',
      'tool c1: A',
      'tool c2: cat: b: No such file',
      'assistant (Only a has to change.): → apply_patch c3 *** Begin Patch',
      'tool c3: Success',
      'assistant: Fixed.',
    ]);
    assert.deepEqual(othersIn(rollout), [
      '1 incomplete line: torn',
      '1 session_meta: bookkeeping',
      '1 turn_context: bookkeeping',
      '1 event_msg user_message: repeated',
      '1 event_msg agent_reasoning: repeated',
      '1 event_msg agent_message: repeated',
      '1 event_msg patch_apply_end: repeated',
      '1 web_search_call (run by the server): context',
      '1 dream: unknown',
      '1 event_msg token_count: bookkeeping',
      '1 event_msg task_complete: repeated',
    ]);
    assert.ok(notesOn(rollout).some((note) => note.startsWith('Some reasoning is missing')));
  });

  test('a summary is told once, and what it replaces stays', () => {
    assert.deepEqual(toldIn(compacted), [
      'system: You are Codex.',
      'user: Count',
      'assistant: Three.',
      'developer: Summary: there are three.',
      'user: Again',
      'assistant: → shell c1 {"command":["wc"]}',
      'developer: <turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>',
      'user: Never mind',
      'assistant: Fine.',
    ]);
    assert.deepEqual(
      factsOf(compacted).compactions.map(({ replaced }) => replaced),
      [1],
    );
  });

  test('turns that were taken back are not part of the conversation', () => {
    assert.deepEqual(toldIn(rolledBack), [
      'system: You are Codex.',
      'user: First',
      'assistant: One.',
      'user: Fourth',
      'assistant: Four.',
    ]);
    assert.equal(notesOn(rolledBack).filter((note) => /rolled-back part of 4 messages/.test(note)).length, 1);
  });

  test('old files have items without an envelope', () => {
    assert.deepEqual(toldIn(old), [
      'system: Be brief.',
      'user: List',
      'assistant (I call ls.): → local_shell c1 {"type":"exec","command":["ls"]}',
      'tool c1: {"output":"a","metadata":{"exit_code":0}}',
      'assistant: Only a.',
    ]);
  });

  test('what `codex exec --json` prints', () => {
    assert.deepEqual(toldIn(printed), [
      'assistant (I list the files.): → shell item_1 {"command":"ls"}',
      'tool item_1: a\n',
      'assistant: → look item_2 {"at":"a"}',
      'tool item_2: {"text":"A"}',
      'assistant: Only a.',
    ]);
    assert.ok(notesOn(printed).some((note) => note.startsWith('The prompt is missing')));
  });

  test('valid rollouts have no problem; a call that nobody answered is information', () => {
    for (const log of [rolledBack, old, printed])
      for (const training of [false, true]) assert.deepEqual(problemsIn(log, training), [], log.slice(0, 200));
    // The last item is from a later version.
    assert.deepEqual(problemsIn(rollout), ['22 information session-record']);
    assert.deepEqual(problemsIn(compacted), ['11 information call-unanswered']);
  });

  test('users see neither instructions nor what the program says in their place', () => {
    assert.deepEqual(toldIn(rollout, { public: true }), [
      'user: Fix it',
      'assistant: I look at both files.',
      'assistant: Fixed.',
    ]);
    assert.deepEqual(toldIn(rolledBack, { public: true }), [
      'user: First',
      'assistant: One.',
      'user: Fourth',
      'assistant: Four.',
    ]);
  });

  test('rows with the members of an old first line are no session', () => {
    const rows = linesOf([{ id: 1, timestamp: 't', instructions: 'Add.', output: '3' }]);
    assert.equal(openSession(rows).records, false);
  });
});
