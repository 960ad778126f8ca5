/** JSON values keep their spelling: numbers beyond the precision of a double, keys that occur twice, and the order of keys. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertJson, jsonOf, type Options, type TargetName } from '../../server/src/convert/index.ts';
import { conversationTargets } from '../support/convert.ts';

const odd =
  '{"id":12345678901234567890,"one":1.0,"far":1e400,"a":1,"a":2,"10":-0,"2":[1.50,"\\ud83d"],"__proto__":{"x":1}}';
const quoted = JSON.stringify(odd);
const call = (args: string) => `{"id":"c1","type":"function","function":{"name":"f","arguments":${args}}}`;
const chat = (args: string) =>
  `{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":null,"tool_calls":[${call(args)}]}]}`;

/** A conversation with the same arguments in each form that can hold them. */
const sources: Readonly<Record<string, string>> = {
  messages: chat(odd),
  'messages, quoted': chat(quoted),
  anthropic: `{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":${odd}}]}]}`,
  responses: `{"input":[{"role":"user","content":"Hi"},{"type":"function_call","call_id":"c1","name":"f","arguments":${quoted}}]}`,
  'openchatml-json': `[{"role":"user","content":"Hi"},{"role":"assistant","channel":"commentary","tool_call":{"id":"c1","recipient":"functions.f","arguments":${odd}}}]`,
  'harmony-json': `{"messages":[{"role":"assistant","channel":"commentary","recipient":"functions.f","content_type":"<|constrain|>json","content":${quoted}}]}`,
  sharegpt: `{"conversations":[{"from":"human","value":"Hi"},{"from":"function_call","value":${JSON.stringify(`{"name":"f","arguments":${odd}}`)}}]}`,
  agents: `{"messages":[{"role":"user","content":"Hi"},{"role":"tool_call","content":${JSON.stringify(`{"name":"f","arguments":${odd}}`)}}]}`,
  tags: `{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":${JSON.stringify(`<tool_call>{"name":"f","arguments":${odd}}</tool_call>`)}}]}`,
};
const options = (to: TargetName, from?: Options['from']): Options => ({
  to,
  from,
  keepNames: false,
  bos: undefined,
  row: true,
});
const writtenOf = (text: string, to: TargetName, placed: boolean, from?: Options['from']) => {
  const { output } = convertJson(text, options(to, from), placed);
  assert.ok(output, text);
  return 'text' in output ? output.text : jsonOf(output.value);
};

/** Forms that are skipped: `chatml-wire` splits arguments into pieces, and the other two have no calls. */
const withoutArguments: ReadonlySet<TargetName> = new Set(['chatml-wire', 'phi3', 'alpaca']);

for (const [name, source] of Object.entries(sources))
  suite(name, () => {
    for (const to of conversationTargets.filter((one) => !withoutArguments.has(one)))
      test(to, () => {
        for (const placed of [true, false]) {
          const written = writtenOf(source, to, placed, name === 'harmony-json' ? 'harmony-json' : undefined);
          assert.ok(written.includes(odd) || written.includes(quoted.slice(1, -1)), `${placed}: ${written}`);
        }
      });
  });

test('a request in itself keeps each number, and the order of its keys', () => {
  const request = `{ "messages": [ {"role": "user", "content": "Hi", "seed": 12345678901234567890} ],\n "b": 1.0, "10": 1e400, "2": {} }`;
  const compact = '{"messages":[{"role":"user","content":"Hi","seed":12345678901234567890}],"b":1.0,"10":1e400,"2":{}}';
  for (const placed of [true, false]) assert.equal(writtenOf(request, 'messages', placed), compact);
});

test('with indentation, too', () => {
  const { output } = convertJson(
    `{"messages":[{"role":"user","content":"a, [b]"}],"x":[1.0,{}]}`,
    options('messages'),
    true,
  );
  assert.ok(output && 'value' in output);
  assert.equal(
    jsonOf(output.value, true),
    `{\n  "messages": [\n    {\n      "role": "user",\n      "content": "a, [b]"\n    }\n  ],\n  "x": [\n    1.0,\n    {}\n  ]\n}`,
  );
});

test('tools and parts are written as they are', () => {
  const tool =
    '{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{"n":{"maximum":9223372036854775807,"default":1.0}}}}}';
  const part = '{"type":"image_url","image_url":{"url":"data:,","detail":1.0}}';
  const agents = `{"messages":[{"role":"user","content":[{"type":"text","text":"Hi"},${part}]},{"role":"tool_response","content":"x"}],"tools":[${tool}]}`;
  for (const placed of [true, false]) {
    const written = writtenOf(agents, 'messages', placed, 'sharegpt');
    assert.ok(written.includes(tool) && written.includes(part), written);
  }
});

test('a number of a declaration that is rounded is told, wherever it is', () => {
  for (const number of ['9223372036854775807', '-9223372036854775807', '1e400', '-1e400', '0.12345678901234567891']) {
    const row = `{"messages":[{"role":"user","content":"Hi"}],"tools":[{"name":"f","parameters":{"type":"object","properties":{"n":{"type":"number","default":${number}}}}}]}`;
    for (const placed of [true, false]) {
      const { notes } = convertJson(row, options('openchatml-2.2'), placed);
      assert.ok(
        notes.some(({ start, end }) => row.slice(start, end) === number),
        `${number} ${placed}`,
      );
    }
  }
});

test('a content that is not a string becomes its JSON, which is told', () => {
  const row =
    '{"messages":[{"role":"user","content":"Hi"},{"role":"tool","content":{"big": 12345678901234567890}},{"role":"tool","content":7.50}]}';
  for (const placed of [true, false]) {
    const { output, notes } = convertJson(row, options('openchatml-2.2'), placed);
    const { text } = output as { text: string };
    assert.ok(text.includes('{"big":12345678901234567890}<|end|>') && text.includes('7.50<|end|>'), text);
    // Neither reply answers a call, and warnings report this in addition to the losses.
    for (const kind of ['loss', 'warning'])
      assert.deepEqual(
        notes.filter((note) => note.kind === kind).map(({ start, end }) => row.slice(start, end)),
        ['{"big": 12345678901234567890}', '7.50'],
      );
    assert.equal(notes.length, 4);
  }
});

test('a reply in tags that answers no call is told, since its id is made up', () => {
  const row = '{"messages":[{"role":"user","content":"<tool_response>"}]}';
  for (const to of ['openchatml-2.2', 'openchatml-json'] as const) {
    const { notes } = convertJson(row, options(to), true);
    assert.deepEqual(
      notes.flatMap(({ kind, message }) => (kind === 'warning' ? message : [])),
      [
        'This reply does not answer an earlier call, so it gets a made-up id, which checks will report. Add the call, or remove the reply.',
      ],
      to,
    );
  }
});

test('JSON of any depth is converted, or refused', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const nested = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  for (const to of ['openchatml-2.2', 'openchatml-0.1', 'messages'] as const)
    for (const text of [
      deep,
      nested,
      chat(nested),
      chat(deep),
      `{"messages":[{"role":"user","content":${deep}}]}`,
      `{"messages":[],"x":${nested}}`,
    ])
      for (const placed of [true, false]) {
        const { output, notes } = convertJson(text, options(to), placed);
        assert.ok(output !== undefined || notes.length > 0);
        if (output && 'value' in output) assert.ok(jsonOf(output.value, true).length < 2_000_000);
      }
});
