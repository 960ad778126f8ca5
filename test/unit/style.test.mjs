/** The patterns of docs/style.md, and how literals and comments are extracted from files to search them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { matches } from '../../scripts/texts/check.mjs';
import { literalsOf } from '../../scripts/texts/literals.mjs';
import { patterns } from '../../scripts/texts/patterns.mjs';

const page = readFileSync(new URL('../../docs/style.md', import.meta.url), 'utf8');

suite('phrases', () => {
  const [, table = ''] = page.split('| Before | After |\n| --- | --- |\n');
  for (const row of table.split('\n\n')[0].trim().split('\n')) {
    const [, before, after] = row.split('|').map((cell) => cell.trim());
    test(after, () => assert.deepEqual(matches(after, 'texts'), [], 'the remedy has no such phrase'));
    test(`not: ${before}`, () => assert.notEqual(before, after));
  }

  test('each is found', () => {
    const examples = {
      'a content': 'Write a content.',
      'as … give it': 'The content is null, as chat APIs give it.',
      'is read so': 'It is read so.',
      'of what': 'A page of what users see.',
      hardly: 'It hardly matters.',
      'holds no': 'This line holds no messages.',
      'What … does': 'What a tool replies is dropped.',
      Whoever: 'Whoever wrote it knows.',
      'begins with a clause': 'What a tool replies, if it does.',
      'such as it': 'It is kept such as it is.',
      'is no …': 'This is no attribute.',
      behind: 'The message behind it.',
      anew: 'Read anew.',
      misspelt: 'A misspelt token.',
      'in vain': 'It is looked for in vain.',
      'does without': 'It does without.',
      nobody: 'A space that nobody can see.',
      otherwise: 'Others read it otherwise.',
      'two colons': 'The arguments of this call are broken: the string is not JSON: a quote is missing.',
    };
    for (const { name, pattern } of patterns) assert.match(examples[name], pattern, name);
  });

  test('what is native is left alone', () => {
    for (const text of [
      'What is this? There is no call. It is no longer read.',
      'ocml check: row 3: this line is not valid JSON',
      'A content part needs a `type`.',
      'Otherwise, remove it.',
    ])
      assert.deepEqual(matches(text, 'texts'), [], text);
  });
});

test('strings with their expressions, joined by +, and comments, but nothing in regular expressions', () => {
  const source = [
    "const a = 'one ' + 'two'; // three 'four'",
    'const b = `five ${c ? `six` : "seven"} eight`;',
    'const d = x / y, e = /[\'"/]/; /* nine */',
    'const f = "it\\\'s";',
  ].join('\n');
  const { strings, comments } = literalsOf(source);
  assert.deepEqual(
    strings.map(({ text }) => text),
    ['one two', 'five {c ? `six` : "seven"} eight', 'six', 'seven', "it's"],
  );
  assert.deepEqual(
    comments.map(({ text }) => text),
    ["// three 'four'", '/* nine */'],
  );
});
