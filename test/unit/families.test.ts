/** What tells families of dialects apart: their facts, and tables by family. Nothing compares a dialect with a name. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { allDialects } from '../../server/src/grammar/index.ts';
import { families, rowsOf } from '../../server/src/syntax/families/index.ts';
import { root } from '../support/root.ts';

/** Where the names of dialects belong: their facts, and the values of families. */
const allowed = /^(?:grammar|syntax\/families)\//;

/** `json`: nobody chose a dialect; `messages` are also what many lists are called. */
const names = [...new Set([...allDialects, ...Object.keys(families)])].filter(
  (name) => name !== 'json' && name !== 'messages',
);
const name = `['"\`](?:${names.map((one) => one.replace(/[.+]/g, '\\$&')).join('|')})['"\`]`;
const comparison = new RegExp(
  `[!=]==?\\s*${name}|${name}\\s*[!=]==?|\\bcase\\s+${name}|(?:includes|has|startsWith)\\(${name}\\)`,
);
/** Booleans named after a dialect, which say what a family says. */
const flag = /\b(?:harmony|escapes|chatml|llama)\??: boolean\b|\bhas\.(?:harmony|openchatml|chatml|llama)\b/i;

function found(text: string): string[] {
  return text.split('\n').filter((line) => comparison.test(line) || flag.test(line));
}

suite('dialects by name', () => {
  test('comparisons are found', () => {
    for (const line of [
      "if (dialect === 'harmony') return;",
      "family.id !== 'openchatml-2.2+harmony'",
      "'openchatml-0.1' === dialect",
      "case 'llama3':",
      "['harmony', 'llama3'].includes('chatml-wire')",
      'function close(message: Message, harmony: boolean) {',
      'if (family.has.harmony) return;',
    ])
      assert.equal(found(line).length, 1, line);
    assert.deepEqual(found("const rows = { harmony: of2x, 'openchatml-0.1': of01 };"), []);
  });

  test('there are none', () => {
    const folder = join(root, 'server/src');
    const files = (readdirSync(folder, { recursive: true }) as string[]).map((file) => file.replaceAll('\\', '/'));
    const all = files
      .filter((file) => file.endsWith('.ts') && !allowed.test(file))
      .flatMap((file) => found(readFileSync(join(folder, file), 'utf8')).map((line) => `${file}: ${line.trim()}`));
    assert.deepEqual(all, []);
  });
});

test('a family has the row of its facts, or one of its own', () => {
  const rows = rowsOf<string>(
    () => 'open',
    ({ name }) => name,
    { harmony: 'its own' },
  );
  assert.deepEqual(rows, {
    'openchatml-2.2': 'open',
    'openchatml-2.2+harmony': 'open',
    harmony: 'its own',
    'openchatml-0.1': 'OpenChatML 0.1 (ChatML)',
    llama3: 'Llama 3',
  });
});
