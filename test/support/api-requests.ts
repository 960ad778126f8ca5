/** Random requests that OpenAI's published schema accepts, and single faults that it rejects. */

export type Random = () => number;
type Json = Record<string, unknown>;

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const often = (random: Random, chance = 0.5) => random() < chance;
const words = ['When do I sow peas?', 'In March.', 'Naïve ☀ 日本', 'Answer as json.'];
const between = (random: Random, low: number, high: number) => low + Math.floor(random() * (high - low + 1));

const textParts = (random: Random) => [{ type: 'text', text: pick(random, words) }];
const saidText = (random: Random) => (often(random, 0.3) ? textParts(random) : pick(random, words));
const pickName = (random: Random) => (often(random, 0.2) ? { name: pick(random, ['Ada', 'a-b', 'Käthe']) } : {});

function user(random: Random): Json {
  const parts = [
    { type: 'text', text: 'See this:' },
    { type: 'image_url', image_url: { url: 'https://example.com/a.png', ...(often(random) && { detail: 'low' }) } },
    { type: 'input_audio', input_audio: { data: 'AAAA', format: pick(random, ['wav', 'mp3']) } },
    { type: 'file', file: { file_id: 'file-1' } },
  ];
  const content = often(random, 0.3) ? parts.slice(0, between(random, 1, parts.length)) : pick(random, words);
  return { role: 'user', content, ...pickName(random) };
}

/** Returns calls with their replies, and the answer. */
function called(random: Random, names: readonly string[], count: number): Json[] {
  const calls = Array.from({ length: between(random, 1, 3) }, (_, index) => ({
    id: `call_${count}_${index}`,
    type: 'function',
    function: { name: pick(random, names), arguments: '{"a": 3, "b": 4}' },
  }));
  const content = pick(random, [{}, { content: null }, { content: 'I look it up.' }]);
  const replies = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: saidText(random) }));
  if (often(random)) replies.reverse();
  return [{ role: 'assistant', ...content, tool_calls: calls }, ...replies, { role: 'assistant', content: 'Seven.' }];
}

const tool = (name: string) => ({
  type: 'function',
  function: {
    name,
    description: 'Adds two numbers.',
    parameters: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: ['integer', 'null'] } },
      required: ['a', 'b'],
      additionalProperties: false,
    },
    strict: true,
  },
});

const parameters: Readonly<Record<string, (random: Random) => unknown>> = {
  temperature: (random) => pick(random, [0, 0.7, 2, null]),
  top_p: (random) => pick(random, [0, 0.5, 1]),
  n: (random) => between(random, 1, 128),
  presence_penalty: (random) => pick(random, [-2, 0.1, 2]),
  frequency_penalty: (random) => pick(random, [-2, 0, 2]),
  max_completion_tokens: (random) => between(random, 1, 4096),
  seed: (random) => between(random, -5, 5),
  stop: (random) => pick(random, ['\n', ['a'], ['a', 'b', 'c', 'd'], null]),
  user: () => 'user-1',
  store: (random) => often(random),
  metadata: () => ({ topic: 'peas' }),
  service_tier: (random) => pick(random, ['auto', 'default', 'flex']),
  reasoning_effort: (random) => pick(random, ['minimal', 'low', 'medium', 'high']),
  logit_bias: () => ({ 50256: -100 }),
  verbosity: (random) => pick(random, ['low', 'high']),
};

/** Returns a request that the schema accepts, or with `isRow`, a row for fine-tuning. */
export function validRequest(random: Random, isRow = false): Json {
  const names = ['add', 'get-weather', 'f_2'];
  const messages: Json[] = [];
  if (often(random)) messages.push({ role: pick(random, ['system', 'developer']), content: saidText(random) });
  for (let turn = between(random, 1, 3); turn > 0; turn--) {
    messages.push(user(random));
    if (often(random, 0.4)) messages.push(...called(random, names, turn));
    else messages.push({ role: 'assistant', content: often(random, 0.1) ? null : 'Seven.', refusal: 'No.' });
  }
  const tools = { tools: names.map(tool), parallel_tool_calls: often(random) };
  if (isRow) {
    const last = messages[messages.length - 1] as Json;
    return { messages: [...messages.slice(0, -1), { ...last, weight: pick(random, [1]) }], ...tools };
  }
  messages.push(user(random));
  const request: Json = { model: 'gpt-4o', messages, ...tools };
  for (const [name, of] of Object.entries(parameters)) if (often(random, 0.3)) request[name] = of(random);
  if (often(random, 0.3)) Object.assign(request, { logprobs: true, top_logprobs: between(random, 0, 20) });
  if (often(random, 0.3)) Object.assign(request, { stream: true, stream_options: { include_usage: true } });
  if (often(random, 0.5))
    request.tool_choice = pick<unknown>(random, [
      'none',
      'auto',
      'required',
      { type: 'function', function: { name: 'add' } },
    ]);
  if (often(random, 0.3))
    request.response_format = {
      type: 'json_schema',
      json_schema: { name: 'answer', schema: { type: 'object', properties: { peas: { type: 'string' } } } },
    };
  return request;
}

/** Returns a complete request, to which one fault can be added. */
const base = () => ({
  model: 'gpt-4o',
  store: false,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: '3 + 4?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a": 3, "b": 4}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '7' },
    { role: 'assistant', content: 'Seven.' },
    { role: 'user', content: 'Thanks.' },
  ],
  tools: [tool('add')],
});

/** A path into a value, and the value to set there. If it is `undefined`, the field is removed. */
export type Fault = readonly [what: string, path: readonly (string | number)[], value: unknown];

const long = 'x'.repeat(65);
const image = [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }];
const schema = ['tools', 0, 'function', 'parameters'];

/** Single faults in a request, each with its path. */
export const openAiFaults: readonly Fault[] = [
  ['no model', ['model'], undefined],
  ['a model that is a number', ['model'], 4],
  ['no messages in the list', ['messages'], []],
  ['an unknown role', ['messages', 5, 'role'], 'human'],
  ['no role', ['messages', 5, 'role'], undefined],
  ['a role that is a number', ['messages', 5, 'role'], 1],
  ['no content of a user', ['messages', 5, 'content'], undefined],
  ['no content of a system message', ['messages', 0, 'content'], undefined],
  ['no content of an answer', ['messages', 4, 'content'], undefined],
  ['no content of a reply', ['messages', 3, 'content'], undefined],
  ['null as content of a user', ['messages', 1, 'content'], null],
  ['null as content of an answer', ['messages', 4, 'content'], null],
  ['null as content of a reply', ['messages', 3, 'content'], null],
  ['an object as content', ['messages', 1, 'content'], { text: 'x' }],
  ['a number as content', ['messages', 1, 'content'], 7],
  ['an empty list of parts', ['messages', 1, 'content'], []],
  ['a part that is a string', ['messages', 1, 'content'], ['x']],
  ['a part without type', ['messages', 1, 'content'], [{ text: 'x' }]],
  ['a part of an unknown type', ['messages', 1, 'content'], [{ type: 'image', text: 'x' }]],
  ['a text part without text', ['messages', 1, 'content'], [{ type: 'text' }]],
  ['an image without url', ['messages', 1, 'content'], [{ type: 'image_url', image_url: {} }]],
  ['an image that is a string', ['messages', 1, 'content'], [{ type: 'image_url', image_url: 'https://x' }]],
  ['an unknown detail', ['messages', 1, 'content'], [{ type: 'image_url', image_url: { url: 'x', detail: 'huge' } }]],
  [
    'an unknown format of audio',
    ['messages', 1, 'content'],
    [{ type: 'input_audio', input_audio: { data: 'A', format: 'ogg' } }],
  ],
  ['an image in a system message', ['messages', 0, 'content'], image],
  ['an image in a reply', ['messages', 3, 'content'], image],
  ['an image in an answer', ['messages', 4, 'content'], image],
  ['a refusal part of a user', ['messages', 1, 'content'], [{ type: 'refusal', refusal: 'x' }]],
  ['a name with a space', ['messages', 1, 'name'], 'Ada L'],
  ['a name with a bar', ['messages', 1, 'name'], 'a|b'],
  ['a name with a slash', ['messages', 1, 'name'], 'a/b'],
  ['a long name', ['messages', 1, 'name'], long],
  ['an empty name', ['messages', 1, 'name'], ''],
  ['a weight in a request', ['messages', 4, 'weight'], 1],
  ['an unknown member', ['messages', 4, 'prefix'], true],
  ['reasoning_content', ['messages', 4, 'reasoning_content'], 'x'],
  ['a member of Object’s prototype', ['messages', 4, 'constructor'], 'x'],
  ['an empty tool_calls', ['messages', 4, 'tool_calls'], []],
  ['tool_calls of null', ['messages', 4, 'tool_calls'], null],
  [
    'tool_calls of a user',
    ['messages', 5, 'tool_calls'],
    [{ id: 'c9', type: 'function', function: { name: 'add', arguments: '{}' } }],
  ],
  ['a call without type', ['messages', 2, 'tool_calls', 0, 'type'], undefined],
  ['a call of another type', ['messages', 2, 'tool_calls', 0, 'type'], 'tool'],
  ['a call without id', ['messages', 2, 'tool_calls', 0, 'id'], undefined],
  ['a call with a number as id', ['messages', 2, 'tool_calls', 0, 'id'], 1],
  ['a call without function', ['messages', 2, 'tool_calls', 0, 'function'], undefined],
  ['a call without name', ['messages', 2, 'tool_calls', 0, 'function', 'name'], undefined],
  ['a call with a dot in its name', ['messages', 2, 'tool_calls', 0, 'function', 'name'], 'a.b'],
  ['a call with a long name', ['messages', 2, 'tool_calls', 0, 'function', 'name'], long],
  ['a call without arguments', ['messages', 2, 'tool_calls', 0, 'function', 'arguments'], undefined],
  ['arguments that are an object', ['messages', 2, 'tool_calls', 0, 'function', 'arguments'], { a: 3, b: 4 }],
  ['an index, as in streams', ['messages', 2, 'tool_calls', 0, 'index'], 0],
  ['a reply without tool_call_id', ['messages', 3, 'tool_call_id'], undefined],
  ['a reply to another call', ['messages', 3, 'tool_call_id'], 'c2'],
  ['a call without reply', ['messages', 3], { role: 'user', content: 'x' }],
  ['a lone reply', ['messages', 2], { role: 'assistant', content: 'x' }],
  [
    'a call at the end',
    ['messages', 6],
    {
      role: 'assistant',
      tool_calls: [{ id: 'c9', type: 'function', function: { name: 'add', arguments: '{"a": 1, "b": 1}' } }],
    },
  ],
  ['temperature too high', ['temperature'], 2.1],
  ['temperature too low', ['temperature'], -0.1],
  ['temperature as a string', ['temperature'], '1'],
  ['top_p too high', ['top_p'], 1.1],
  ['top_p too low', ['top_p'], -1],
  ['n of 0', ['n'], 0],
  ['n of 129', ['n'], 129],
  ['n that is not whole', ['n'], 1.5],
  ['presence_penalty too high', ['presence_penalty'], 3],
  ['frequency_penalty too low', ['frequency_penalty'], -2.5],
  ['max_tokens of 0', ['max_tokens'], 0],
  ['max_completion_tokens of 0', ['max_completion_tokens'], 0],
  ['five stops', ['stop'], ['a', 'b', 'c', 'd', 'e']],
  ['a stop that is a number', ['stop'], [1]],
  ['top_logprobs too high', ['top_logprobs'], 21],
  ['top_logprobs without logprobs', ['top_logprobs'], 2],
  ['stream_options without stream', ['stream_options'], { include_usage: true }],
  ['logprobs that are a number', ['logprobs'], 1],
  ['logit_bias too high', ['logit_bias'], { 1: 101 }],
  ['an unknown parameter', ['top_k'], 3],
  ['a misspelled parameter', ['temprature'], 1],
  ['an unknown service_tier', ['service_tier'], 'fastest'],
  ['an unknown reasoning_effort', ['reasoning_effort'], 'most'],
  ['a long value of metadata', ['metadata'], { a: 'x'.repeat(513) }],
  ['too much metadata', ['metadata'], Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, 'x']))],
  ['a tool_choice that is not declared', ['tool_choice'], { type: 'function', function: { name: 'sub' } }],
  ['a tool_choice that is a name', ['tool_choice'], 'add'],
  ['a tool_choice without function', ['tool_choice'], { type: 'function', name: 'add' }],
  ['an empty list of tools', ['tools'], []],
  ['tools as an object', ['tools'], { add: {} }],
  ['a tool without function', ['tools', 0, 'function'], undefined],
  ['a tool without type', ['tools', 0, 'type'], undefined],
  ['a tool of another type', ['tools', 0, 'type'], 'retrieval'],
  ['a tool without name', ['tools', 0, 'function', 'name'], undefined],
  ['a tool whose name has a space', ['tools', 0, 'function', 'name'], 'a b'],
  ['parameters that are a string', schema, 'x'],
  ['parameters of type string', [...schema, 'type'], 'string'],
  ['a type that does not exist', [...schema, 'properties', 'a', 'type'], 'str'],
  ['a type in a list that does not exist', [...schema, 'properties', 'a', 'type'], ['int', 'null']],
  ['properties that are a list', [...schema, 'properties'], []],
  ['required that is true', [...schema, 'properties', 'a', 'required'], true],
  ['an array without items', [...schema, 'properties', 'a'], { type: 'array' }],
  ['strict without additionalProperties', [...schema, 'additionalProperties'], undefined],
  ['strict with an optional property', [...schema, 'required'], ['a']],
  ['an unknown response_format', ['response_format'], { type: 'json' }],
  ['a json_schema without schema object', ['response_format'], { type: 'json_schema' }],
  [
    'a json_schema without name',
    ['response_format'],
    { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
  ],
  ['a json_schema with a bad name', ['response_format'], { type: 'json_schema', json_schema: { name: 'a b' } }],
  ['json_object without the word', ['response_format'], { type: 'json_object' }],
  ['parallel_tool_calls as a string', ['parallel_tool_calls'], 'true'],
];

/** Faults in a row for fine-tuning, which is the request of `base` without its model, its `store` and its last question. */
export const openAiRowFaults: readonly Fault[] = [
  ['a weight of 2', ['messages', 4, 'weight'], 2],
  ['a weight of 0.5', ['messages', 4, 'weight'], 0.5],
  ['a weight of true', ['messages', 4, 'weight'], true],
  ['a weight of a user', ['messages', 1, 'weight'], 0],
  ['the last message from a user', ['messages', 5], { role: 'user', content: 'Thanks.' }],
  ['no answer', ['messages'], [{ role: 'user', content: 'Hi' }]],
  ['no messages in the list', ['messages'], []],
  ['an unknown member', ['messages', 4, 'timestamp'], 1],
];

/** Returns the request or the row of `base` with one fault. */
export function withFault([, path, value]: Fault, isRow = false): Json {
  const document = structuredClone(base()) as Json;
  if (isRow) {
    delete document.model;
    delete document.store;
    (document.messages as unknown[]).pop();
  }
  let at: Json = document;
  for (const step of path.slice(0, -1)) at = at[step] as Json;
  const last = path[path.length - 1] as string;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return document;
}
