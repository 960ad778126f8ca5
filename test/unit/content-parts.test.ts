/** Content parts that are not text are read, kept, and labeled by their kind. Their type is checked. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openDocument } from '../../server/src/documents/document.ts';
import { jsonFeatures } from '../../server/src/features/json/features.ts';
import type { UserView } from '../../server/src/features/user-view.ts';
import { partTypes } from '../../server/src/grammar/content-parts.ts';
import type { JsonDocument } from '../../server/src/syntax/json/document.ts';
import { check, summary } from '../support/check.ts';

const open = (text: string) => openDocument('test:', 'json', 1, text, 'messages') as JsonDocument;
const ask = (document: JsonDocument, method: string, params: object = {}) =>
  jsonFeatures[method]?.(document, { textDocument: { uri: document.uri }, ...params }, () => ({
    strict: false,
    levels: {},
  }));
const seen = (value: unknown) => {
  const { messages } = ask(open(JSON.stringify(value)), 'ocml/userView') as UserView;
  return messages.map(({ role, text }) => `${role}: ${text}`);
};
const said = (...content: unknown[]) => [{ role: 'user', content }];

suite('what users see', () => {
  test('a label in the place of what is not text, in its order', () => {
    const content = said(
      { type: 'text', text: 'Which pea is this?' },
      { type: 'image_url', image_url: { url: 'https://example.org/pea.png' } },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
      { type: 'video', video: 'pea.mp4' },
      { type: 'document', source: { type: 'url', url: 'https://example.org/pea.pdf' } },
      { type: 'input_text', text: 'And this?' },
    );
    assert.deepEqual(seen(content), [
      'user: Which pea is this?\n\n[image]\n\n[audio]\n\n[video]\n\n[file]\n\nAnd this?',
    ]);
  });

  test('an image alone', () => {
    assert.deepEqual(seen(said({ type: 'image' })), ['user: [image]']);
  });

  test('nothing of an unknown type, of one that says two, or of what is marked as hidden', () => {
    assert.deepEqual(seen(said({ type: 'hologram', text: 'SECRET' }, { type: 'text', text: 'Hi' })), ['user: Hi']);
    assert.deepEqual(seen(said({ type: 'image', thought: true }, { type: 'text', text: 'Hi' })), ['user: Hi']);
    const { messages } = ask(
      open('[{"role":"user","content":[{"type":"image","type":"thinking","text":"SECRET"}]}]'),
      'ocml/userView',
    ) as UserView;
    assert.deepEqual(messages, []);
  });
});

test('the outline has the label', () => {
  const [symbol] = ask(open(JSON.stringify(said({ type: 'image' }))), 'textDocument/documentSymbol') as {
    name: string;
    detail: string;
  }[];
  assert.deepEqual([symbol?.name, symbol?.detail], ['Turn 1', '[image]']);
});

test('a hover on a type says what it is', () => {
  const text = JSON.stringify(said({ type: 'image_url', image_url: { url: 'x', type: 'image' } }));
  const hover = (word: string, from = 0) => {
    const document = open(text);
    const position = document.positionAt(text.indexOf(word, from) + 2);
    return (ask(document, 'textDocument/hover', { position }) as { contents: { value: string } } | null)?.contents
      .value;
  };
  assert.match(hover('"image_url"') ?? '', /image_url.*type of content part[^]*Nothing is loaded/);
  assert.equal(hover('"image"'), undefined);
});

suite('the type is checked', () => {
  const levels = (value: unknown) =>
    check(JSON.stringify(value), { dialect: 'messages' }).map(({ code, severity, data }) => [
      code,
      severity,
      data?.suggestion,
    ]);

  test('every known one is right in a list, unless its reader is chosen and does not know it', () => {
    for (const { name } of partTypes) {
      if (/tool|call/.test(name)) continue;
      const text = JSON.stringify(said({ type: name, text: 'Hi' }));
      assert.deepEqual(summary(text, { dialect: 'messages' }), [], name);
      assert.deepEqual(summary(text, { dialect: 'messages', profile: 'template' }), [], name);
      for (const profile of ['openai', 'anthropic'] as const)
        for (const problem of summary(text, { dialect: 'messages', profile }))
          assert.match(problem, /^profile-rejects /);
    }
  });

  test('a near miss is a warning on the word; what nobody knows yet is information', () => {
    const near = said({ type: 'image-url', image_url: {} });
    assert.deepEqual(summary(JSON.stringify(near), { dialect: 'messages' }), ['template-content-type «"image-url"»']);
    assert.deepEqual(levels(near), [['template-content-type', 'warning', 'image_url']]);
    assert.deepEqual(levels(said({ type: 'hologram' })), [['template-content-type', 'information', undefined]]);
  });
});
