/** `ocml/modelView` returns exactly the messages that `ocml convert --for-sampling` keeps, with their ranges. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertTranscript } from '../../server/src/convert/index.ts';
import { openDocument } from '../../server/src/documents/document.ts';
import { finished } from '../../server/src/syntax/finished.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { modelView } from '../../server/src/views/model-view.ts';

const turn = (i: number) =>
  [
    `<|start|>user<|message|>Question ${i}<|end|>`,
    `<|start|>assistant<|channel|>analysis<|message|>Thought ${i}<|end|>`,
    `<|start|>assistant<|channel|>final<|message|>Answer ${i}<|end|>`,
  ].join('');
const two = turn(1) + turn(2);
const asking = `${turn(1)}<|start|>user<|message|>Question 2<|end|><|start|>assistant<|channel|>analysis<|message|>Thought 2<|end|>`;
const chatml = [
  '<|im_start|>user\nQuestion 1<|im_end|>\n<|im_start|>assistant\n<think>Thought 1</think>Answer 1<|im_end|>\n',
  '<|im_start|>user\nQuestion 2<|im_end|>\n',
].join('');

const open = (name: string, text: string, languageId = 'ocml') =>
  openDocument(`file:///${name}`, languageId, 1, text, name.endsWith('.harmony') ? 'harmony' : undefined);
const ask = (document: ReturnType<typeof open>, more = {}) =>
  finished(modelView(document, { textDocument: { uri: document.uri }, ...more }));

for (const [name, text] of [
  ['a.ocml', `version: 2.2\n${two}`],
  ['b.ocml', `version: 2.2\n${asking}`],
  ['a.harmony', two],
  ['b.harmony', asking],
  ['c.ocml', chatml],
] as const) {
  test(`${name}: what the conversion keeps, in its order`, () => {
    const document = open(name, text) as Transcript;
    const sampling = document.dialect === 'harmony' ? 'harmony' : 'ocm';
    const options = { to: 'openchatml-2.2', from: undefined, keepNames: false, bos: undefined, sampling } as const;
    const { output } = convertTranscript(document, options);
    const kept = new Transcript('kept:', 'ocml', 1, (output as { text: string }).text);
    const said = kept.getText().match(/(?:Question|Thought|Answer) \d/g);
    const { messages } = ask(document);
    assert.deepEqual(
      messages.map(({ text: one }) => one).filter((one) => one !== ''),
      said,
    );
    for (const { text: one, range } of messages) assert.ok(document.getText(range).includes(one), one);
  });
}

test('reasoning of turns that are over is not there, and that of the turn at hand is', () => {
  const texts = ask(open('b.ocml', `version: 2.2\n${asking}`)).messages.map(({ text }) => text);
  assert.ok(!texts.includes('Thought 1') && texts.includes('Thought 2'));
});

test('of a data set, the conversation at the place', () => {
  const row = (i: number) => JSON.stringify({ messages: [{ role: 'user', content: `Row ${i}` }] });
  const document = open('x.messages.jsonl', `${row(1)}\n${row(2)}\n`, 'jsonl');
  const { messages } = ask(document, { around: { line: 1, character: 0 } });
  assert.equal(messages[0]?.text, 'Row 2');
  assert.equal(messages[0]?.range.start.line, 1);
});

test('images are in their places, also those of tools, and of the system', () => {
  const data = `data:image/png;base64,${'A'.repeat(40)}`;
  const seen = { type: 'image_url', image_url: { url: data } };
  const source = { type: 'base64', media_type: 'image/png', data: 'B'.repeat(40) };
  const messages = [
    { role: 'system', content: [{ type: 'text', text: 'As here:' }, seen] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look: ' },
        { type: 'image_url', image_url: { url: 'https://a.example/b.png' } },
        { type: 'text', text: 'And at this <b>.' },
        { type: 'input_audio', input_audio: { data: 'x', format: 'wav' } },
      ],
    },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'draw', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'image', source }] }] },
  ];
  const shown = ask(open('x.messages.json', JSON.stringify({ messages }), 'json')).messages;
  const text = shown.map((one) => one.text);
  assert.deepEqual(text, [
    'As here:\n\n[image]',
    'Look: \n\n[image]\n\nAnd at this <b>.\n\n[audio]',
    '{}',
    '[image]',
    '',
  ]);
  const [system, user, , reply] = shown.map(({ html }) => html);
  assert.match(
    system as string,
    /^<p class="plain">As here:<\/p><p><span class="image" data="data:image\/png;base64,A{40}">/,
  );
  assert.match(user as string, /address">https:\/\/a\.example\/b\.png<.*And at this &lt;b&gt;\..*<p>\[audio\]<\/p>$/);
  assert.match(reply as string, /data="data:image\/png;base64,B{40}"/);
});

test('what is no picture is an address, and only so many are drawn', () => {
  const image = (url: string) => ({ type: 'image_url', image_url: { url } });
  const data = `data:image/png;base64,${'A'.repeat(2_900_000)}`;
  const content = [image('data:image/svg+xml;base64,PHN2Zz4='), image(data), image(data), image(data)];
  const { messages } = ask(open('x.messages.json', JSON.stringify({ messages: [{ role: 'user', content }] }), 'json'));
  assert.equal(messages[0]?.html.match(/data="/g)?.length, 2);
  assert.match(messages[0]?.html ?? '', /address">data:image\/svg/);
});

test('a long conversation comes as a window, and a broken document does not throw', () => {
  const long = open('l.harmony', Array.from({ length: 300 }, (_, i) => turn(i)).join(''));
  const at = long.positionAt(long.getText().indexOf('Question 150'));
  const { messages, before, after, total } = ask(long, { around: at, limit: 50 });
  assert.ok(messages.length <= 50 && messages.some(({ text }) => text === 'Question 150'));
  assert.equal(before + messages.length + after, total);
  for (const text of ['', '<|', '<|start|>', 'x'.repeat(99), '{"role": ']) {
    ask(open('x.ocml', text));
    ask(open('x.messages.json', text, 'json'));
  }
});

for (const [name, what, text] of [
  ['d.ocml', 'a call by a user', '<|start|>user to=functions.f<|channel|>commentary<|message|>{}<|call|>'],
  ['d.ocml', 'a header that is not understood', '<|start|>user visible=no xx<|message|>Hi<|end|>'],
  ['d.ocml', 'a misspelled channel', '<|start|>assistant<|channel|>finale<|message|>Hi<|end|>'],
  ['d.openchatml.json', 'a misspelled channel in JSON', '[{"role":"assistant","channel":"finale","content":"Hi"}]'],
] as const) {
  test(`what users do not see is hidden: ${what}`, () => {
    const document = open(name, text.startsWith('<') ? `version: 2.2\n${text}` : text);
    const { messages } = ask(document);
    const [first] = messages.filter((one) => one.text !== '');
    assert.equal(first?.hidden, true);
  });
}

test('what users see, and where the model goes on, is not', () => {
  for (const document of [
    open('a.ocml', `version: 2.2\n${two}`),
    open('c.ocml', chatml),
    open('x.messages.json', '[{"role":"user","content":"Hi"},{"role":"assistant","content":"Hello"}]', 'json'),
  ]) {
    const { messages } = ask(document);
    const answers = messages.filter(({ text }) => !text.startsWith('Thought'));
    assert.ok(answers.length > 1);
    for (const { text, hidden } of messages) assert.equal(hidden, text.startsWith('Thought'), text);
  }
});
