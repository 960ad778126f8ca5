/** The profile `anthropic` rejects requests with a single fault that the API rejects, and accepts valid requests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../support/check.ts';

type Json = Record<string, unknown>;

const tool = {
  name: 'add',
  description: 'Adds.',
  input_schema: { type: 'object', properties: { a: { type: 'number' } } },
};
const use = { type: 'tool_use', id: 'toolu_1', name: 'add', input: { a: 3 } };
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: '7' };
const thought = { type: 'thinking', thinking: 'Add them.', signature: 'c2ln' };
const request = (): Json => ({
  model: 'claude-sonnet-4-5',
  max_tokens: 1024,
  system: 'Be brief.',
  messages: [
    { role: 'user', content: '3 + 4?' },
    { role: 'assistant', content: [{ type: 'text', text: 'I add.' }, use] },
    { role: 'user', content: [result] },
  ],
  tools: [tool],
});

const problemsOf = (document: unknown, profile?: 'anthropic') =>
  check(JSON.stringify(document), { dialect: 'messages', ...(profile && { profile }) });

const accepted: readonly (readonly [what: string, more: Json])[] = [
  ['a request', {}],
  [
    'parameters',
    { temperature: 1, top_p: 0.9, top_k: 5, stop_sequences: ['END'], stream: true, metadata: { user_id: 'u' } },
  ],
  ['a choice', { tool_choice: { type: 'tool', name: 'add', disable_parallel_tool_use: true } }],
  ['a tool of the server', { tools: [tool, { type: 'web_search_20250305', name: 'web_search', max_uses: 5 }] }],
  [
    'thinking',
    {
      max_tokens: 4096,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [thought, use] },
        { role: 'user', content: [result, { type: 'text', text: 'And?' }] },
      ],
    },
  ],
  ['results in two messages', { messages: [...(request().messages as Json[]), { role: 'user', content: 'And 5?' }] }],
  [
    'an answer to continue',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
      ],
    },
  ],
  [
    'an image',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
            { type: 'text', text: 'See' },
          ],
        },
      ],
    },
  ],
];

for (const [what, more] of accepted)
  test(`${what}: nothing is reported`, () => assert.deepEqual(problemsOf({ ...request(), ...more }, 'anthropic'), []));

/** A fault, and a part of the error message of the API. */
const faults: readonly (readonly [what: string, more: Json, words: RegExp])[] = [
  ['no max_tokens', { max_tokens: undefined }, /max_tokens: Field required/],
  ['max_tokens of -1', { max_tokens: -1 }, /max_tokens: Input should be greater than or equal to 0/],
  ['a misspelled parameter', { temprature: 1 }, /temprature: Extra inputs are not permitted/],
  ['a parameter of another API', { response_format: { type: 'text' } }, /response_format: Extra inputs/],
  [
    'a misspelled type of block',
    { messages: [{ role: 'user', content: [{ type: 'txt', text: 'x' }] }] },
    /Input tag 'txt'/,
  ],
  [
    'a part of another API',
    { messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
    /Input tag 'image_url'/,
  ],
  ['a tool of another API', { tools: [{ type: 'function', function: { name: 'f' } }] }, /Input tag 'function'/],
  ['no model', { model: undefined }, /model: Field required/],
  ['no messages in the list', { messages: [] }, /at least one message is required/],
  ['temperature too high', { temperature: 1.5 }, /temperature: Input should be less than or equal to 1/],
  ['an unknown parameter', { frequency_penalty: 1 }, /frequency_penalty: Extra inputs are not permitted/],
  ['a blank stop sequence', { stop_sequences: [' '] }, /each stop sequence must contain/],
  [
    'a system message',
    {
      messages: [
        { role: 'system', content: 'x' },
        { role: 'user', content: 'Hi' },
      ],
    },
    /Unexpected role "system"/,
  ],
  [
    'a role tool',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'tool', content: 'x' },
      ],
    },
    /Unexpected role "tool"/,
  ],
  [
    'the assistant first',
    {
      messages: [
        { role: 'assistant', content: 'x' },
        { role: 'user', content: 'Hi' },
      ],
    },
    /first message must use the "user" role/,
  ],
  [
    'a member of OpenAI’s',
    { messages: [{ role: 'user', content: 'Hi', name: 'Ada' }] },
    /messages\.0\.name: Extra inputs/,
  ],
  [
    'an empty text',
    { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
    /text content blocks must be non-empty/,
  ],
  ['a blank text', { messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] }, /must contain non-/],
  ['an empty content', { messages: [{ role: 'user', content: '' }] }, /must have non-empty content/],
  [
    'an image of OpenAI’s',
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
    /does not match any of the expected tags/,
  ],
  [
    'an answer that ends with a space',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello ' },
      ],
    },
    /cannot end with trailing/,
  ],
  [
    'a bad id',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [{ ...use, id: 'a.b' }] },
        { role: 'user', content: [{ ...result, tool_use_id: 'a.b' }] },
      ],
    },
    /tool_use\.id: String should match pattern/,
  ],
  [
    'a call without result',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [use] },
        { role: 'user', content: 'And?' },
      ],
    },
    /ids were found without `tool_result`/,
  ],
  [
    'a call at the end',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [use] },
      ],
    },
    /ids were found without `tool_result`/,
  ],
  [
    'a text before the result',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [use] },
        { role: 'user', content: [{ type: 'text', text: 'x' }, result] },
      ],
    },
    /ids were found without `tool_result`/,
  ],
  ['a result without call', { messages: [{ role: 'user', content: [result] }] }, /unexpected `tool_use_id`/],
  ['a call of the user', { messages: [{ role: 'user', content: [use] }] }, /can only be in `assistant` messages/],
  [
    'a result of the assistant',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [result] },
      ],
    },
    /can only be in `user` messages/,
  ],
  [
    'one id twice',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [use, use] },
        { role: 'user', content: [result] },
      ],
    },
    /ids must be unique/,
  ],
  [
    'an input that is a string',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [{ ...use, input: '{}' }] },
        { role: 'user', content: [result] },
      ],
    },
    /input: Input should be a valid dictionary/,
  ],
  [
    'a thought without signature',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'x' },
            { type: 'text', text: 'x' },
          ],
        },
      ],
    },
    /thinking\.signature: Field required/,
  ],
  [
    'a thought at the end',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [thought] },
      ],
    },
    /cannot be `thinking`/,
  ],
  [
    'a small budget',
    { thinking: { type: 'enabled', budget_tokens: 100 }, messages: [{ role: 'user', content: 'Hi' }] },
    /budget_tokens: Input should be greater than or equal to 1024/,
  ],
  [
    'a budget over max_tokens',
    {
      tools: undefined,
      thinking: { type: 'enabled', budget_tokens: 2048 },
      messages: [{ role: 'user', content: 'Hi' }],
    },
    /must be greater than `thinking\.budget_tokens`/,
  ],
  [
    'thinking with a temperature',
    {
      max_tokens: 4096,
      temperature: 0.5,
      thinking: { type: 'enabled', budget_tokens: 1024 },
      messages: [{ role: 'user', content: 'Hi' }],
    },
    /may only be set to 1/,
  ],
  [
    'thinking without its block',
    { max_tokens: 4096, thinking: { type: 'enabled', budget_tokens: 1024 } },
    /Expected `thinking`/,
  ],
  [
    'a tool with a bad name',
    { tools: [{ ...tool, name: 'a b' }], messages: [{ role: 'user', content: 'Hi' }] },
    /custom\.name: String should match pattern/,
  ],
  ['a tool without schema', { tools: [{ name: 'add' }] }, /input_schema: Field required/],
  [
    'a schema of another type',
    { tools: [{ name: 'add', input_schema: { type: 'array' } }] },
    /input_schema\.type: Input should be 'object'/,
  ],
  [
    'a type that does not exist',
    { tools: [{ name: 'add', input_schema: { type: 'object', properties: { a: { type: 'str' } } } }] },
    /JSON schema is invalid/,
  ],
  [
    'anyOf at the top',
    { tools: [{ name: 'add', input_schema: { type: 'object', anyOf: [{}] } }] },
    /does not support oneOf, allOf, or anyOf/,
  ],
  ['one tool twice', { tools: [tool, tool] }, /names must be unique/],
  [
    'a tool of OpenAI’s',
    { tools: [{ type: 'function', function: { name: 'add' } }] },
    /does not match any of the expected tags/,
  ],
  [
    'a choice that is not declared',
    { tool_choice: { type: 'tool', name: 'sub' } },
    /Tool 'sub' not found in provided tools/,
  ],
  [
    'a choice without tools',
    { tools: undefined, tool_choice: { type: 'any' } },
    /tool_choice\.any may only be specified while/,
  ],
];

for (const [what, more, words] of faults) {
  test(`${what} is an error`, () => {
    const document = { ...request(), ...more };
    const found = problemsOf(document, 'anthropic');
    assert.ok(
      found.some(({ severity, message }) => severity === 'error' && words.test(message)),
      found.map(({ severity, code, message }) => `${severity} ${code}: ${message}`).join('\n') || 'nothing',
    );
    const codes = problemsOf(document).map(({ code }) => code);
    assert.ok(!codes.some((code) => code.startsWith('profile-')));
  });
}
