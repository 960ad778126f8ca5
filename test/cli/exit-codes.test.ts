/**
 * Exit codes are the same for all commands: 0 if all is well, 1 if the input has a problem, 2 if the usage is wrong or a file cannot be
 * read.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { table } from '../../server/src/cli/table/index.ts';
import { ocml } from '../support/command.ts';
import { tokenizer } from '../support/tokenizer.ts';
import { createFolder } from './ocml.ts';

const folder = createFolder();
after(() => folder.remove());

const chat =
  'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|channel|>final<|message|>Hello.<|end|>\n';
const answer = '<|channel|>final<|message|>Hello.<|return|>';
const messages = '{"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}]}\n';
const stream = 'data: {"choices": [{"index": 0, "delta": {"content": "Hi"}, "finish_reason": "stop"}]}\n\n';
const utf16 = Buffer.from(`\uFEFF${chat}`, 'utf16le');
const notUtf8 = Buffer.concat([Buffer.from(chat), Buffer.of(0xc3, 0x28)]);
const wire = JSON.stringify([
  ...[{ token: '<|start|>' }, 'user', { token: '<|message|>' }, 'Hi', { token: '<|end_message|>' }],
]);
const fim = '<|fim_prefix|>a<|fim_suffix|>c<|fim_middle|>b';
const prompt = '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n';

type Row = readonly [code: 0 | 1 | 2, args: readonly string[], input?: string | Buffer];

/** Arguments and inputs of each command, with the expected exit code. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  check: [
    [0, ['-'], chat],
    [1, ['-'], '<|start|>usr<|message|>Hi'],
    [1, ['-'], utf16],
    [1, ['-'], notUtf8],
    [2, ['no-such-file']],
    [2, ['--rule', 'none=off']],
  ],
  explain: [
    [0, ['-'], answer],
    [1, ['-'], '<|channel|>final Hello.<|return|><|start|>usr'],
    [1, ['-'], ''],
    [1, ['-'], '\n'],
    [2, ['no-such-file']],
    [2, ['--choose', 'x']],
  ],
  report: [
    [0, ['-'], messages],
    [2, ['no-such-file']],
    [2, ['--merge', 'no-such-file']],
  ],
  rows: [
    [0, ['-'], messages],
    [0, ['--filter', 'nothing', '-'], messages],
    [2, ['--filter', 'a[?', '-'], messages],
    [2, ['--codes', 'none', '-'], messages],
    [2, ['--split', '90', '-'], messages],
    [2, ['no-such-file']],
  ],
  convert: [
    [0, ['--to', 'messages', '-'], chat],
    [1, ['--to', 'messages', '-'], 'name: a\n'],
    [1, ['--to', 'messages', '-'], utf16],
    [1, ['--to', 'messages', '-'], notUtf8],
    [1, ['--to', 'messages', '-'], 'data: [DONE]\n\n'],
    [2, ['--to', 'latin', '-'], chat],
    [2, ['--to', 'messages', 'no-such-file']],
  ],
  format: [
    [0, ['-'], chat],
    [1, ['--check', '-'], `<|start|>user  <|message|>Hi<|end|>\n`],
    [1, ['-'], utf16],
    [1, ['-'], notUtf8],
    [2, ['no-such-file']],
    [2, ['--write', '-'], chat],
  ],
  split: [
    [0, ['-'], 'a<|file_separator|>b'],
    [1, ['-'], stream],
    [1, ['-'], notUtf8],
    [2, ['no-such-file']],
    [2, ['--extension', '/']],
  ],
  join: [
    [0, ['CHAT', 'OTHER']],
    [1, ['SEPARATED', 'CHAT']],
    [1, ['UTF16', 'CHAT']],
    [2, ['no-such-file', 'CHAT']],
  ],
  fim: [
    [0, ['--apply', '-'], fim],
    [1, ['--apply', '-'], 'no task'],
    [1, ['--apply', '-'], stream],
    [1, ['--apply', '-'], utf16],
    [2, ['-'], fim],
    [2, ['--apply', 'no-such-file']],
  ],
  wire: [
    [0, ['--as', 'request', '-'], wire],
    [1, ['--as', 'request', '-'], 'Hi'],
    [1, ['--as', 'request', '-'], notUtf8],
    [2, ['-'], wire],
    [2, ['--as', 'request', 'no-such-file']],
  ],
  inspect: [
    [0, ['-'], chat],
    [1, ['-'], 'name: a\n'],
    [1, ['-'], 'data: [DONE]\n\n'],
    [2, ['no-such-file']],
    [2, ['--format', 'yaml', '-'], chat],
  ],
  stream: [
    [0, ['-'], `${answer.replace('<|channel|>', '<|start|>assistant<|channel|>')}`],
    [0, ['-'], stream],
    [1, ['-'], '<|start|>assistant<|channel|>final<|message|>Hel'],
    [1, ['-'], 'Hello'],
    [2, ['no-such-file']],
    [2, ['--dialect', 'latin', '-'], answer],
  ],
  truncate: [
    [0, ['--max-tokens', '999', '-'], chat],
    [1, ['--max-tokens', '1', '-'], chat],
    [1, ['--max-tokens', '999', '-'], stream],
    [1, ['--max-tokens', '999', '-'], utf16],
    [2, ['--max-tokens', 'x', '-'], chat],
    [2, ['--max-tokens', '9', 'no-such-file']],
  ],
  tokens: [
    [0, ['-'], chat],
    [1, ['--decode', '-'], 'Hello'],
    [1, ['-'], notUtf8],
    [1, ['-'], 'data: [DONE]\n\n'],
    [2, ['no-such-file']],
    [2, ['-o', 'x', '-'], chat],
  ],
  render: [
    [0, ['--as', 'text', '-'], chat],
    [0, ['--template', 'chatml', '-'], messages],
    [1, ['--template', 'chatml', '-'], messages + messages],
    [1, ['--template', 'chatml', '-'], '{"a": 1}'],
    [1, ['--template', 'chatml', '-'], 'name: a\n'],
    [1, ['--template', 'chatml', '-'], 'data: [DONE]\n\n'],
    [1, ['--template', 'chatml', '-'], utf16],
    [2, ['--template', 'no-such-template', '-'], messages],
    [2, ['--template', 'chatml', 'no-such-file']],
    [2, ['-'], chat],
  ],
  templates: [
    [0, []],
    [1, ['--check', 'TEMPLATE']],
    [2, ['--check', 'no-such-file']],
  ],
  import: [
    [0, ['--template', 'chatml', '-'], prompt],
    [1, ['--template', 'chatml', '-'], 'Hello'],
    [1, ['--template', 'chatml', '-'], utf16],
    [2, ['--template', 'none', '-'], prompt],
    [2, ['--template', 'chatml', 'no-such-file']],
  ],
  rules: [
    [0, []],
    [0, ['end-missing']],
    [2, ['no-such-rule']],
  ],
  mask: [
    [0, ['--tokenizer', 'TOKENIZER', '--template', 'TEMPLATE', '--rule', 'mask-stop=information', '-'], messages],
    [1, ['--tokenizer', 'TOKENIZER', '--template', 'TEMPLATE', '-'], '{"a": 1}\n'],
    [1, ['--tokenizer', 'TOKENIZER', '--template', 'TEMPLATE', '-'], '{"a": \n'],
    [2, ['--template', 'TEMPLATE', '-'], messages],
    [2, ['--tokenizer', 'TOKENIZER', '--template', 'TEMPLATE', 'no-such-file']],
  ],
  preview: [
    [2, ['-'], chat],
    [2, ['no-such-file']],
    [2, ['--port', '70000', '.']],
  ],
  lsp: [[2, ['--no-such-option']]],
  mcp: [
    [0, []],
    [2, ['no-such-folder']],
  ],
  sessions: [
    [0, ['--limit', '1']],
    [1, ['no-such-session']],
    [2, ['--agent', 'nobody']],
  ],
  completion: [
    [0, ['bash']],
    [2, ['cmd']],
  ],
};

const files: Readonly<Record<string, string | Buffer>> = {
  CHAT: chat,
  OTHER: messages,
  SEPARATED: 'a<|file_separator|>b',
  UTF16: utf16,
  TOKENIZER: JSON.stringify(tokenizer),
  TEMPLATE: '{% for m in messages %}{{ m.content }}{% endfor %}',
};

mkdirSync(folder.path, { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);

for (const [name, row] of Object.entries(table))
  suite(name, () => {
    const facts = rows[name] ?? [];
    for (const [code, args, input = ''] of facts) {
      const about =
        input === utf16 ? 'UTF-16' : input === notUtf8 ? 'not UTF-8' : JSON.stringify(String(input).slice(0, 40));
      test(`${code}: ${args.join(' ')} of ${about}`, () => {
        const given = args.map((one) => (Object.hasOwn(files, one) ? join(folder.path, one) : one));
        const { status, stderr } = ocml([name, ...given], { input });
        assert.equal(status, code, stderr);
        if (code === 2) assert.notEqual(stderr, '');
      });
    }

    test('its help says what each code means', () => {
      const codes = new Set(facts.map(([code]) => code));
      assert.deepEqual(
        [codes.has(0) || name === 'lsp' || name === 'preview', codes.has(1), codes.has(2)],
        [true, row.exit[1] !== undefined, true],
      );
    });
  });
