/** The editor and the command line recognize the kind of a text in the same way: by its name, its beginning, and the chosen dialect. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { suite, test } from 'node:test';
import { openDocument } from '../../server/src/documents/document.ts';
import { type Sniffed, sniff } from '../../server/src/documents/sniff.ts';
import type { AnyDialectId } from '../../server/src/grammar/index.ts';
import { root } from '../support/root.ts';

const chat = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
const text = JSON.stringify({ text: '<|im_start|>user\nHi<|im_end|>' });
const wire = JSON.stringify([{ token: '<|im_start|>' }, 'user\nHi', { token: '<|im_end|>' }]);
const event = JSON.stringify({ type: 'message.start', role: 'assistant' });
const stream = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n';
const twice = (row: string) => `${row}\n${row}\n`;

const answers: readonly [what: string, path: string, head: string, chosen: AnyDialectId | undefined, answer: string][] =
  [
    ['text', 'a.txt', '<|im_start|>user\nHi<|im_end|>', undefined, 'text'],
    ['text in a chosen dialect', 'a.txt', 'Hi', 'harmony', 'text harmony'],
    ['an object', 'a.json', chat, undefined, 'json json messages messages'],
    ['rows', 'a.jsonl', twice(chat), undefined, 'json json messages messages lines'],
    ['rows without a name', '-', twice(chat), undefined, 'json json messages messages lines'],
    ['rows over several lines', 'a.jsonl', '{\n  "messages": []\n}', undefined, 'json json messages messages'],
    ['rows of a chosen dialect', 'a.jsonl', twice(chat), 'messages', 'json messages messages messages lines'],
    ['rows of texts', 'a.jsonl', twice(text), undefined, 'json json openchatml-0.1 text lines'],
    ['rows of texts in a chosen dialect', 'a.jsonl', twice(text), 'harmony', 'json json harmony text lines'],
    ['rows without texts in a dialect of text', 'a.jsonl', twice(chat), 'harmony', 'text harmony lines'],
    ['a list of token objects', '-', wire, undefined, 'json chatml-wire chatml-wire unknown'],
    ['a list of token objects on each line', 'a.jsonl', twice(wire), undefined, 'json json chatml-wire wire lines'],
    ['the same without a name', '-', twice(wire), undefined, 'json json chatml-wire wire lines'],
    ['the same in its dialect', 'a.jsonl', twice(wire), 'chatml-wire', 'json chatml-wire chatml-wire wire lines'],
    ['events', 'a.json', event, 'stream-event', 'json stream-event stream-event events lines'],
    ['a stream, whatever its name says', 'a.json', stream, undefined, 'stream'],
    ['a stream in a dialect of JSON', 'a.jsonl', stream, 'messages', 'stream'],
    ['nothing in a file for rows', 'a.jsonl', '', undefined, 'text lines'],
    ['a transcript that begins with a bracket', '-', '[Hi]<|im_end|>', undefined, 'text'],
    ['a transcript that begins with a call', '-', '{"text": "Hi"}<|call|>', undefined, 'text'],
    ['a transcript that begins with a call on a line of its own', '-', '{"text": "Hi"}\n<|call|>', undefined, 'text'],
    [
      'JSON whose tokens a broken quote frees',
      'a.json',
      `[{role":${chat}, "a<|end|>"}]`,
      undefined,
      'json json json unknown',
    ],
    ['the same without a name', '-', `[{role":${chat}, "a<|end|>"}]`, undefined, 'json json json unknown'],
    [
      'the same with a character in front',
      '-',
      `"${chat.slice(0, -1)}, "a": "<|end|>"}`,
      undefined,
      'json json json unknown',
    ],
    [
      'rows, one of which has a broken quote',
      'a.jsonl',
      `${chat}\n${chat}\n{"a"":"<|end|>"}`,
      undefined,
      'json json messages messages lines',
    ],
    ['a transcript in a file for rows', 'a.jsonl', '<|start|>user<|message|>Hi<|end|>', undefined, 'text lines'],
  ];

suite('what a text is', () => {
  for (const [what, path, head, chosen, answer] of answers)
    test(what, () => assert.equal(inWords(sniff(path, head, chosen)), answer));
});

suite('a document is opened as that', () => {
  for (const [what, path, head, chosen] of answers)
    test(what, () => {
      const sniffed = sniff(path, head, chosen);
      const document = openDocument(path, 'ocml', 0, head, chosen);
      const isJson = sniffed.language === 'json' && sniffed.texts === undefined;
      assert.equal('units' in document, isJson);
      if (isJson && 'lines' in document)
        assert.deepEqual([document.dialect, document.lines], [sniffed.dialect, sniffed.lines]);
    });
});

function inWords(sniffed: Sniffed): string {
  const { language, dialect, lines } = sniffed;
  const rest = sniffed.language === 'json' ? [sniffed.recognised, sniffed.shape] : [];
  return [language, dialect, ...rest, lines && 'lines'].filter(Boolean).join(' ');
}

test('only `documents/` looks at a text to find out what it is', () => {
  const folder = join(root, 'server/src');
  const elsewhere = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !file.startsWith('documents/') && file !== 'syntax/json/json-lines.ts')
    .filter((file) =>
      /\b(?:hasLines|shownJson|shapeOfLines)\(|\bjsonl\b[^'\n]*\/[a-z]*\.test\(/.test(
        readFileSync(join(folder, file), 'utf8'),
      ),
    );
  assert.deepEqual(elsewhere, ['grammar/json-files.ts'], 'these ask `sniff`, `sniffRows` or `isJsonFile`');
});
