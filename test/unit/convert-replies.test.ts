/** Replies of tools are converted to every form and back. A reply that is JSON comes back as the same JSON, without a note. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dialectOfForm, type From, jsonOf } from '../../server/src/convert/index.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { conversationTargets, lossesOf, ofJson, ofText, textOf, user, valueOf } from '../support/convert.ts';

const replies = [
  '{"a":1.0,"b":[true,null]}',
  '{"name":"Ann","content":"x","n":1}',
  '{"ok":true,"content":5,"error":null}',
  '{"ok":false,"content":null,"error":"E"}',
  '[1,{"a":2}]',
  '17',
  '"17"',
  'plain',
  'He said {"a": 1}.',
];

/** The forms that can contain replies. */
const holding = conversationTargets.filter((to) => !['phi3', 'chatml-wire', 'alpaca'].includes(to));

for (const content of replies)
  suite(content, () => {
    const messages = [
      user('q'),
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content },
      { role: 'assistant', content: 'done' },
    ];
    for (const to of holding)
      test(to, () => {
        const converted = ofJson({ messages }, { to });
        assert.deepEqual(
          lossesOf(converted).filter((message) => !message.includes('`call_id=')),
          [],
        );
        const text = textOf(converted);
        const back =
          text === undefined
            ? ofJson(valueOf(converted), { to: 'messages', from: to as From })
            : ofText(text, { to: 'messages' }, dialectOfForm(to) as DialectId);
        const read = (valueOf(back) as { messages: { role: string; content: unknown }[] }).messages;
        assert.equal(read.find(({ role }) => role === 'tool')?.content, content, jsonOf(valueOf(converted) ?? text));
      });
  });

test('the envelope of OpenChatML 2.2 is taken off for 0.1 and put on again, and other forms have its content', () => {
  const body = '{"ok":true,"content":{"a":1.0},"error":null}';
  const source = `version: 2.2
<|start|>user<|message|>q<|end|>
<|start|>assistant to=functions.f<|channel|>commentary call_id=f1<|message|>{}<|call|>
<|start|>tool name=functions.f to=assistant<|channel|>commentary call_id=f1<|message|>${body}<|end|>
`;
  const chatml = textOf(ofText(source, { to: 'openchatml-0.1' })) ?? '';
  assert.match(chatml, /\{"name": "f", "content": \{"a":1\.0\}\}/);
  assert.ok((textOf(ofText(chatml, { to: 'openchatml-2.2' }, 'openchatml-0.1')) ?? '').includes(`>${body}<`));
  assert.match(jsonOf(valueOf(ofText(chatml, {}, 'openchatml-0.1'))), /"content":"\{\\"a\\":1\.0\}"/);
});
