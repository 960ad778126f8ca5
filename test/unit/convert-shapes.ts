/** Conversations in every JSON shape that is read. Each `@` stands for a different word. */
const call = (id: string, name: string, args: string) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const tools = [
  {
    type: 'function',
    function: {
      name: 'look@',
      description: 'Looks @ up.',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string', description: 'the @' } },
        required: ['city'],
      },
    },
  },
];

const chat = [
  { role: 'system', content: 'Be @.' },
  {
    role: 'user',
    name: 'Ann@',
    content: [
      { type: 'text', text: 'What @?' },
      { type: 'text', text: '@ 天気 😀' },
    ],
  },
  {
    role: 'assistant',
    reasoning_content: 'Two calls @.',
    content: 'One moment @.',
    tool_calls: [call('a@', 'f@', '{"city":"@"}'), call('b@', 'g', '{"x":1.0}')],
  },
  { role: 'tool', tool_call_id: 'b@', content: '{"error":"@"}' },
  { role: 'tool', tool_call_id: 'a@', content: '@' },
  { role: 'assistant', content: 'It is @.\n```\n<b>@</b>\n```' },
];

const spoken = [
  { role: 'user', content: '@' },
  { role: 'assistant', content: '<think>@</think>Hello @' },
  { role: 'user', content: '@' },
];

/** Sample values by the name of their form in `--from`. */
export const shapedSources: Readonly<Record<string, readonly unknown[]>> = {
  messages: [
    { messages: chat, tools },
    { messages: spoken },
    spoken,
    [{ messages: spoken }, { messages: spoken }],
    {
      messages: [
        { role: 'user', content: '@' },
        { role: 'assistant', function_call: { name: 'f', arguments: '{"a":"@"}' }, content: null },
        { role: 'function', name: 'f', content: '@' },
        { role: 'tool_call', content: '{"name":"g","arguments":{"b":"@"}}' },
        { role: 'tool_response', content: '@' },
      ],
      id: '@',
      model: '@',
    },
    {
      messages: [
        { role: 'user', content: [{ type: 'text', value: '@' }], loss_weight: 0 },
        {
          role: 'assistant',
          name: '@',
          content: [
            { type: 'reasoning', value: '@' },
            { type: 'text', value: '@' },
            { type: 'tool_call', value: '{"name":"f@","arguments":{"a":"@"}}' },
          ],
        },
        { role: 'tool', content: [{ type: 'text', value: '@' }] },
      ],
    },
    { traj: spoken, reward: '@', info: { task: '@' } },
    { history: chat, trajectory: [{ action: '@', observation: '@' }] },
    { chat: spoken },
    { id: '@', question: [[{ role: 'user', content: '@' }], spoken], function: [{ name: 'f', description: '@' }] },
    { eval: { task: '@' }, samples: [{ id: '@', input: '@', messages: spoken }, { messages: spoken }] },
    {
      message_tree_id: '@',
      prompt: {
        ...{ message_id: '@', role: 'prompter', text: '@' },
        replies: [
          { role: 'assistant', text: '@', replies: [{ role: 'prompter', text: '@' }, 7] },
          { role: 'assistant', text: '@', emojis: { '+1': '@' }, replies: [] },
        ],
      },
    },
  ],
  sharegpt: [
    {
      conversations: [
        { from: 'human', value: 'Hi @' },
        { from: 'gpt', value: 'Hello @' },
      ],
    },
    {
      id: '@',
      system: 'Be @.',
      conversations: [
        { from: 'human', value: 'Hi @' },
        { from: 'gpt', value: '<think>@</think>Hello @' },
        { from: 'function_call', value: '{"name":"f","arguments":{"a":"@"}}' },
        { from: 'observation', value: '@' },
        { from: 'gpt', value: '@', weight: 1 },
      ],
    },
  ],
  preference: [
    { prompt: '@', chosen_messages: spoken, rejected_messages: spoken },
    { prompt: 'Hello', chosen: [{ role: 'user', content: 'Hello' }, ...spoken], rejected: spoken },
    { prompt: '@', chosen: [{ role: 'assistant', content: '@' }], rejected: [{ role: 'assistant', content: '@' }] },
    { question: '@', response_j: '@', response_k: '@' },
    { instruction: '@', chosen_response: '@', rejected_response: '@' },
    { prompt: '@', chosen: '@', rejected: '@' },
    { prompt: '@', chosen: '@' },
    { chosen: '\n\nHuman: @\n\nAssistant: @', rejected: '\n\nHuman: @\n\nAssistant: @' },
    { chosen: spoken, rejected: spoken, score: '@' },
    { prompt: [{ role: 'user', content: '@' }], chosen: [{ role: 'assistant', content: '@' }], rejected: [] },
  ],
  'prompt-completion': [
    { system_prompt: '@', question: '@', response: '@', id: '@' },
    { question: '@', answer: '@', context: '@' },
    { problem: '@', solution: '@', source: '@' },
    { inputs: '@', targets: '@' },
    { prompt: '@', system: '@', answer: '@' },
    { system: '@', input: '@', output: '@' },
    { prompt: '@', completion: [{ role: 'assistant', content: '@' }] },
    { prompt: '@', completion: '@', more: '@' },
    { instruction: '@', input: '@', output: '@' },
    { system: '@', prompt: '@', completion: '@' },
    { system: '@', query: '@', response: '@', history: [['@', '@']] },
    { system: '@', conversation: [{ human: '@', assistant: '@' }] },
    { text: 'Human: @\n\nAssistant: @' },
  ],
  anthropic: [
    {
      model: '@',
      system: [{ type: 'text', text: 'Be @.' }],
      tools: [{ name: 'f', description: '@', input_schema: { type: 'object', properties: { a: { type: 'string' } } } }],
      messages: [
        { role: 'user', content: '@' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: '@', signature: '@' },
            { type: 'text', text: '@' },
            { type: 'tool_use', id: 't1@', name: 'f', input: { a: '@', n: 1.0 } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1@', is_error: true, content: [{ type: 'text', text: '@' }] },
            { type: 'image', source: { type: 'url', url: '@' } },
            { type: 'text', text: '@' },
          ],
        },
      ],
    },
  ],
  responses: [
    {
      instructions: 'Be @.',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: '@' }] },
        { type: 'reasoning', id: '@', summary: [{ type: 'summary_text', text: '@' }] },
        { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: '@' }] },
        { type: 'function_call', id: '@', call_id: 'c1@', name: 'f', arguments: '{"a":"@"}' },
        { type: 'function_call_output', call_id: 'c1@', output: '@' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: '@', annotations: [] }] },
      ],
    },
    { instructions: '@', input: '@' },
  ],
  'chat-completion': [
    {
      // The ids and type names that an API adds to its response are not part of the conversation.
      id: 'chatcmpl-1',
      object: 'chat.completion',
      choices: [
        { index: 0, message: { role: 'assistant', reasoning_content: '@', content: '@' }, finish_reason: 'stop' },
        { index: 1, message: { role: 'assistant', content: '@' } },
      ],
      usage: { total_tokens: 3 },
    },
  ],
  'harmony-json': [
    {
      messages: [
        {
          role: 'system',
          content: [{ type: 'system_content', model_identity: '@', reasoning_effort: 'Low', knowledge_cutoff: '@' }],
        },
        { role: 'developer', content: [{ type: 'developer_content', instructions: '@' }] },
        { role: 'user', name: 'ann@', content: '@' },
        { role: 'assistant', channel: 'analysis', content: [{ type: 'text', text: '@' }] },
        {
          role: 'assistant',
          channel: 'commentary',
          recipient: 'functions.f',
          content_type: '<|constrain|>json',
          content: '{"a":"@"}',
        },
        { role: 'tool', name: 'functions.f', recipient: 'assistant', channel: 'commentary', content: '@' },
        { role: 'assistant', channel: 'final', content: '@' },
      ],
    },
  ],
  'openchatml-json': [
    [
      { role: 'user', name: 'ann@', content: '@' },
      { role: 'assistant', thinking: '@', channel: 'commentary', intent: 'preamble', content: '@' },
      {
        role: 'assistant',
        channel: 'commentary',
        tool_call: { id: 'c1@', recipient: 'functions.f', content_type: 'json', arguments: { a: '@', n: 1.0 } },
      },
      { role: 'tool', call_id: 'c1@', name: 'functions.f', content: '@' },
      { role: 'assistant', channel: 'final', content: '@' },
    ],
    { role: 'user', content: '@' },
    [
      [
        { role: 'user', content: '@' },
        { role: 'assistant', channel: 'commentary', tool_call: { id: '@', recipient: 'functions.f', arguments: '{}' } },
      ],
      [{ role: 'assistant', channel: 'final', content: '@' }],
    ],
  ],
  'chatml-wire': [
    [
      ...[{ token: '<|im_start|>' }, 'system', { token: '<|im_sep|>' }, '@', { token: '<|im_end|>' }],
      ...[{ token: '<|im_start|>' }, 'user name=ann', { token: '<|im_sep|>' }, '@', '@', { token: '<|im_end|>' }],
      ...[{ token: '<|im_start|>' }, 'assistant', { token: '<|im_sep|>' }, '@', { token: '<|im_end|>' }],
    ],
    [
      ...[{ token: '<|start|>' }, 'user', { token: '<|message|>' }, '@', { token: '<|end_message|>' }],
      ...[{ token: '<|start|>' }, 'assistant', { token: '<|message|>' }],
    ],
  ],
  text: [
    { text: '<|im_start|>user\n@<|im_end|>\n<|im_start|>assistant\n@<|im_end|>\n', source: '@' },
    [{ text: 'version: 2.2\nnotes: @\n<|start|>user<|message|>@<|end|>\n' }],
  ],
};
