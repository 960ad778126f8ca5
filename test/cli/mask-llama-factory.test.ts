/** `ocml mask --trainer llama-factory`: the treatment of rows, and their lengths. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { tokenizer } from '../support/tokenizer.ts';
import { createFolder } from './ocml.ts';

const chat = `{%- for m in messages %}{{- '<|im_start|>' + m.role + '\\n' }}{{ m.content + '<|im_end|>\\n' }}{% endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;
const user = { role: 'user', content: 'hello' };
const assistant = { role: 'assistant', content: 'hell' };
const lines = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const folder = createFolder({
  'model/tokenizer.json': JSON.stringify(tokenizer),
  'model/tokenizer_config.json': JSON.stringify({ eos_token: '<|im_end|>', chat_template: chat }),
});
after(() => folder.remove());

const mask = (rows: string, ...args: readonly string[]) => {
  folder.write({ 'rows.jsonl': rows });
  return folder.ocml('mask', 'rows.jsonl', '--tokenizer', 'model', '--trainer', 'llama-factory', ...args);
};

suite('rows', () => {
  test('that it drops, refuses or reads otherwise are findings, in its words', () => {
    const call = { ...assistant, tool_calls: [{ type: 'function', function: { name: 'f', arguments: '{}' } }] };
    const { stdout, status } = mask(
      lines(
        { messages: [user, assistant] },
        { messages: [user, user, assistant] },
        { messages: [user, assistant, user] },
        { messages: [{ ...user, role: 'narrator' }, assistant] },
        { messages: [user, { role: 'assistant' }] },
        { messages: [user, { ...assistant, weight: 0 }] },
        { messages: [user, call] },
      ),
    );
    const codes = [...stdout.matchAll(/^rows\.jsonl:(\d+):\d+: (\w+) (mask-[\w-]+): /gm)].map(([, ...found]) =>
      found.join(' '),
    );
    assert.deepEqual(codes, [
      '2 information mask-dropped',
      '3 information mask-dropped',
      '4 error mask-refused',
      '5 error mask-refused',
      '6 warning mask-flag',
      '7 information mask-absent',
    ]);
    assert.equal(status, 1);
    assert.match(stdout, /^7 rows: 3 kept, 2 dropped, 2 refused; 0 of them cut$/m);
    assert.match(stdout, /^ {2}dropped 1: Invalid role tag in …; Skipping this abnormal example\.$/m);
    assert.match(stdout, /so the number of messages must be even\. Add the answer, or remove the question\.$/m);
  });

  test('that end in its own way are cut as it cuts them', () => {
    const { stdout } = mask(
      lines({ messages: [user, { ...assistant, content: 'hello '.repeat(90) }] }),
      '--option',
      'cutoff_len=40',
    );
    assert.match(
      stdout,
      /warning mask-cut: The row is cut: about 40 of \d+ tokens remain\. Raise cutoff_len, or split the row\.$/m,
    );
  });

  test('in the words of ShareGPT and of Alpaca have a length, too', () => {
    const sharegpt = {
      conversations: [
        { from: 'human', value: 'hello' },
        { from: 'gpt', value: 'hell' },
      ],
    };
    const alpaca = { instruction: 'hello', input: '', output: 'hell' };
    const report = mask(lines({ messages: [user, assistant] }, sharegpt, alpaca), '--format', 'jsonl').stdout.split(
      '\n',
    );
    const tokens = report.slice(0, 3).map((line) => JSON.parse(line).sequences[0].tokens);
    assert.ok(tokens[0] > 0);
    assert.deepEqual(tokens, [tokens[0], tokens[0], tokens[0]]);
  });
});

test('the summary says that there is no mask, and nothing of what is trained', () => {
  const { stdout, status } = mask(lines({ messages: [user, assistant] }));
  assert.equal(status, 0);
  assert.match(stdout, /^\d+ tokens; masks are not supported: LLaMA-Factory writes prompts with its own templates/m);
  assert.doesNotMatch(stdout, /trained|mask-/);
});

test('labels are refused', () => {
  const { stderr, status } = mask(lines({ messages: [user, assistant] }), '--labels', '-');
  assert.equal(status, 2);
  assert.match(stderr, /--labels is not supported for this trainer: LLaMA-Factory/);
});

test('what the given template refuses is not said to be refused by it', () => {
  const { stdout, status } = mask(
    lines({ messages: [user, { ...assistant, content: [{ type: 'text', text: 'hell' }] }] }),
  );
  assert.equal(status, 0);
  assert.match(
    stdout,
    /information mask-approximate: There is no mask: the given template rejects this row, so its length is unknown/,
  );
});

test('a row is shown with the words that it has no mask, and data have no counts of what is trained', () => {
  const data = lines({ messages: [user, assistant] });
  const shown = mask(data, '--row', '1').stdout;
  assert.match(shown, /^There is no mask: LLaMA-Factory writes prompts with its own templates/);
  assert.match(shown, /<\|im_start\|>assistant/);
  const [row = '', summary = ''] = mask(data, '--format', 'jsonl').stdout.split('\n');
  assert.deepEqual(Object.keys(JSON.parse(row).sequences[0]), ['tokens']);
  for (const key of ['trained', 'empty', 'answers', 'stops', 'kinds'])
    assert.equal(Object.hasOwn(JSON.parse(summary).summary, key), false, key);
});

test('a limit that the command line sets is what has to be raised', () => {
  assert.match(
    mask(lines({ messages: [user, assistant] }), '--max-length', '5').stdout,
    /mask-cut: .* remain\. Raise the maximum length, or split the row\.$/m,
  );
});
