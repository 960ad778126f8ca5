/**
 * Text of a stranger in names, keys and messages must not have effects in a terminal or a CI system. It is escaped in every format, on
 * standard output and standard error. JSON keeps the text, but uses its own escapes.
 */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import fc from 'fast-check';
import '../support/seeded.ts';
import { type Output, rendered } from '../../server/src/cli/output.ts';
import { printable, printableJson } from '../../server/src/syntax/printable.ts';
import { createFolder } from '../cli/ocml.ts';

/** Matches the characters that are dangerous. Line feeds are not included because lines end with them. */
const characters =
  /[\0-\t\v-\x1f\x7f-\x9f\xad\u061c\u115f\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;
/** Matches lines that CI systems read as commands: those of GitHub and Azure Pipelines, in their old and new syntax, and those of TeamCity. */
const command = /^\s*::|##(?:vso|teamcity|section)?\[/i;
const annotation = /^::(?:error|warning|notice) file=[^:,]*,line=\d+,col=\d+,endLine=\d+,endColumn=\d+,title=[\w-]+::/;

function assertHarmless(output: string, what: string): void {
  assert.doesNotMatch(output, characters, what);
  for (const line of output.split('\n')) {
    if (!annotation.test(line)) assert.doesNotMatch(line, command, `${what}: ${line}`);
    else assert.doesNotMatch(line, /##\w*\[/, `${what}: ${line}`);
  }
}

const hostile = [
  '\n::error::PWNED',
  '\r\n ::set-env name=A::B',
  '\n##[error]PWNED',
  '##vso[task.setvariable variable=a]b',
  "##teamcity[buildStatus text='b']",
  '###[x]',
  '\x1b]0;title\x07\x1b[2J\x1b[31mred',
  '\x9b31m\x90q\x85',
  '\u202egpj.exe\u2066\u2069\u200e\u200f\u061c',
  'a\u200bb\u200cc\u200dd\u2060e\ufefff\u00ad',
  '\u{e0041}\u{e0042}\u{e0100}',
  '\u2028::error::PWNED\u2029',
  '\b\b\b\x7f\0',
  '%0A::error::PWNED,line=1::x',
];

test('whatever it is, in whatever output', () => {
  const text = fc.oneof(
    fc.constantFrom(...hostile),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[\s:#[\]a-z]*$/),
  );
  const line = fc.oneof(
    text,
    fc.record({
      command: fc.constant('error' as const),
      properties: fc.record({ file: text, line: fc.nat() }),
      message: text,
    }),
  );
  const json = fc.oneof(text, fc.json()).map((value) => ({ json: JSON.stringify({ [value]: [value] }, null, 2) }));
  fc.assert(
    fc.property(fc.oneof(fc.array(line), json), (output: Output) => {
      const written = rendered(output);
      assert.doesNotMatch(written, characters);
      const lines = written.split('\n');
      if ('json' in output) {
        assert.deepEqual(JSON.parse(written), JSON.parse(output.json));
        return assertHarmless(written, 'JSON');
      }
      // The output has exactly as many lines as intended, and a command only where it was intended.
      assert.equal(lines.length, output.length + 1);
      output.forEach((one, i) => {
        const [first = ''] = /^::error file=[^:,]*,line=\d+::/.exec(lines[i] ?? '') ?? [];
        assert.equal(first !== '', typeof one !== 'string', lines[i]);
        assert.doesNotMatch((lines[i] ?? '').slice(first.length), first === '' ? command : /##\w*\[/);
      });
    }),
    { numRuns: 2000 },
  );
});

test('what can be seen stays as it is', () => {
  const text = 'Grüße, 世界! `a` "b" 👩🏽 ❤️ שלום\u00a0|<>&%: #[x] ## [y] a::b';
  assert.equal(printable(text), text);
  assert.equal(printableJson(JSON.stringify([text])), JSON.stringify([text]));
  assert.equal(rendered([text]), `${text}\n`);
  assert.equal(printable('a\tb\nc\r\x1b\u202e\u{e0041}'), 'a\\tb\\nc\\r\\x1b\\u{202e}\\u{e0041}');
  assert.equal(printableJson('[\n"\x7f\u202e\u{e0041}"\n]'), '[\n"\\u007f\\u202e\\udb40\\udc41"\n]');
});

/** Documents with problems whose messages quote the text: in bodies, headers, 0.1, and all kinds of JSON. */
const documents: readonly (readonly [ending: string, text: (words: string) => string])[] = [
  ['ocml', (words) => `version: 2.2\n<|start|>assistant intent=${words} x${words}=1 to=${words}<|message|>Hi<|end|>\n`],
  [
    'ocml',
    (words) =>
      `version: 2.2\nlint: {${JSON.stringify(words)}: off}\n${JSON.stringify(words)}: 1\n<|start|>usr${words}<|message|>Hi<|end|>\n`,
  ],
  ['ocml', (words) => `<|im_start|>usr name=${words}\nHi<|im_end|>\n<|im_start|>${words}\nHi<|im_end|>\n`],
  [
    'ocml.json',
    (words) => JSON.stringify({ messages: [{ role: words, channel: words, intent: words, [words]: 1, content: 1 }] }),
  ],
  [
    'single.ocml.json',
    (words) => JSON.stringify([{ role: 'assistant', channel: 'final', intent: words, content: 'a' }]),
  ],
  [
    'messages.json',
    (words) =>
      JSON.stringify([
        { role: words, content: words, [words]: 1 },
        { role: 'assistant', tool_calls: [{ [words]: words }] },
      ]),
  ],
  ['messages.jsonl', (words) => `${JSON.stringify([{ role: words, content: '<|im_end|>' }])}\n{"role": "${words}"\n`],
  ['chatml.json', (words) => JSON.stringify([{ token: words }, words, { token: '<|message|>' }, words, 1])],
  ['stream.jsonl', (words) => `${JSON.stringify({ event: words, type: words, [words]: 1 })}\n`],
  ['json', (words) => `{"role": ${words}`],
];

suite('the command line', { skip: process.platform === 'win32' }, () => {
  const folder = createFolder();
  after(folder.remove);
  hostile.forEach((words, i) => {
    for (const [ending, text] of documents) {
      // A file name cannot contain a slash or NUL.
      const name = `${words.replaceAll(/[\0/]/g, '')}-${documents.findIndex((one) => one[1] === text)}.${ending}`;
      folder.write({ [`${i}/${name}`]: text(words), [`${i}/::error::${name}`]: text(words) });
    }
    const key = JSON.stringify(words);
    folder.write({
      [`${i}/.ocmlrc.json`]: `{${key}: 1, "dialect": ${key}, "rules": {${key}: "off"}, "overrides": [{"files": [${JSON.stringify(`{${words}`)}]}]}`,
    });
  });

  for (const format of ['text', 'github', 'json', 'sarif']) {
    test(format, () => {
      const { status, stdout, stderr } = folder.ocml(
        'check',
        '--strict',
        '--format',
        format,
        '.',
        ...hostile.map((words) => `none/${words.replaceAll('\0', '')}`),
      );
      assert.equal(status, 2);
      assert.ok((stdout.match(/intent-unknown/g) ?? []).length >= 2 * hostile.length);
      assert.ok(stderr.split('\n').length > 4 * hostile.length, stderr);
      assertHarmless(stdout, 'stdout');
      assertHarmless(stderr, 'stderr');
      if (format !== 'json' && format !== 'sarif') return;
      const found = JSON.stringify(JSON.parse(stdout));
      for (const words of hostile.slice(0, -1)) assert.ok(found.includes(JSON.stringify(words).slice(1, -1)), words);
    });
  }

  test('what is wrong with the arguments', () => {
    for (const words of [hostile.join('').replaceAll('\0', ''), '::error::PWNED']) {
      for (const args of [
        [words],
        [`--${words}`],
        [`-${words}`],
        ['--format', words],
        ['--dialect', words],
        ['--rule', words],
        ['--rule', `stray-text=${words}`],
        ['--max-warnings', words],
        ['--config', words],
        [`!${words}[`],
      ]) {
        const { status, stdout, stderr } = folder.ocml('check', ...args);
        assert.equal(status, 2);
        assert.equal(stdout, '');
        assert.match(stderr, /^ocml check: .*\n$/);
        assertHarmless(stderr, args.join(' '));
      }
    }
  });
});
