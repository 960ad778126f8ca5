/** The call graph over stdio: definitions, references and highlights in every dialect that has calls. */
import * as assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Client, start } from './client.ts';
import { call, declared, expects, open } from './graph.ts';

let client: Client;
before(async () => {
  client = await start();
});

/** A description, a request, a file name extension, and an example. */
const examples: readonly [what: string, method: string, ending: string, text: string][] = [
  [
    'from the id of a reply to its call',
    'definition',
    '.ocml',
    `${call('functions.f', '«c1»')}${call('functions.f', 'c2')}<|start|>tool name=functions.f call_id=$0c1<|message|>1<|end|>\n`,
  ],
  [
    'from the name in a reply to its call',
    'definition',
    '.ocml',
    `${declared('f')}${call('functions.f', '«c1»')}<|start|>tool name=functions.f$0 call_id=c1<|message|>1<|end|>\n`,
  ],
  ['from a recipient to the declaration', 'definition', '.ocml', `${declared('«f»')}${call('func$0tions.f', 'c1')}`],
  [
    'to the last declaration before the call',
    'definition',
    '.ocml',
    `${declared('f')}${declared('«f»')}${call('functions.f$0', 'c1')}${declared('f')}`,
  ],
  [
    'to the declaration after it where none is before',
    'definition',
    '.ocml',
    `${call('$0functions.f', 'c1')}${declared('«f»')}`,
  ],
  ['of the id of a call, which is its own', 'definition', '.ocml', call('functions.f', '«c$01»')],
  ['of a tool that nobody declares', 'definition', '.ocml', call('functions.$0f', 'c1')],
  [
    'of what is not a name',
    'definition',
    '.ocml',
    `${call('functions.f', 'c1')}<|start|>user<|message|>fun$0ctions.f<|end|>\n`,
  ],
  [
    'of one id that two calls have: first come, first served',
    'definition',
    '.ocml',
    `${call('functions.f', 'c')}${call('functions.f', '«c»')}<|start|>tool call_id=c name=functions.f<|message|>1<|end|>\n<|start|>tool name=functions.f call_id=$0c<|message|>2<|end|>\n`,
  ],
  [
    'in Harmony, by the tool: first come, first served',
    'definition',
    '.harmony',
    '<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}<|call|><|start|>assistant<|channel|>commentary to=«functions.g» <|constrain|>json<|message|>{}<|call|><|start|>functions.f to=assistant<|channel|>commentary<|message|>1<|end|><|start|>functions.$0g to=assistant<|channel|>commentary<|message|>2<|end|>',
  ],
  [
    'in ChatML, from a reply to its call by their order',
    'definition',
    '.chatml',
    `<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>\n<tool_call>\n{"name": "«g»", "arguments": {}}\n</tool_call><|im_end|>\n<|im_start|>user\n<tool_response>\n1\n</tool_response>\n<tool_$0response>\n2\n</tool_response><|im_end|>\n`,
  ],
  [
    'in ChatML, from a call to `<tools>`',
    'definition',
    '.chatml',
    `<|im_start|>system\n<tools>\n{"type": "function", "function": {"name": "«f»", "parameters": {}}}\n</tools><|im_end|>\n<|im_start|>assistant\n<tool_call>\n<function=$0f>\n</function>\n</tool_call><|im_end|>\n`,
  ],
  [
    'in 0.1, from a call to the function list',
    'definition',
    '.chatml',
    `<|im_start|>system\n<|function_list|>\n[{"type": "function", "function": {"name": "«f»", "parameters": {}}}]<|im_end|>\n<|im_start|>assistant\n<|function_call|>\n{"name": "$0f", "arguments": {}}<|im_end|>\n`,
  ],
  [
    'in 0.1, from an output to its call',
    'definition',
    '.chatml',
    `<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": {}}\n<|function_call|>\n{"name": "«g»", "arguments": {}}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n{"name": "f", "content": 1}\n<|function_output|>\n{"name": "g$0", "content": 2}<|im_end|>\n`,
  ],
  [
    'in 0.1, from the name of a message with one output to its call',
    'definition',
    '.chatml',
    '<|im_start|>assistant\n<|function_call|>\n{"name": "«f»", "arguments": {}}<|im_end|>\n<|im_start|>tool name=$0f\n<|function_output|>\n{"name": "f", "content": 1}<|im_end|>\n',
  ],
  [
    'in Llama 3, from what the tool returned to the call',
    'definition',
    '.llama3',
    `<|start_header_id|>assistant<|end_header_id|>\n\n{"name": "«f»", "parameters": {}}<|eom_id|><|start_header_id|>ipy$0thon<|end_header_id|>\n\n1<|eot_id|>`,
  ],
  [
    'in a message list, from the id of a reply to its call',
    'definition',
    '.messages.json',
    `{"messages": [{"role": "assistant", "tool_calls": [{"id": "«a»", "type": "function", "function": {"name": "f", "arguments": "{}"}}]},\n{"role": "tool", "tool_call_id": "$0a", "content": "1"}]}`,
  ],
  [
    'in a message list, from a call to the tools beside it',
    'definition',
    '.messages.json',
    `{"tools": [{"type": "function", "function": {"name": "«f»", "parameters": {}}}],\n"messages": [{"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f$0", "arguments": "{}"}}]}]}`,
  ],
  [
    'in the projection, from a reply to its call on another line',
    'definition',
    '.ocml.jsonl',
    `{"role": "assistant", "channel": "commentary", "content": null, "tool_call": {"recipient": "functions.f", "id": "«c1»", "arguments": "{}"}}\n{"role": "tool", "name": "functions.f", "call_id": "$0c1", "content": "1"}\n`,
  ],
  [
    'of an id',
    'references',
    '.ocml',
    `${call('functions.f', '«c1»')}${call('functions.f', 'c2')}<|start|>tool name=functions.f call_id=«$0c1»<|message|>1<|end|>\n`,
  ],
  [
    'of a tool: declaration, recipient, reply, legacy role, and a reply without the namespace',
    'references',
    '.ocml',
    `${declared('«f»')}${call('«functions.$0f»', 'c1')}<|start|>tool name=«functions.f» call_id=c1<|message|>1<|end|>\n${call('«functions.f»', 'c2')}<|start|>«functions.f» call_id=c2<|message|>1<|end|>\n${call('«functions.f»', 'c3')}<|start|>tool name=«f» call_id=c3<|message|>1<|end|>\n${call('functions.g', 'c4')}`,
  ],
  [
    'of a speaker, who has a role',
    'references',
    '.ocml',
    '<|start|>user name=«mira»<|message|>a<|end|>\n<|start|>assistant name=mira<|message|>b<|end|>\n<|start|>user name=«mi$0ra»<|message|>c<|end|>\n',
  ],
  [
    'of a speaker in Harmony and in ChatML',
    'references',
    '.harmony',
    '<|start|>user:«al$0ice»<|message|>a<|end|><|start|>user:bob<|message|>b<|end|><|start|>user:«alice»<|message|>c<|end|>',
  ],
  [
    'of a speaker',
    'references',
    '.chatml',
    '<|im_start|>user name=«ali$0ce»\na<|im_end|>\n<|im_start|>user name=«alice»\nb<|im_end|>\n',
  ],
  [
    'of a tool in one row of a data set',
    'references',
    '.messages.jsonl',
    ['«f', 'f']
      .map(
        (name, i) =>
          `{"tools": [{"type": "function", "function": {"name": "${name}${i === 0 ? '»' : ''}"}}], "messages": [{"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "${i === 0 ? '«f$0»' : 'f'}", "arguments": "{}"}}]}, {"role": "tool", "name": "${i === 0 ? '«f»' : 'f'}", "tool_call_id": "a", "content": "1"}]}\n`,
      )
      .join(''),
  ],
  [
    'in a transcript that is a string of JSON, from a reply to its call',
    'definition',
    '.jsonl',
    String.raw`{"text": "<|start|>assistant to=functions.f call_id=a<|channel|>commentary<|message|>{}<|call|>"}
{"text": "<|start|>user<|message|>\"f\"<|end|>\n<|start|>assistant to=functions.f call_id=«a»<|channel|>commentary<|message|>{\"x\": 1}<|call|>\n<|start|>tool name=functions.f call_id=$0a<|message|>1<|end|>"}
`,
  ],
  [
    'in ChatML that is a string of JSON, where order tells',
    'references',
    '.jsonl',
    String.raw`{"text": "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<tool_call>\n{\"name\": \"«f»\", \"arguments\": {}}\n</tool_call><|im_end|>\n<|im_start|>user\n<tool_response>\n{\"name\": \"«$0f»\", \"content\": 1}\n</tool_response><|im_end|>"}
`,
  ],
  [
    'of a call that events of a stream cancel',
    'references',
    '.events.jsonl',
    '{"event": "tool.cancel", "call_id": "«c1»", "reason": "a"}\n{"event": "tool.cancel", "call_id": "c2", "reason": "a"}\n{"event": "tool.cancel", "call_id": "«$0c1»", "reason": "b"}\n',
  ],
  ['of nothing', 'references', '.ocml', '<|start|>us$0er<|message|>a<|end|>\n'],
  [
    'of an id',
    'documentHighlight',
    '.ocml',
    `${call('functions.f', '«$0c1»')}<|start|>tool name=functions.f call_id=«c1»<|message|>1<|end|>\n`,
  ],
  [
    'of ids of Anthropic',
    'documentHighlight',
    '.messages.json',
    `{"system": "x", "messages": [{"role": "assistant", "content": [{"type": "tool_use", "id": "«t1»", "name": "f", "input": {}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "«$0t1»", "content": "1"}]}]}`,
  ],
  ['of nothing', 'documentHighlight', '.ocml', '<|start|>user<|message|>$0a<|end|>\n'],
];

for (const [what, method, ending, text] of examples)
  test(`${method} ${what} (${ending})`, () => expects(client, method, text, ending));

test('references without what defines them', async () => {
  const { uri, position } = open(client, `${declared('f')}${call('functions.$0f', 'c1')}`, '.ocml');
  const context = { includeDeclaration: false };
  assert.equal((await client.ask<unknown[]>('references', uri, { position, context })).length, 1);
});

test('a definition says what leads there, to a client that shows it', async () => {
  const linking = await start({ capabilities: { textDocument: { definition: { linkSupport: true } } } });
  const text = `${declared('«f»')}${call('«func$0tions.f»', 'c1')}`;
  const { uri, position, ranges } = open(linking, text, '.ocml');
  const [link] = await linking.ask<{ originSelectionRange: unknown; targetRange: unknown }[]>('definition', uri, {
    position,
  });
  assert.deepEqual([link?.targetRange, link?.originSelectionRange], ranges);
  assert.equal(await linking.stop(), 0);
});

test('a document that is not open has nothing, as a list', async () => {
  assert.deepEqual(await client.ask('references', 'file:///none.ocml', { position: { line: 0, character: 0 } }), []);
  assert.deepEqual(await client.ask('definition', 'file:///none.ocml', {}), []);
});

test('nothing failed', async () => {
  assert.deepEqual(client.log, []);
  assert.equal(await client.stop(), 0);
});
