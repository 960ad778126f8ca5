/** In the text of models, replies that match no call are reported, and those that match one are not. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { bundledDialect } from '../../server/src/documents/models.ts';
import type { LearnedDialectId } from '../../server/src/grammar/index.ts';
import { summary } from '../support/check.ts';
import { applications, checked } from '../support/fix.ts';
import { dialectTemplates } from '../support/learn/dialect-templates.ts';
import { learnedDialect } from '../support/learn/dialects.ts';

const dialectOf = (name: string) => learnedDialect(name, dialectTemplates[name] ?? '').id;

const pairing = (text: string, dialect: LearnedDialectId) =>
  summary(text, { dialect }).filter((one) => /^(?:call-id|call-un|tool-name|function-order)/.test(one));

const fixed = (text: string, dialect: LearnedDialectId): readonly string[] =>
  applications(checked(text, dialect)).flatMap(({ placed, after }) =>
    /^(?:call-id-unmatched|tool-name-mismatch)$/.test(placed.problem.code) ? [after] : [],
  );

suite('calls and replies with ids', () => {
  const mistral = dialectOf('mistral');
  const asked = '[INST]And the weather in Lima?[/INST]';
  const calls = (...ids: readonly string[]) =>
    `[TOOL_CALLS][${ids.map((id) => `{"name": "get_weather", "arguments": {"city": "Lima"}, "id": "${id}"}`).join(', ')}]</s>`;
  const reply = (id: string) => `[TOOL_RESULTS]{"content": sunny, "call_id": "${id}"}[/TOOL_RESULTS]`;
  const answer = 'It is sunny.</s>';

  test('a reply with the id of a call is right, in any order', () => {
    for (const ids of [['call00001'], ['call00001', 'call00002']])
      for (const replies of [ids, ids.toReversed()])
        assert.deepEqual(pairing(asked + calls(...ids) + replies.map(reply).join('') + answer, mistral), []);
  });

  test('a reply with another id is reported at the id, and the fix writes that of the call without a reply', () => {
    const text = asked + calls('call00001', 'call00002') + reply('call00001') + reply('call00003') + answer;
    assert.deepEqual(pairing(text, mistral), ['call-id-unmatched «call00003»']);
    assert.deepEqual(fixed(text, mistral), [text.replace('call00003', 'call00002')]);
  });

  test('each exchange has its own ids', () => {
    const round = asked + calls('call00001') + reply('call00001') + answer;
    assert.deepEqual(pairing(round + round, mistral), []);
    const late = round + asked + calls('call00002') + reply('call00001') + answer;
    assert.deepEqual(pairing(late, mistral), ['call-id-unmatched «call00001»']);
  });

  test('if only some of the calls have replies, this is reported at the calls', () => {
    const text = asked + calls('call00001', 'call00002') + reply('call00002') + answer;
    assert.deepEqual(
      pairing(text, mistral).map((one) => one.split(' ')[0]),
      ['call-unanswered'],
    );
    assert.deepEqual(pairing(asked + calls('call00001', 'call00002'), mistral), []);
  });

  test('nothing is reported where a call cannot be read, or at the beginning of an excerpt', () => {
    const broken = calls('call00001').replace('"arguments": ', '"argument": ');
    assert.deepEqual(pairing(asked + broken + reply('call00003') + answer, mistral), []);
    assert.deepEqual(pairing(reply('call00003') + answer, mistral), []);
  });

  test('ids that contain the name of the tool are compared as a whole', () => {
    const kimi = dialectOf('kimi');
    const said = (role: string, name: string, text: string) => `<|im_${role}|>${name}<|im_middle|>${text}<|im_end|>`;
    const text = (id: string) =>
      said('user', 'user', 'And the weather in Lima?') +
      said(
        'assistant',
        'assistant',
        '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Lima"}<|tool_call_end|><|tool_calls_section_end|>',
      ) +
      said('system', 'tool', `## Return of ${id}\nsunny`) +
      said('assistant', 'assistant', 'It is sunny.');
    assert.deepEqual(pairing(text('functions.get_weather:0'), kimi), []);
    assert.deepEqual(pairing(text('functions.get_weather:1'), kimi), ['call-id-unmatched «functions.get_weather:1»']);
    assert.deepEqual(fixed(text('functions.get_weather:1'), kimi), [text('functions.get_weather:0')]);
  });
});

suite('calls and replies without ids', () => {
  const named = dialectOf('named');
  const call = (name: string) =>
    `<|begin|>user<|text|>And the weather in Lima?<|stop|><|begin|>assistant to=${name}<|text|><invoke name="${name}">{"city": "Lima"}</invoke><|stop|>`;
  const reply = (name: string) => `<|begin|>tool ${name}<|text|><output name="${name}">\nsunny\n</output><|stop|>`;
  const answer = '<|begin|>assistant to=user<|text|>It is sunny.<|stop|>';

  test('a reply that names a tool belongs to a call of this tool', () => {
    assert.deepEqual(pairing(call('get_weather') + reply('get_weather') + answer, named), []);
    const text = call('get_weather') + reply('get_wether') + answer;
    assert.deepEqual(pairing(text, named), ['call-id-unmatched «get_wether»']);
  });

  test('a reply after no call, or after all calls have replies, is reported at its beginning', () => {
    const deepseek = bundledDialect('deepseek');
    assert.ok(deepseek);
    const begin = '<｜begin▁of▁sentence｜><｜User｜>Hi!';
    const made =
      '<｜Assistant｜></think><｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Lima"}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>';
    const said = '<｜Assistant｜></think>Wait.<｜end▁of▁sentence｜>';
    const output = '<｜tool▁output▁begin｜>sunny<｜tool▁output▁end｜>';
    const end = 'It is sunny.<｜end▁of▁sentence｜>';
    assert.deepEqual(pairing(begin + made + output + end, deepseek), []);
    assert.deepEqual(pairing(begin + made + output + output + end, deepseek), [
      'call-id-unmatched «<｜tool▁output▁end｜><｜tool▁output▁begin｜>»',
    ]);
    assert.deepEqual(pairing(begin + said + output + end, deepseek), ['call-id-unmatched «<｜tool▁output▁begin｜>»']);
  });

  test('a dialect whose template omits calls does not report their replies', () => {
    const { id, facts } = learnedDialect('deepseek', dialectTemplates['deepseek'] ?? '');
    assert.deepEqual(facts.excuses, [{ code: 'call-id-unmatched', text: '' }]);
    const text =
      '<s><｜User｜>Hi!<｜Assistant｜>Wait.<｜end▁of▁sentence｜><｜tool▁output▁begin｜>sunny<｜tool▁output▁end｜><｜Assistant｜>It is sunny.<｜end▁of▁sentence｜>';
    assert.deepEqual(pairing(text, id), []);
  });

  test('a reply in a message with others is counted', () => {
    const glm = dialectOf('glm');
    const made = (...cities: readonly string[]) =>
      `[gMASK]<sop><|user|>\nHi!<|assistant|><think></think>${cities.map((city) => `<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>${city}</arg_value>\n</tool_call>`).join('')}`;
    const outputs = (count: number) => `<|observation|>${'<tool_response>\nsunny\n</tool_response>'.repeat(count)}`;
    const end = '<|assistant|><think></think>It is sunny.';
    assert.deepEqual(pairing(made('Lima', 'Oslo') + outputs(2) + end, glm), []);
    assert.deepEqual(pairing(made('Lima') + outputs(2) + end, glm), ['call-id-unmatched «sunny»']);
    assert.deepEqual(pairing(made('Lima', 'Oslo') + outputs(1) + end, glm).length, 1);
  });
});
