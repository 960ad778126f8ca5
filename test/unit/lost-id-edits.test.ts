/** A reply may belong to a call that lost its id. After any edit, the problems are those of a new check. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Checker } from '../../server/src/checker/checker.ts';
import { GroupIndex } from '../../server/src/checker/groups.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const header = 'version: 2.2\n';
const call = (tool: string, id = '') =>
  `<|start|>assistant to=functions.${tool}${id && ` call_id=${id}`}<|channel|>commentary<|message|>{}<|call|>\n`;
const reply = (tool: string, id: string) =>
  `<|start|>tool${tool && ` name=functions.${tool}`} call_id=${id}<|message|>{"ok": true, "content": 1}<|end|>\n`;

function checkerOf(transcript: Transcript): Checker {
  return new Checker(transcript, { strict: false, levels: {} }, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });
}

const told = (checker: Checker) =>
  checker
    .problems(1e9)
    .problems.filter(({ problem }) => problem.code.startsWith('call-id'))
    .map(({ problem, block }) => `${problem.code} ${block.text.trim()}`);

/**
 * Edits the transcript from one text to the next, and compares each result with a new check. Returns the number of unmatched replies for
 * each text.
 */
function unmatched(...texts: readonly string[]): number[] {
  const transcript = new Transcript('test:', 'ocml', 0, header + texts[0]);
  const checker = checkerOf(transcript);
  return texts.map((text) => {
    const { length } = transcript;
    // Each replacement is minimal, like the edits that an editor sends.
    let start = header.length;
    const [old, now] = [transcript.getText(), header + text];
    while (start < length && old[start] === now[start]) start++;
    let tail = 0;
    while (tail < Math.min(length, now.length) - start && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
    transcript.replace(start, length - tail, now.slice(start, now.length - tail));
    checker.update();
    assert.equal(transcript.getText(), now);
    const found = told(checker);
    assert.deepEqual(found, told(checkerOf(new Transcript('test:', 'ocml', 0, now))));
    return found.filter((one) => one.startsWith('call-id-unmatched')).length;
  });
}

suite('a reply to a call that lost its id', () => {
  test('the call loses it, finds it, and loses it again', () => {
    const [lost, found] = [call('f') + reply('f', 'c1'), call('f', 'c2') + reply('f', 'c1')];
    assert.deepEqual(unmatched(found, lost, found, lost), [1, 0, 1, 0]);
  });

  test('another tool explains nothing; a reply that names none may answer any', () => {
    assert.deepEqual(unmatched(call('g') + reply('f', 'c1'), call('f') + reply('f', 'c1')), [1, 0]);
    assert.deepEqual(unmatched(call('g', 'c2') + reply('', 'c1'), call('g') + reply('', 'c1')), [1, 0]);
  });

  test('a call after it, and one that comes before', () => {
    const late = reply('f', 'c1') + call('f');
    assert.deepEqual(unmatched(late, call('f') + late, late), [1, 0, 1]);
  });

  test('the first of two calls goes, and then the other', () => {
    const [one, rest] = [call('f'), `${reply('f', 'c1')}${reply('f', 'c2')}`];
    assert.deepEqual(unmatched(one + one + rest, one + rest, rest), [0, 0, 2]);
  });

  test('the reply names another tool', () => {
    assert.deepEqual(unmatched(call('f') + reply('f', 'c1'), call('f') + reply('g', 'c1')), [0, 1]);
  });
});

test('one of many calls without ids concerns no reply but those that it may explain', (t) => {
  const tools = Array.from({ length: 300 }, (_, i) => `f${i}`);
  const replies = tools.map((tool, i) => reply(`g${tool}`, `c${i}`)).join('');
  const transcript = new Transcript('test:', 'ocml', 0, header + tools.map((tool) => call(tool)).join('') + replies);
  const checker = checkerOf(transcript);
  assert.equal(told(checker).length, 600);
  const { mock } = t.mock.method(GroupIndex.prototype, 'nextDirty');
  const at = transcript.getText().indexOf('<|channel|>', transcript.getText().indexOf('to=functions.f7<'));
  transcript.replace(at, at, ' call_id=c999');
  checker.update();
  assert.equal(told(checker).length, 599);
  const looked = mock.callCount();
  assert.ok(looked > 1 && looked < 20, `${looked} groups were looked at`);
});
