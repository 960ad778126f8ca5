/** An edit of a declaration causes only the calls to its tool to be checked again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Checker } from '../../server/src/checker/checker.ts';
import type { Block } from '../../server/src/syntax/block.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const call = (tool: string, id: number) =>
  `<|start|>assistant to=functions.${tool} call_id=c${id}<|channel|>commentary<|constrain|>json<|message|>{"q": 1}<|call|>\n`;
const declarations = `<|start|>developer<|message|>namespace functions {
// Searches.
type search = (_: { q: string }) => any;
// Opens.
type open = (_: { q: string }) => any;
}<|end|>\n`;

function opened() {
  const calls = Array.from({ length: 2000 }, (_, i) => call(i % 100 === 0 ? 'search' : 'open', i)).join('');
  const text = `version: 2.2\n${declarations}<|start|>user<|message|>Go.<|end|>\n${calls}`;
  const transcript = new Transcript('test:', 'ocml', 0, text);
  const checker = new Checker(transcript, { strict: false, levels: {} }, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });
  const codes = () => checker.problems(1e9).problems.filter(({ problem }) => problem.code === 'E-CALL-SCHEMA').length;
  /** Makes an edit. Returns the blocks that the edit keeps but whose cached results it discards. */
  const edit = (find: string, replacement: string): Block[] => {
    codes();
    const before = new Map([...transcript.blocks].map((block) => [block, block.memo]));
    const at = transcript.getText().indexOf(find);
    transcript.replace(at, at + find.length, replacement);
    checker.update();
    return [...transcript.blocks].filter((block) => before.has(block) && before.get(block) !== block.memo);
  };
  return { codes, edit };
}

test('a parameter of one tool', () => {
  const { codes, edit } = opened();
  assert.equal(codes(), 2000);
  const forgotten = edit('search = (_: { q: string', 'search = (_: { q: number');
  assert.equal(forgotten.length, 20);
  assert.ok(forgotten.every(({ text }) => text.includes('to=functions.search')));
  assert.equal(codes(), 1980);
});

test('a description, text around the declarations, a call', () => {
  const { codes, edit } = opened();
  assert.deepEqual(edit('// Searches.', '// Searches the web.'), []);
  assert.deepEqual(edit('namespace functions', '# Tools\n\nnamespace functions'), []);
  assert.deepEqual(edit('{"q": 1}<|call|>', '{"q": "x"}<|call|>'), []);
  assert.equal(codes(), 1999);
});

test('a tool that is declared anew, and once more elsewhere', () => {
  const { codes, edit } = opened();
  assert.equal(edit('type search', 'type find').length, 20);
  assert.equal(codes(), 1980);
  assert.equal(edit('type find', 'type search').length, 20);
  const again = declarations.replace('search = (_: { q: string', 'search = (_: { q: number');
  assert.equal(edit('<|start|>user<|message|>', `${again}<|start|>user<|message|>`).length, 20);
  assert.equal(codes(), 1980);
});
