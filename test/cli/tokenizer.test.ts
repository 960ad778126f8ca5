/** Counts tokens with the user's own `tokenizer.json`, which may have any content. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { whole } from '../support/effort.ts';
import { tokenizer } from '../support/tokenizer.ts';
import { createFolder } from './ocml.ts';

const chat = '<|im_start|>user\nhello world 😀<|im_end|>\n<|im_sep|>';
const folder = createFolder({ 'tokenizer.json': JSON.stringify(tokenizer), 'a.ocml': chat, 'empty.json': '[]' });
after(() => folder.remove());
const ocml = (...args: string[]) => folder.ocml('tokens', '--tokenizer', 'tokenizer.json', ...args);

suite('--tokenizer', () => {
  test('encodes and decodes', () => {
    const { stdout } = ocml('--encode', 'a.ocml');
    const ids = JSON.parse(stdout) as number[];
    assert.equal(ids[0], 261);
    assert.ok(ids.includes(259) && ids.includes(260));
    folder.write({ 'ids.json': stdout });
    assert.equal(ocml('--decode', 'ids.json').stdout, chat);
  });

  test('says what is left out of a document that is too long', () => {
    const turn = (said: string) => `<|im_start|>user\n${said}<|im_end|>\n<|im_start|>assistant\nhello<|im_end|>\n`;
    folder.write({ 'long.ocml': turn('hello world '.repeat(20)) + turn('hello') });
    const left = (...args: string[]) => folder.ocml('truncate', '--max-tokens', '150', ...args, 'long.ocml');
    const { status, stdout } = left('--tokenizer', 'tokenizer.json');
    // The oldest question, which is the long one, is dropped with its answer.
    assert.deepEqual([status, stdout], [0, turn('hello')]);
    // With another vocabulary, the whole document has few enough tokens.
    assert.ok(left().stdout.includes('hello world'));
    assert.equal(left('--tokenizer', 'tokenizer.json', '--encoding', 'o200k_base').status, 2);
  });

  test('is a file, or the folder of the model', () => {
    folder.write({ 'model/tokenizer.json': JSON.stringify(tokenizer), 'empty/README.md': '' });
    const inFolder = folder.ocml('tokens', '--tokenizer', 'model', 'a.ocml');
    assert.equal(inFolder.stdout, ocml('a.ocml').stdout.replace('with tokenizer.json', 'with model/tokenizer.json'));
    const { status, stderr } = folder.ocml('tokens', '--tokenizer', 'empty', 'a.ocml');
    assert.deepEqual([status, stderr], [2, 'ocml tokens: --tokenizer empty/tokenizer.json: no such file\n']);
  });

  test('no numbers are not text', () => {
    const { status, stdout, stderr } = ocml('--decode', 'empty.json');
    assert.deepEqual([status, stdout, stderr], [0, '', '']);
  });

  test('a number that is not one of it is named', () => {
    folder.write({ 'ids.json': '[1, 999999]' });
    const { status, stderr } = ocml('--decode', 'ids.json');
    assert.equal(status, 2);
    assert.match(stderr, /999999, at position 2, is not a token id of this tokenizer/);
  });

  test('counts, and says which markers are several tokens', () => {
    const { stdout } = ocml('a.ocml');
    assert.match(
      stdout,
      /in total, with tokenizer\.json\nMarkers that this tokenizer does not know.*:\n +10 {2}<\|im_sep\|>\n$/,
    );
    const { total, markers } = JSON.parse(ocml('--format', 'json', 'a.ocml').stdout);
    assert.deepEqual(markers, { '<|im_end|>': 1, '<|im_sep|>': 10, '<|im_start|>': 1 });
    assert.equal(total, JSON.parse(ocml('--encode', 'a.ocml').stdout).length);
  });

  test('a long run of letters takes no longer than other text', { timeout: 60_000 }, () => {
    folder.write({ 'long.ocml': `<|im_start|>user\n${'hello'.repeat(80_000)}<|im_end|>\n` });
    const { total } = JSON.parse(ocml('--format', 'json', 'long.ocml').stdout);
    // The tokenizer cuts the text every thousand letters, possibly within a word, so the number of tokens is not exact.
    assert.ok(total >= 80_008 && total < 82_000, String(total));
  });
});

test('a byte-order mark is not a part of it', () => {
  folder.write({ 'marked.json': `\ufeff${JSON.stringify(tokenizer)}` });
  const { status, stdout } = folder.ocml('tokens', '--tokenizer', 'marked.json', '--encode', 'a.ocml');
  assert.deepEqual([status, stdout], [0, ocml('--encode', 'a.ocml').stdout]);
});

suite('text that the vocabulary lacks', () => {
  const vocab = Object.fromEntries(Object.entries(tokenizer.model.vocab).filter(([word]) => word !== 'ð'));
  const lacking = JSON.stringify({ ...tokenizer, model: { ...tokenizer.model, vocab } });
  for (const command of [['tokens'], ['tokens', '--encode'], ['truncate', '--max-tokens', '3']]) {
    test(command.join(' '), () => {
      folder.write({ 'lacking.json': lacking });
      const { status, stdout, stderr } = folder.ocml(...command, '--tokenizer', 'lacking.json', 'a.ocml');
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, /a\.ocml:2:13: --tokenizer lacking\.json: its vocabulary has no id for "😀" \(U\+1F600\)/);
    });
  }
});

suite('a tokenizer of a stranger', () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`;
  const changed = (part: object) => JSON.stringify({ ...tokenizer, ...part });
  const hostile: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
    nothing: ['', /it is not JSON/],
    'another file': ['{"name":"x"}', /it is not a tokenizer\.json: it has no `model`/],
    'no words': [changed({ model: { type: 'BPE', vocab: {}, merges: [] } }), /its vocabulary is empty/],
    'a number like a hole': [
      changed({ model: { ...tokenizer.model, vocab: { a: 4e9 } } }),
      /4000000000 is not a token id/,
    ],
    'a fraction': [changed({ added_tokens: [{ id: 0.5, content: 'x' }] }), /0\.5 is not a token id/],
    'an empty token': [changed({ added_tokens: [{ id: 1, content: '' }] }), /an added token has no text/],
    'parts in parts': [
      changed({}).replace('"normalizer":null', `"normalizer":${deep(5000)}`),
      /its `normalizer` is nested too deeply/,
    ],
    'many parts': [changed({ pre_tokenizer: Array(60_000).fill(0) }), /its `pre_tokenizer` .*has too many parts/],
  };
  for (const [what, [text, message]] of Object.entries(hostile)) {
    test(what, () => {
      folder.write({ 'hostile.json': text });
      const { status, stdout, stderr } = folder.ocml('tokens', '--tokenizer', 'hostile.json', 'a.ocml');
      assert.deepEqual([status, stdout], [2, ''], stderr);
      assert.match(stderr, message);
    });
  }

  test('an expression that takes forever is stopped', {
    timeout: 110_000,
    skip: !whole && 'it takes twenty seconds',
  }, () => {
    const split = { type: 'Split', pattern: { Regex: '(x+x+)+y' }, behavior: 'Isolated', invert: false };
    folder.write({ 'hostile.json': changed({ pre_tokenizer: split }), 'x.ocml': 'x'.repeat(900) });
    const { status, stderr } = folder.ocml('tokens', '--tokenizer', 'hostile.json', 'x.ocml');
    assert.equal(status, 2);
    assert.match(
      stderr,
      /its `pre_tokenizer` \(Split\) needs more than \d+ seconds for this text, probably because of a slow regular expression/,
    );
  });
});

test('where another vocabulary is nearer to the models of a format, that is said', () => {
  const { stdout, stderr } = folder.ocml('tokens', 'a.ocml');
  assert.match(stdout, /in total, with o200k_harmony/);
  assert.match(stderr, /^ocml tokens: counted with o200k_harmony, but .* --encoding cl100k_base/);
  assert.equal(folder.ocml('tokens', '--encoding', 'cl100k_base', 'a.ocml').stderr, '');
});
