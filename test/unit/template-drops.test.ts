/** Parts of a standard conversation, and of a row, that a template drops. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { findingsOf } from '../../server/src/templates/findings/index.ts';
import { jinjaTemplate } from '../../server/src/templates/jinja-template.ts';
import { RowChecker } from '../../server/src/templates/rows/checker.ts';
import { problemsOfRow } from '../../server/src/templates/rows/problems.ts';

const frame = (body: string) =>
  `{% for m in messages %}<|im_start|>{{ m.role }}\n${body}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}`;
const written = '{{ c.function.arguments if c.function.arguments is string else c.function.arguments | tojson }}';
const calls = (of: string, member = 'tool_calls') =>
  frame(`{{ m.content or '' }}{% for c in m.${member} or [] %}<call>{{ c.function.name }} ${of}</call>{% endfor %}`);

suite('of a standard conversation', () => {
  const found = (text: string) =>
    findingsOf(jinjaTemplate('T', text))
      .filter(({ code }) => /drops-(?:calls|arguments)/.test(code))
      .map(({ code, message, at = 0 }) => ({ code, message, at: text.slice(at, at + 15) }));

  test('nothing', () => assert.deepEqual(found(calls(written)), []));

  test('arguments in one form', () => {
    const objects = '{% if c.function.arguments is mapping %}{{ c.function.arguments | tojson }}{% endif %}';
    const [drops, ...others] = found(calls(objects));
    assert.deepEqual(others, []);
    assert.equal(drops?.code, 'template-drops-arguments');
    assert.match(drops?.message ?? '', /a JSON string.*`c\.function\.arguments if c\.function\.arguments is string`/);
    assert.match(drops?.at ?? '', /^arguments/);
  });

  test('all arguments: where the call is written, by its name', () => {
    const [drops] = found(calls(''));
    assert.match(drops?.message ?? '', /write `c\.function\.arguments`/);
    assert.equal(drops?.at, 'c.function.name');
  });

  test('a misspelled member', () => {
    const [drops] = found(calls(written, 'tool_cals'));
    assert.equal(drops?.code, 'template-drops-calls');
    assert.match(drops?.message ?? '', /key `tool_cals`\. Did you mean `tool_calls`\?/);
    assert.match(drops?.at ?? '', /^tool_cals /);
    const [argument] = found(calls('{{ c.function.argments }}'));
    assert.match(argument?.message ?? '', /key `argments`\. Did you mean `arguments`\?/);
    const [id] = found(frame('{{ m.content }}{{ m.tool_call_id }}'));
    assert.doesNotMatch(id?.message ?? '', /Did you mean/);
  });
});

suite('of a row', () => {
  const told = (template: string, messages: readonly unknown[]) => {
    const text = JSON.stringify({ messages });
    return problemsOfRow(new RowChecker(jinjaTemplate('T', template)), text).map(({ code, start }) => [
      code,
      text.slice(start, start + 11),
    ]);
  };
  const user = { role: 'user', content: 'Paris' };
  const calling = (args: unknown) => ({
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: args } }],
  });
  const reply = { role: 'tool', tool_call_id: 'c1', content: 'sunny' };
  const answer = { role: 'assistant', content: 'It is sunny.' };
  const noReply = frame("{% if m.role != 'tool' %}{{ m.content }}{% endif %}");

  test('what something else says, too', () => {
    const rows = (args: unknown) => [user, calling(args), reply, answer];
    assert.deepEqual(told(calls(''), rows({ city: 'Paris' })), [['template-drops', '"arguments"']]);
    assert.deepEqual(told(calls(''), rows('{"city": "Paris"}')), [['template-drops', '"arguments"']]);
    assert.deepEqual(told(noReply, [user, reply, answer]), [['template-drops', '"content":"']]);
    // The template itself also contains the word `user`.
    assert.deepEqual(told(noReply, [user, { ...reply, content: 'user' }, answer]), [['template-drops', '"content":"']]);
  });

  test('tools, though a call has their name', () => {
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }];
    const found = (template: string) => {
      const text = JSON.stringify({ messages: [user, calling({ city: 'Paris' }), reply, answer], tools });
      return problemsOfRow(new RowChecker(jinjaTemplate('T', template)), text).map(({ code, start, end }) => [
        code,
        text.slice(start, end),
      ]);
    };
    assert.deepEqual(found(calls(written)), [['template-drops', '"tools"']]);
    // The template refers to `tools` without writing them. It contains the name `f` of the tool, but this is not the tool.
    assert.deepEqual(found(`{% if tools and false %}{{ tools }}{% endif %}f${calls(written)}`), [
      ['template-drops', '"tools"'],
    ]);
    assert.deepEqual(found(`{% for t in tools %}{{ t.function.name }}{% endfor %}${calls(written)}`), []);
    assert.deepEqual(found(`{{ tools | tojson }}${calls(written)}`), []);
  });

  const says = (template: string, messages: readonly unknown[]) =>
    problemsOfRow(new RowChecker(jinjaTemplate('T', template)), JSON.stringify({ messages })).map(
      ({ code, message }) => `${code}: ${message}`,
    );

  test('arguments that become a string within a string', () => {
    const always = '{{ c.function.arguments | tojson }}';
    assert.deepEqual(told(calls(always), [user, calling('{"city": "Paris"}'), reply, answer]), [
      ['template-arguments-twice', '"arguments"'],
    ]);
    assert.match(
      says(calls(always), [user, calling('{"city": "Oslo"}'), reply, answer])[0] ?? '',
      /Write the arguments as an object/,
    );
    for (const args of [{ city: 'Paris' }, '{}', {}])
      assert.deepEqual(told(calls(always), [user, calling(args), reply, answer]), []);
    assert.deepEqual(told(calls(written), [user, calling('{"city": "Paris"}'), reply, answer]), []);
    // Other forms do not offer the choice between arguments as a string and arguments as an object.
    const sharegpt = [
      { from: 'human', value: 'Paris?' },
      { from: 'function_call', value: '{"name": "f", "arguments": {"city": "Paris"}}' },
    ];
    assert.deepEqual(
      problemsOfRow(new RowChecker(jinjaTemplate('T', calls(always))), JSON.stringify({ conversations: sharegpt })),
      [],
    );
  });

  test('a whole call, or only its arguments', () => {
    const rows = [user, calling({ city: 'Oslo-1' }), reply, answer].map((one) => JSON.stringify(one));
    const named = rows.map((one) => JSON.parse(one.replace('"f"', '"get_weather"')) as unknown);
    assert.match(says(frame("{{ m.content or '' }}"), named)[0] ?? '', /drops or changes this call,/);
    assert.match(says(calls(''), named)[0] ?? '', /drops or changes arguments of this call,/);
  });

  test('reasoning, with the member that the template reads', () => {
    const reasons = { ...answer, reasoning_content: 'They ask for Paris today.' };
    const [said = ''] = says(frame("{{ m.thinking or '' }}{{ m.content }}"), [user, reasons]);
    assert.match(
      said,
      /drops or changes this reasoning, .* Rename `reasoning_content` to `thinking`, which the template reads\.$/,
    );
    assert.match(says(frame('{{ m.content }}'), [user, reasons])[0] ?? '', /does not see it as written\./);
    assert.deepEqual(says(frame("{{ m.thinking or '' }}{{ m.content }}"), [user, { ...answer, thinking: 'Now.' }]), []);
  });

  test('nothing, where arguments are written as they are spelled', () => {
    const spellings = ['{"at": "\\u00d8stfold"}', '{"at": "a\\/b"}', '{"n": 1e5, "m": 12345678901234567890}'];
    for (const args of spellings) assert.deepEqual(told(calls(written), [user, calling(args), reply, answer]), []);
    assert.deepEqual(
      told(calls('{{ c.function.arguments }}'), [user, calling('{"at": "\\u00d8stfold"}'), reply, answer]),
      [],
    );
    const big = JSON.stringify({ messages: [user, calling({ n: 1 }), reply, answer] }).replace(
      '{"n":1}',
      '{"n":12345678901234567890}',
    );
    assert.deepEqual(problemsOfRow(new RowChecker(jinjaTemplate('T', calls(written))), big), []);
  });

  test('nothing, where tags of a text say it, and nothing of a text that is a prompt already', () => {
    const turns = (system: string, value: string) => ({
      conversations: [
        { from: 'system', value: system },
        { from: 'human', value: 'What is 2 + 2?' },
        { from: 'gpt', value },
      ],
    });
    const declared = '<tools>\n[{"type": "function", "function": {"name": "add", "parameters": {}}}]\n</tools>';
    for (const row of [
      turns('Be brief.', '<think>\nadd both\n</think>\n4'),
      turns(`You have these tools.\n${declared}`, 'It is 4.'),
      { text: '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>analysis<|message|>Greet.<|end|>' },
    ])
      assert.deepEqual(
        problemsOfRow(new RowChecker(jinjaTemplate('T', frame('{{ m.content }}'))), JSON.stringify(row)),
        [],
      );
  });

  test('a content that is null, and written as None', () => {
    const nothing = { ...calling({ city: 'Oslo' }), content: null };
    const none = frame('{{ m.content }}{% for c in m.tool_calls or [] %}{{ c | tojson }}{% endfor %}');
    assert.deepEqual(told(none, [user, nothing, reply, answer]), [['template-writes-none', '"content":n']]);
    const orEmpty = none.replace('m.content', "m.content or ''");
    assert.deepEqual(told(orEmpty, [{ ...user, content: 'None?' }, nothing, reply, answer]), []);
  });

  test('nothing, where each is written', () => {
    for (const args of [{ city: 'Paris', days: '7' }, '{"city": "Paris", "days": "7"}'])
      assert.deepEqual(
        told(calls(written), [user, calling(args), { ...reply, content: '7' }, answer, user, answer]),
        [],
      );
  });
});
