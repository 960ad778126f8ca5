/** Instructions that openai/harmony's library keeps as fields become the text that the library renders. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertJson, type Options } from '../../server/src/convert/index.ts';

const usual: Options = { to: 'harmony', from: undefined, keepNames: false, bos: undefined };
const config = { valid_channels: ['analysis', 'commentary', 'final'], channel_required: true };
const system = (more: object) => ({ role: 'system', content: [{ type: 'system_content', ...more }] });
const functions = {
  functions: {
    name: 'functions',
    tools: [
      { name: 'here', description: 'Where is the user?' },
      {
        name: 'weather',
        description: 'Of a city.\nNow.',
        parameters: { type: 'object', properties: { c: { type: 'string' } } },
      },
    ],
  },
};
const developer = (more: object) => ({ role: 'developer', content: [{ type: 'developer_content', ...more }] });
const rendered = (messages: readonly object[]) => {
  const text = JSON.stringify({ messages });
  const { output, notes } = convertJson(text, usual, true);
  return {
    text: output && 'text' in output ? output.text : undefined,
    told: notes.map(({ start, end }) => text.slice(start, end)),
  };
};

test('a system message with everything', () => {
  const said = system({
    model_identity: 'You are a parrot.',
    knowledge_cutoff: '2020-01',
    conversation_start_date: '2021-02-03',
    reasoning_effort: 'High',
    channel_config: config,
    tools: { python: { name: 'python', description: 'Runs code.\n\nNever shown.', tools: [] } },
  });
  const text = [
    'You are a parrot.\nKnowledge cutoff: 2020-01\nCurrent date: 2021-02-03',
    'Reasoning: high',
    '# Tools',
    '## python',
    'Runs code.',
    'Never shown.',
    '# Valid channels: analysis, commentary, final. Channel must be included for every message.',
  ].join('\n\n');
  assert.deepEqual(rendered([said]), { text: `<|start|>system<|message|>${text}<|end|>`, told: [] });
});

test('functions of the developer are declared, and the system message says where calls go', () => {
  const { text, told } = rendered([
    system({ channel_config: { ...config, channel_required: false } }),
    developer({ instructions: 'Be brief.', tools: functions }),
  ]);
  assert.deepEqual(told, []);
  assert.equal(
    text,
    [
      '<|start|>system<|message|># Valid channels: analysis, commentary, final.\n',
      "Calls to these tools must go to the commentary channel: 'functions'.<|end|>",
      '<|start|>developer<|message|># Instructions\n\nBe brief.\n\n# Tools\n\n## functions\n\nnamespace functions {\n\n',
      '// Where is the user?\ntype here = () => any;\n\n',
      '// Of a city.\n// Now.\ntype weather = (_: {\nc?: string,\n}) => any;\n\n',
      '} // namespace functions<|end|>',
    ].join(''),
  );
});

test('a namespace with tools has its description in comments', () => {
  const tools = { web: { name: 'web', description: 'Looks up.\nFast.', tools: [{ name: 'go', description: '' }] } };
  assert.match(
    rendered([developer({ tools })]).text ?? '',
    /## web\n\n\/\/ Looks up\.\n\/\/ Fast\.\nnamespace web \{\n\ntype go = \(\) => any;\n\n\} \/\/ namespace web<\|end\|>$/,
  );
});

test('what the renderer does not write is told with its place; nothing is an empty message', () => {
  assert.deepEqual(rendered([system({ model_identity: 'I', mood: 'good', tools: null })]), {
    text: '<|start|>system<|message|>I<|end|>',
    told: ['"mood":"good"'],
  });
  assert.deepEqual(rendered([developer({})]), { text: '<|start|>developer<|message|><|end|>', told: [] });
});
