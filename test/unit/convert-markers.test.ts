/** Examples of conversions of tools, and of text that mentions markers. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertJson } from '../../server/src/convert/index.ts';
import { lossesOf, ofJson, ofText, textOf, thinks, user, usual, valueOf } from '../support/convert.ts';

suite('tools', () => {
  const parameters = {
    type: 'object',
    properties: { city: { type: 'string', description: 'City' } },
    required: ['city'],
  };
  const tools = [{ type: 'function', function: { name: 'get_weather', description: 'Weather.', parameters } }];
  const value = { messages: [{ role: 'system', content: 'S' }, user('Hi')], tools };

  for (const to of ['openchatml-2.2', 'harmony', 'openchatml-0.1'] as const) {
    test(`a list of tools becomes text of ${to}, and comes back`, () => {
      const there = ofJson(value, { to });
      assert.deepEqual(lossesOf(there), []);
      const back = ofText(textOf(there) ?? '', {}, to);
      assert.deepEqual(lossesOf(back), []);
      assert.deepEqual(valueOf(back), value);
    });
  }

  test('where there is no place for them, each is told', () => {
    for (const to of ['phi3', 'chatml-wire'] as const)
      assert.match(lossesOf(ofJson(value, { to })).join(), /`get_weather` is not declared in the output/);
  });

  test('a developer keeps what else is said', () => {
    const said = { messages: [{ role: 'developer', content: '# Instructions\n\nBe brief.' }, user('Hi')], tools };
    const text = textOf(ofJson(said, { to: 'harmony' })) ?? '';
    assert.match(text, /^<\|start\|>developer<\|message\|># Instructions\n\nBe brief\.\n\n# Tools\n\n## functions\n/);
    assert.deepEqual(valueOf(ofText(text, {}, 'harmony')), said);
  });
});

suite('a marker that a sentence speaks of', () => {
  const mentioned = [
    'It writes a <think> tag, then its reasoning, then the end tag.',
    'Each turn begins with <|im_start|> and ends with <|im_end|>.',
    'With <|message|>, directly before the body.',
    'It is <|python_tag|>.',
    'Wrap it (in <tool_call> tags), as in "a <tool_call>".',
    'The reasoning ends with </think>, and the answer follows.',
    'The thought begins with <|start_reason|> there.',
  ];

  test('is text, also after a thought, and comes back', () => {
    for (const content of mentioned)
      for (const thought of ['', '<think>\nuse a <think> tag\n</think>\n\n']) {
        const value = { messages: [user('How?'), { role: 'assistant', content: thought + content }] };
        const { output, notes } = ofJson(value, { to: 'openchatml-2.2' });
        assert.deepEqual(notes, [], content);
        const back = ofText(output && 'text' in output ? output.text : '', {}, 'openchatml-2.2');
        const answer = thought === '' ? { role: 'assistant', content } : thinks('use a <think> tag', content);
        assert.deepEqual([valueOf(back), back.notes], [{ messages: [user('How?'), answer] }, []]);
      }
  });

  test('hides a thought where it may be meant as a marker', () => {
    const used = [
      'Sure. <think> The user wants',
      'Hello<think>hm',
      'I should greet them </think> Hello',
      'Hello <|im_start|> assistant',
      'Hello <|channel|> analysis',
      'It writes <think> hm </think> there',
      'Line\n<think> use',
    ];
    for (const content of used) {
      const text = textOf(ofJson({ messages: [{ role: 'assistant', content }] }, { to: 'openchatml-2.2' }));
      assert.match(text ?? '', /<\|channel\|>analysis/, content);
    }
  });

  test('hides what follows it, with `--public`', () => {
    for (const content of mentioned.slice(0, 4)) {
      const value = { messages: [user('How?'), { role: 'assistant', content }] };
      const seen = textOf(ofJson(value, { to: 'openchatml-2.2', public: true }));
      assert.ok(!seen?.includes(content.slice(-6)), seen);
    }
  });
});

test('a `<|literal|>` in Harmony is told, since a text without a name that has it is taken for OpenChatML 2.2', () => {
  const value = { messages: [user('What does <|literal|> do?'), { role: 'assistant', content: 'It begins a block.' }] };
  const { output, notes } = ofJson(value, { to: 'harmony' });
  assert.match(lossesOf({ notes } as ReturnType<typeof ofJson>).join(), /--from harmony/);
  const text = output && 'text' in output ? output.text : '';
  assert.deepEqual(valueOf(ofText(text, {}, 'harmony')), value);
  const row = convertJson(JSON.stringify({ text }), { ...usual, from: 'harmony' }, true);
  assert.deepEqual(valueOf(row), value);
});
