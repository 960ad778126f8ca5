/** The data set editor and the command line find the same problems in training rows. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { ocml } from '../support/command.ts';
import { texts } from '../support/data-set-rows.ts';
import { tokenizer } from '../support/tokenizer.ts';
import { dataSetClient } from './data-set-client.ts';

const { folder, ask, until, openedAt, rowsOf } = dataSetClient();

function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** Returns the codes of each row as the editor marks them, and the notes on the file. */
async function checked(path: string) {
  const { id, state } = await openedAt(path);
  await ask('ocml/checkDataSet', { id });
  const { notes, problems } = await until(id, (one) => one.job === undefined && one.problems !== undefined);
  const codes = (await rowsOf(id, 0, state.rows)).map((row) => (row.problems ?? []).map(({ code }) => code));
  return { codes, notes, isComplete: problems?.isComplete };
}

const open = JSON.stringify({ messages: [{ role: 'user', content: 'Why?' }] });

suite('rows that repeat others', () => {
  for (const [name, contents] of [
    ['rows.jsonl', [open, texts[0], open].join('\n')],
    ['rows.json', `[${[open, texts[0], open].join(', ')}]`],
    ['lines.json', `[\n${[open, texts[0], open].join(',\n')}\n]`],
  ] as const)
    test(name, async () => {
      write('training/.ocmlrc.json', '{"training": true}');
      const { codes } = await checked(write(`training/${name}`, contents));
      const [first, , third] = codes;
      assert.ok(first?.length && !first.includes('row-duplicate'));
      assert.deepEqual(third?.toSorted(), [...first, 'row-duplicate'].toSorted());
    });
});

test('of a list that is broken, what follows is checked as well', async () => {
  const wrong = '{"messages": [{"role": "usr", "content": "x"}]}';
  const { codes, isComplete } = await checked(write('broken.json', `[${texts[0]}, ${wrong} ${texts[0]}, ${wrong}]`));
  assert.equal(isComplete, true);
  assert.ok(
    codes.slice(1).some((ofRow) => ofRow.includes('wire-json')),
    JSON.stringify(codes),
  );
});

suite('what a trainer trains, where the project names it', () => {
  const chat = `{%- for m in messages %}{{- '<|im_start|>' + m.role + '\\n' }}{{ m.content + '<|im_end|>\\n' }}{% endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;
  const row = (content: string) =>
    JSON.stringify({
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'assistant', content },
      ],
    });
  const rows = [row('hell'), row('hello '.repeat(50)), row('hello')];
  write('trained/model/tokenizer.json', JSON.stringify(tokenizer));
  write('trained/model/tokenizer_config.json', JSON.stringify({ eos_token: '<|im_end|>', chat_template: chat }));
  const trainer = { name: 'axolotl', options: { train_on_eos: 'none' }, maxLength: 60, over: 'drop' };
  const choice = { template: 'model/tokenizer_config.json', tokenizer: './model', trainer };
  write('trained/.ocmlrc.json', JSON.stringify({ root: true, ...choice }));

  for (const [name, contents] of [
    ['rows.jsonl', rows.join('\n')],
    ['rows.json', `[\n${rows.join(',\n')}\n]`],
  ] as const)
    test(name, async () => {
      const path = write(`trained/${name}`, contents);
      const { codes, notes } = await checked(path);
      const { stdout } = ocml(['check', '--format', 'json', '--exit-zero', path]);
      const [{ diagnostics }] = JSON.parse(stdout);
      const offset = name.endsWith('.json') ? 1 : 0;
      const expected: string[][] = [[], [], []];
      const ofFile: string[] = [];
      for (const { code, severity, range, offset: place } of diagnostics)
        if (severity === 'hint') continue;
        else if (place[1] === 0) ofFile.push(code);
        else expected[range.start.line - offset]?.push(code);
      assert.ok(
        expected.flat().some((code) => code.startsWith('mask-')),
        stdout,
      );
      assert.deepEqual(
        codes,
        expected.map((ofRow) => [...new Set(ofRow)]),
      );
      assert.deepEqual(ofFile, ['mask-stop']);
      assert.match(notes.join('\n'), /mask-stop: The stop token is not trained after any of the \d answers/);
    });

  test('a file of the project that is not there is said, and nothing counts as checked', async () => {
    write('lost/.ocmlrc.json', JSON.stringify({ root: true, ...choice, template: 'chatml' }));
    const { notes, isComplete } = await checked(write('lost/rows.jsonl', rows.join('\n')));
    assert.equal(isComplete, false);
    assert.match(notes.join(), /the configuration in .* sets `tokenizer` to .*, which is not a file in that folder/);
  });
});
