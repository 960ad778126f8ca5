/** Tools are declared in the wording of Llama 3.1's chat template, and read back. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lossesOf, ofJson, ofText, textOf, user, valueOf } from '../support/convert.ts';

const tool = (name: string, more: object = {}) => ({
  type: 'function',
  function: {
    ...{ name, description: `Does ${name}.` },
    parameters: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
    ...more,
  },
});
const tools = [tool('f', { strict: true }), { type: 'function', function: { name: 'g' } }];
const answer = { role: 'assistant', content: 'A' };
const back = (text: string | undefined) => ofText(text ?? '', { to: 'messages' }, 'llama3');
const told = (text: string | undefined) => lossesOf(back(text)).filter((one) => !one.startsWith('This mark'));

suite('tools come back as they were, and nothing is told', () => {
  const system = { role: 'system', content: 'S' };
  const conversations: readonly (readonly [string, readonly object[]])[] = [
    ['of the user', [system, user('q'), answer]],
    ['of a user whose text is JSON', [user('{"a": 1}'), answer]],
    ['of a system without a user', [system, answer]],
    ['of nobody', [answer]],
  ];
  for (const [name, messages] of conversations)
    test(name, () => {
      const converted = ofJson({ messages, tools }, { to: 'llama3' });
      assert.deepEqual(lossesOf(converted), []);
      assert.deepEqual(valueOf(back(textOf(converted))), { messages, tools });
      assert.deepEqual(told(textOf(converted)), []);
    });
});

test("the template's own prompt declares tools after the date, in the system's message", () => {
  const text = `<|begin_of_text|><|start_header_id|>system<|end_header_id|>

Environment: ipython
Cutting Knowledge Date: December 2023
Today Date: 26 Jul 2024

You have access to the following functions. To call a function, please respond with JSON for a function call.Respond in the format {"name": function name, "parameters": dictionary of argument name and its value}.Do not use variables.

${JSON.stringify(tools[0], null, 4)}

Be brief.<|eot_id|><|start_header_id|>user<|end_header_id|>

q<|eot_id|>`;
  const value = valueOf(back(text)) as { messages: { content: string }[]; tools: unknown };
  assert.deepEqual(value.tools, [tools[0]]);
  assert.equal(
    value.messages[0]?.content,
    'Environment: ipython\nCutting Knowledge Date: December 2023\nToday Date: 26 Jul 2024\n\nBe brief.',
  );
  assert.deepEqual(told(text), []);
});

test('prose in other words stays as it is', () => {
  const text = `<|start_header_id|>user<|end_header_id|>\n\nGiven these:\n\n${JSON.stringify(tools[0])}\n\nq<|eot_id|>`;
  assert.equal((valueOf(back(text)) as { tools?: unknown }).tools, undefined);
});

test('text that would be read as one more tool is told, and so are line breaks and an empty message', () => {
  const lost = (content: string) =>
    lossesOf(ofJson({ messages: [{ role: 'system', content }, user('q')], tools }, { to: 'llama3' })).join();
  assert.match(lost(`${JSON.stringify(tools[1])}\n\nq`), /will be read back as a tool declaration/);
  assert.match(lost('\nq'), /line breaks at the beginning/);
  assert.match(lost(''), /empty message/);
});
