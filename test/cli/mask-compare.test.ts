/** `ocml mask --compare` is run with a Python that has a fake `transformers`, and with the real one if it is installed. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { inProcess } from '../support/command.ts';
import { noPython, noTransformers } from '../support/python.ts';
import { tokenizer } from '../support/tokenizer.ts';
import { createFolder } from './ocml.ts';

const tagged = `{%- for m in messages %}{{- '<|im_start|>' + m.role + '\\n' }}
{%- if m.role == 'assistant' %}{% generation %}{{ m.content + '<|im_end|>' }}{% endgeneration %}{{ '\\n' }}
{%- else %}{{ m.content + '<|im_end|>\\n' }}{% endif %}{% endfor %}`;
const row = (question: string, answer: string) =>
  `${JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  })}\n`;

/** A module with the only class that is used. For each question, the class returns the answer that a file contains. */
const fake = `import json, os
class PreTrainedTokenizerFast:
    def __init__(self, tokenizer_file, **tokens):
        assert os.path.exists(tokenizer_file) and tokens["eos_token"] == "<|im_end|>"
        self.answers = json.load(open(os.path.join(os.path.dirname(__file__), "answers.json")))
    def apply_chat_template(self, messages, tools, tokenize, return_dict, return_assistant_tokens_mask):
        assert "generation" in self.chat_template
        answer = self.answers[messages[0]["content"]]
        if "error" in answer: raise ValueError(answer["error"])
        return answer
`;

const folder = createFolder({
  'model/tokenizer.json': JSON.stringify(tokenizer),
  'model/tokenizer_config.json': JSON.stringify({ eos_token: '<|im_end|>' }),
  'tagged.jinja': tagged,
  'rows.jsonl': row('hello', 'hell') + row('he', 'hello hello'),
  'fake/transformers.py': fake,
  'empty/transformers.py': 'raise ImportError("none")',
  'json.py': 'open("ran", "w").write("json")',
});
after(() => folder.remove());

const args = ['rows.jsonl', '--tokenizer', 'model', '--template', 'tagged.jinja'];
const compare = (modules: string, ...more: readonly string[]) =>
  inProcess(['mask', ...args, '--compare', ...more], {
    cwd: folder.path,
    env: { ...process.env, PYTHONPATH: join(folder.path, modules) },
  });

/** Returns the ids and masks that `ocml mask` computes for both rows. */
function ours(): { input_ids: number[]; assistant_masks: number[] }[] {
  const { stdout } = folder.ocml('mask', ...args, '--option', 'assistant_only_loss=true', '--labels', '-');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ input_ids, labels }) => ({ input_ids, assistant_masks: labels.map((one: number) => Number(one >= 0)) }));
}

suite('with a module of the test', { skip: noPython }, () => {
  const [hello, he] = ours() as [ReturnType<typeof ours>[0], ReturnType<typeof ours>[0]];
  const answered = (first: object, second: object) =>
    folder.write({ 'fake/answers.json': JSON.stringify({ hello: first, he: second }) });

  test('what is the same is counted', () => {
    answered(hello, he);
    assert.deepEqual(compare('fake'), {
      status: 0,
      stdout: '2 of 2 rows have the same tokens and the same mask as with transformers\n',
      stderr: '',
    });
  });

  test('the first difference of a row is shown, of the mask or of the tokens', () => {
    const at = he.assistant_masks.indexOf(1);
    const mask = he.assistant_masks.map((one, i) => (i === at ? 0 : one));
    answered({ ...hello, input_ids: hello.input_ids.slice(0, -1) }, { ...he, assistant_masks: mask });
    const { status, stdout } = compare('fake');
    assert.equal(status, 1);
    const length = hello.input_ids.length;
    assert.match(
      stdout,
      new RegExp(`^rows\\.jsonl:1: token ${length} is "\\\\n" \\(\\d+\\) in ocml, but nothing in transformers$`, 'm'),
    );
    assert.match(
      stdout,
      new RegExp(
        `^rows\\.jsonl:2: token ${at + 1}, ".*" \\(\\d+\\), is trained in ocml, but not in transformers$`,
        'm',
      ),
    );
    assert.match(stdout, /^0 of 2 rows/m);
  });

  test('a row that only one of them refuses differs', () => {
    answered(hello, { error: 'no' });
    assert.match(compare('fake').stdout, /^rows\.jsonl:2: transformers rejects this row: ValueError: no$/m);
  });

  test('nothing in the folder is run', () => {
    answered(hello, he);
    compare('fake');
    assert.ok(!existsSync(join(folder.path, 'ran')));
  });

  test('without it, that is said', () => {
    const { status, stderr } = compare('empty');
    assert.equal(status, 2);
    assert.match(
      stderr,
      /^ocml mask: --compare needs Python with transformers, but transformers is not installed for .*$/m,
    );
  });
});

test('with the real one', { skip: noTransformers }, () => {
  const { status, stdout } = inProcess(['mask', ...args, '--compare'], { cwd: folder.path });
  assert.equal(status, 0, stdout);
});
