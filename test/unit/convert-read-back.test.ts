/**
 * Text that would be read back as something else is reported, and no other text is reported. The content of closed reasoning does not hide
 * the text after it.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lossesOf, ofText, textOf, valueOf } from '../support/convert.ts';

const transcript = (...messages: string[]) => `version: 2.2\n${messages.join('\n')}`;
const readBack = /read back as a thought/;

suite('A text that is read back as a thought is reported', () => {
  test('if a tag in a thought is not closed, so that it takes the answer', () => {
    const analysis = '<|start|>assistant<|channel|>analysis<|message|>a <think><|end|>';
    const converted = ofText(transcript(analysis, '<|start|>assistant<|channel|>final<|message|>b<|end|>'), {
      to: 'openchatml-0.1',
    });
    assert.equal(lossesOf(converted).filter((message) => readBack.test(message)).length, 1);
  });

  test('if a mark follows another angle bracket', () => {
    const text = transcript('<|start|>assistant<|message|><<<|start_introspect|>x<|end|>');
    const converted = ofText(text, { to: 'llama3' });
    assert.match(textOf(converted) ?? '', /\n<<\|start_introspect\|>x/);
    assert.equal(lossesOf(converted).filter((message) => readBack.test(message)).length, 1);
  });
});

suite('`<|literal|>` as text in Harmony', () => {
  const text = (before: string, ...rest: string[]) =>
    transcript(`<|start|>assistant<|channel|>commentary<|message|>${before}<<|literal|><|end|>`, ...rest);
  const call = '<|start|>assistant to=functions.f<|channel|>commentary<|constrain|>json<|message|>{}<|call|>';

  test('is reported if the output would be taken for OpenChatML 2.2', () => {
    assert.match(lossesOf(ofText(text(''), { to: 'harmony' })).join(), /`<\|literal\|>` is text in Harmony/);
  });

  test('is not if the rest of the output shows that it is Harmony', () => {
    assert.doesNotMatch(lossesOf(ofText(text('<', call), { to: 'harmony' })).join(), /literal/);
  });
});

suite('An answer after a thought in the blocks of OpenChatML 0.1 is an answer', () => {
  const answers: readonly (readonly [body: string, thought: string, answer: string])[] = [
    ['<|start_reason|>\nwhy\n<|end_reason|>\n{"a": 1}', 'why', '{"a": 1}'],
    ['<|start_reason|>\nwhy\n<|end_reason|>[1, 2]', 'why', '[1, 2]'],
    ['<|start_reason|>{"name"<|end_reason|>hello', '{"name"', 'hello'],
    ['  <|start_reason|>{"name": "f", x<|end_reason|>hello', '{"name": "f", x', '  hello'],
  ];
  for (const [body, thought, answer] of answers)
    test(body, () => {
      const { messages } = valueOf(ofText(`<|im_start|>assistant\n${body}<|im_end|>`, { to: 'messages' })) as {
        messages: unknown;
      };
      assert.deepEqual(messages, [{ role: 'assistant', reasoning_content: thought, content: answer }]);
    });

  test('but JSON after an end that ends nothing may be a call', () => {
    const text = '<|im_start|>assistant\nx\n<|end_reason|>\n{"a": 1}<|im_end|>';
    assert.doesNotMatch(JSON.stringify(valueOf(ofText(text, { to: 'messages' }))), /"content":"[^"]*a/);
  });
});
