/** Converts to and from ShareGPT, as LLaMA-Factory reads it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lossesOf, ofJson, thinks, user, valueOf } from '../support/convert.ts';

const call = (name: string, args: string) => ({ type: 'function', function: { name, arguments: args } });
const withId = (id: string, name: string, args: string) => ({ id, ...call(name, args) });

suite('sharegpt', () => {
  test('instructions and tools are next to the list; thoughts are in the value, and calls are JSON', () => {
    const tool = { name: 'f', description: 'Does f.', parameters: { type: 'object', properties: {} } };
    const list = {
      messages: [
        { role: 'system', content: 'Be brief.' },
        user('Hi'),
        { role: 'assistant', content: null, tool_calls: [withId('c1', 'f', '{"a": 1}')] },
        { role: 'tool', tool_call_id: 'c1', content: '{"b": 2}' },
        thinks('Easy.', 'Done.'),
      ],
      tools: [{ type: 'function', function: tool }],
    };
    const value = {
      system: 'Be brief.',
      tools: JSON.stringify([tool]),
      conversations: [
        { from: 'human', value: 'Hi' },
        { from: 'function_call', value: '{"name": "f", "arguments": {"a": 1}}' },
        { from: 'observation', value: '{"b": 2}' },
        { from: 'gpt', value: '<think>\nEasy.\n</think>\n\nDone.' },
      ],
    };
    const converted = ofJson(list, { to: 'sharegpt' });
    assert.deepEqual(valueOf(converted), value);
    assert.deepEqual(
      lossesOf(converted),
      [1, 1].map((n) => `\`call_id=c${n}\` is dropped: ShareGPT cannot express it.`),
    );
    assert.deepEqual(valueOf(ofJson(value, { to: 'messages' })), list);
  });

  test('several calls are a list, and calls next to a text or a thought are in tags', () => {
    const calls = [withId('c1', 'f', '{}'), withId('c2', 'g', '{}')];
    const turns = (content: string | null) => ({
      messages: [user('Hi'), { role: 'assistant', content, tool_calls: calls }],
    });
    const of = (content: string | null) =>
      (valueOf(ofJson(turns(content), { to: 'sharegpt' })) as { conversations: unknown[] }).conversations[1];
    const objects = ['f', 'g'].map((name) => `{"name": "${name}", "arguments": {}}`);
    assert.deepEqual(of(null), { from: 'function_call', value: `[${objects.join(', ')}]` });
    const tagged = objects.map((one) => `\n<tool_call>\n${one}\n</tool_call>`).join('');
    assert.deepEqual(of('One moment.'), { from: 'gpt', value: `One moment.${tagged}` });
    for (const content of [null, 'One moment.']) {
      const value = valueOf(ofJson(turns(content), { to: 'sharegpt' }));
      assert.deepEqual(valueOf(ofJson(value, { to: 'messages' })), turns(content));
    }
  });
});
