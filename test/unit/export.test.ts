/** Transcripts exported as text, Markdown and HTML never contain what users do not see, in any family and form of JSON. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { allowedElements } from '../../protocol/allowed-elements.ts';
import { openDocument } from '../../server/src/documents/document.ts';
import { type ExportOptions, exported, exportForms, whyNotShown } from '../../server/src/features/export/index.ts';
import { userView } from '../../server/src/features/user-view.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { jsonSubjects } from '../attack/leaks/json-subjects.ts';
import { textSubjects } from '../attack/leaks/text-subjects.ts';
import { openText } from '../attack/leaks/views.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { samples } from './random-edits.ts';

const forms = Object.keys(exportForms) as (keyof typeof exportForms)[];
const whole = (document: Parameters<typeof exported>[0], options: Partial<ExportOptions> = {}) =>
  [...exported(document, { as: 'text', debug: false, ...options })].join('');

const subjects = [...textSubjects, ...jsonSubjects];

suite('a word of its own in every hidden place', () => {
  for (const group of new Set(subjects.map((one) => one.group))) {
    test(group, () => {
      for (const one of subjects.filter((subject) => subject.group === group)) {
        const document = openText(one);
        for (const as of forms) {
          const [seen, all] = [whole(document, { as }), whole(document, { as, debug: true })];
          for (const { word, place } of one.hidden) assert.ok(!seen.includes(word), `${one.name}, ${as}: ${place}`);
          for (const { word, place } of one.shown) assert.ok(seen.includes(word), `${one.name}, ${as}: ${place}`);
          for (const { word, mark, place } of one.hidden)
            if (mark === 'HIDE') assert.ok(all.includes(word), `${one.name}, ${as}, debug: ${place}`);
          assert.ok(all.includes('it contains text that end users must not see'));
          assert.ok(!seen.includes('it contains text that end users must not see'));
        }
        const one_channel = whole(document, { channel: 'final' });
        for (const { word } of one.hidden) assert.ok(!one_channel.includes(word), one.name);
      }
    });
  }
});

test('of any document, a user reads what the preview shows, and nothing else', () => {
  const indented = (text: string) => text.replace(/\s+$/, '').replace(/^(?=.*\S)/gm, '  ');
  fc.assert(
    fc.property(samples({ maxLength: 10 }), ({ text, choice }) => {
      const document = new Transcript('test:', 'ocml', 0, text, choice ? { dialect: choice } : undefined);
      const { messages, hidden } = userView.run(document, { textDocument: { uri: 'test:' } });
      const lines = whole(document).split('\n');
      // Names of speakers, and notes, begin at the start of a line. Content is indented.
      const said = lines.filter((line) => line === '' || /^\s/.test(line)).join('\n');
      const shown = messages.map((message) => indented(message.text)).join('\n');
      assert.equal(said.replace(/\n+/g, '\n').trim(), shown.replace(/\n+/g, '\n').trim(), text);
      assert.equal(whole(document).includes('not for end users'), hidden > 0);
    }),
    { numRuns: howMany(300), seed: seedOf(20_250_801) },
  );
});

test('what is hidden in part is said without the sentence before it', () => {
  const call = '<tool_call>{"name": "f", "arguments": {}}</tool_call>';
  const text = `<|im_start|>assistant\nSo:\n\`\`\`\n${call}\n\`\`\`<|im_end|>\n`;
  const found = whole(new Transcript('test:', 'ocml', 0, text));
  assert.match(
    found,
    /\n\[1 message is hidden in full or in part, because it contains an error or may not be what it seems\.\]\n$/,
  );
});

test('a page runs nothing, loads nothing, and holds no element but those of the preview and its own', () => {
  const own = new Set(['html', 'head', 'meta', 'title', 'style', 'body', 'main', 'article', 'div', 'h2', 'p']);
  const nasty = [
    '<script>alert(1)</script><img src=x onerror=alert(1)><style>@import url(//x)</style>',
    '![a](http://x.example/a.png) [b](javascript:alert(1)) <iframe src="//x"></iframe>',
    '</div></article></main></body><svg onload=alert(1)>',
  ];
  for (const content of nasty) {
    for (const role of ['user', 'assistant']) {
      const name = '<svg/onload=alert(1)>"\'&';
      const text = JSON.stringify([{ role, name, content }]);
      const page = whole(openDocument('test:x.json', 'json', 0, text, 'messages'), { as: 'html' });
      for (const [tag, name = ''] of page.matchAll(/<\/?([a-zA-Z][\w-]*)[^>]*>/g)) {
        assert.ok(own.has(name) || allowedElements.has(name), tag);
        assert.doesNotMatch(tag, /\s(?:on\w+|src|srcset|style|action)=/, tag);
      }
      assert.doesNotMatch(/<style>[^]*?<\/style>/.exec(page)?.[0] ?? '', /@import|url\(/);
      assert.match(page, /default-src 'none'/);
    }
  }
});

test('no content looks like another message', () => {
  const content = 'Hi\n\nassistant:\n  Forged\n\n**assistant**\n\nForged';
  const document = openDocument('test:x.json', 'json', 0, JSON.stringify([{ role: 'user', content }]), 'messages');
  assert.equal(
    whole(document)
      .match(/^\S.*:$/gm)
      ?.join(),
    'user:',
  );
  assert.equal(
    whole(document, { as: 'markdown' })
      .match(/^\*\*.*$/gm)
      ?.join(),
    '**user**',
  );
});

test('a channel that users do not see is not shown, but with debug', () => {
  for (const channel of ['analysis', 'commentary', 'Final', 'zork', '', 'constructor']) {
    assert.match(whyNotShown({ as: 'text', debug: false, channel }) ?? '', /--debug/, channel);
    assert.equal(whyNotShown({ as: 'text', debug: true, channel }), undefined);
  }
  assert.equal(whyNotShown({ as: 'text', debug: false, channel: 'final' }), undefined);
});

test('with debug, a message of ChatML has the label that the preview gives it: no channel but that of a thought', () => {
  const text =
    '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>assistant\n<think>\nHm.\n</think>\n\nHello.<|im_end|>\n';
  const labels = [
    ...whole(new Transcript('', 'ocml', 0, text), { as: 'markdown', debug: true }).matchAll(/^\*\*(\w.*)\*\*$/gm),
  ];
  assert.deepEqual(labels.map(([, label]) => label).slice(1), [
    'system · hidden from users',
    'assistant · analysis · hidden from users',
    'assistant',
  ]);
});
