// The library as a program uses it. The parser, the checker and the views have their own tests.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import {
  convert,
  dialects,
  explain,
  open,
  parse,
  render,
  stream,
  transcriptTransform,
} from '../../server/src/library/index.ts';
import { root } from '../support/root.ts';

const harmony =
  '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>analysis<|message|>Secret.<|end|>' +
  '<|start|>assistant<|channel|>final<|message|>Hello<|return|>';

suite('edits', () => {
  const stale: readonly [string, Parameters<ReturnType<typeof open>['edit']>][] = [
    ['beyond the end', [[{ start: 0, end: 1000, text: '' }]]],
    ['backwards', [[{ start: 3, end: 2, text: '' }]]],
    ['a fraction', [[{ start: 0.5, end: 1, text: '' }]]],
    [
      'a line that is not there',
      [[{ range: { start: { line: 7, character: 0 }, end: { line: 7, character: 0 } }, text: '' }]],
    ],
    [
      'a character that is not there',
      [[{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 9999 } }, text: '' }]],
    ],
    [
      'the second of two',
      [
        [
          { start: 0, end: 5, text: '' },
          { start: 0, end: harmony.length, text: '' },
        ],
      ],
    ],
    ['another version', [[{ start: 0, end: 1, text: '' }], 7]],
    ['no text', [[{ start: 0, end: 1 } as unknown as { text: string }]]],
  ];
  for (const [name, args] of stale)
    test(`${name}: an error, and the text stays as it was`, () => {
      for (const document of [open(harmony), parse(harmony)]) {
        assert.throws(() => document.edit(...args), /RangeError|TypeError/);
        assert.equal(document.text, harmony);
        assert.equal(document.version, 0);
      }
    });

  test('offsets may be between the characters of a line break', () => {
    const document = open('a\r\nb');
    document.edit([{ start: 2, end: 3, text: '' }]);
    assert.equal(document.text, 'a\rb');
  });

  test('several count from what those before them leave, and are one version', () => {
    const document = open('');
    document.edit([{ text: 'abc' }, { start: 0, end: 1, text: '' }, { start: 1, end: 2, text: 'd' }], 0);
    assert.deepEqual([document.text, document.version], ['bd', 1]);
  });

  test('a text that becomes JSON is read as JSON', () => {
    const document = open('');
    document.edit([{ text: '{"messages": [{"role": "user", "content": "Hi"}]}' }]);
    assert.deepEqual([document.dialect, document.shape, document.version], ['messages', 'messages', 1]);
    assert.deepEqual(
      document
        .problems()
        .map(({ code }) => code)
        .filter((code) => code.startsWith('E-')),
      [],
    );
  });

  test('a problem of an earlier version has no fixes', () => {
    const document = open(harmony.replace('final', 'finl'));
    const [problem] = document.problems();
    assert.ok(problem && document.fixes(problem).length > 0);
    document.edit([{ start: 0, end: 0, text: ' ' }]);
    assert.throws(() => document.fixes(problem), /current version/);
  });
});

suite('what users see', () => {
  test('is the answer, and not the thought', () => {
    const document = open(harmony);
    assert.deepEqual(
      document.userView().map(({ text }) => text),
      ['Hi', 'Hello'],
    );
    assert.doesNotMatch(document.toText(), /Secret/);
    assert.deepEqual(
      document.messages().map(({ visible }) => visible),
      [true, false, true],
    );
    assert.deepEqual(parse(harmony).messages(), document.messages());
  });

  test('with what is hidden, each message says so', () => {
    assert.deepEqual(
      open(harmony)
        .userView({ hidden: true })
        .map(({ text, hidden }) => [text, hidden]),
      [
        ['Hi', false],
        ['Secret.', true],
        ['Hello', false],
      ],
    );
  });

  test('of a stream is the answer, however it is cut', async () => {
    for (let size = 1; size < 20; size++) {
      const { push, end } = stream();
      const pieces = harmony.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const events = [...pieces.flatMap((piece) => push(piece)), ...end().events];
      assert.equal(events.map(({ delta = '' }) => delta).join(''), 'Hello');
    }
    const whole = new Blob([harmony]).stream() as ReadableStream<Uint8Array>;
    const transformed = whole.pipeThrough(transcriptTransform());
    let text = '';
    for await (const { delta = '' } of transformed as unknown as AsyncIterable<{ delta?: string }>) text += delta;
    assert.equal(text, 'Hello');
  });
});

test('every dialect that it names is one', () => {
  for (const dialect of dialects) assert.equal(open('', { dialect }).messages().length, 0, dialect);
  assert.throws(
    () => open('', { dialect: 'latin' }),
    /There is no dialect latin\. The known dialects are openchatml-2\.2, /,
  );
});

test('a conversion says what is lost, and what cannot be written', () => {
  const { value, notes } = convert(harmony, { to: 'messages', public: true });
  assert.doesNotMatch(JSON.stringify(value), /Secret/);
  assert.deepEqual(
    notes.filter(({ kind }) => kind === 'refused'),
    [],
  );
  assert.throws(() => convert(harmony, { to: 'latin' }), /There is no format latin/);
  assert.equal(convert('prose', { to: 'harmony' }).notes[0]?.kind, 'refused');
});

test('a template is Jinja, or has a name; what is no conversation is not taken', () => {
  const messages = [{ role: 'user', content: 'Hi' }];
  assert.equal(
    render('{% for m in messages %}{{ m.content }}{% endfor %}{{ x }}', { messages }, { variables: { x: 1 } }).text,
    'Hi1',
  );
  assert.equal(render('chatml', messages, { generationPrompt: false }).text, '<|im_start|>user\nHi<|im_end|>');
  assert.match(render('gemma', messages).text, /<start_of_turn>user\nHi/);
  assert.throws(() => render('chatml', {} as never), TypeError);
});

test('an explanation has a cause, a remedy and a repair', () => {
  const { accepted, cause, remedy, repaired } = explain('<|channel|>final <|constrain|>json<|mesage|>{}<|return|>', {
    parser: 'harmony',
  });
  assert.equal(accepted, false);
  assert.ok(cause && remedy && repaired);
});

test('what is not a text, and a parser that there is not, are refused by name', () => {
  const messages = [{ role: 'user', content: 'Hi' }] as unknown as string;
  for (const take of [open, parse, explain])
    assert.throws(
      () => take(messages),
      /^TypeError: `\w+` takes a string, not object\. To pass messages, convert them with `JSON\.stringify`/,
    );
  assert.throws(
    () => explain(harmony, { parser: 'qwen' }),
    /There is no parser qwen\. The known parsers are harmony, /,
  );
  assert.equal(explain('<tool_call>\n{}\n</tool_call>', { parser: 'qwen3_coder' }).parser.name, 'qwen3');
});

test('the example of the page corrects what it says is wrong', () => {
  const page = readFileSync(join(root, 'docs/library.md'), 'utf8');
  const [, text = ''] = /open\('(.+)'\)/.exec(page) ?? [];
  const [, start, end, better = ''] = /start: (\d+), end: (\d+), text: '(\w+)'/.exec(page) ?? [];
  const document = open(text);
  const [problem] = document.problems();
  assert.deepEqual([problem?.start, problem?.end], [Number(start), Number(end)]);
  document.edit([{ start: Number(start), end: Number(end), text: better }]);
  assert.deepEqual(document.problems(), []);
});
