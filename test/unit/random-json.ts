/** Random JSON transcripts that roughly follow any of the dialects, and edits that break them. */
import fc from 'fast-check';

const word = fc.constantFrom(
  'user',
  'assistant',
  'tool',
  'usr',
  'assistant_generation',
  'final',
  'analysis',
  'm1',
  'simple',
  'a<|im_end|>b',
  '<|start|>',
  '<|end_message|>',
  '<|message|>',
  'response.delta',
  'response.cancel',
  'tool.cancel',
  '{{x}}',
  '',
);
const key = fc.constantFrom(
  'role',
  'content',
  'tool_call',
  'tool_calls',
  'tool_call_id',
  'messages',
  'name',
  'add_generation_prompt',
  'token',
  'event',
  'message_id',
  'delta',
  'channel',
  'call_id',
  'reason',
  'id',
  'recipient',
  'arguments',
  'type',
  'text',
  'thinking',
  'function',
  'tools',
);
const ids = fc.constantFrom('a', 'b', 'c');
const calls = fc.array(
  fc.oneof(
    fc.record({
      role: fc.constant('assistant'),
      content: fc.constant(null),
      tool_calls: fc.array(
        fc.record({
          id: ids,
          function: fc.record({ name: fc.constant('f'), arguments: fc.constantFrom('{}', '{"x": 1}', '[]', '{', {}) }),
        }),
        { maxLength: 3 },
      ),
    }),
    fc.record({ role: fc.constant('tool'), content: word, tool_call_id: ids }),
    fc.record({
      role: fc.constant('assistant'),
      channel: fc.constantFrom('commentary', 'analysis'),
      tool_call: fc.record({
        id: ids,
        recipient: fc.constantFrom('functions.f', 'g'),
        arguments: fc.constantFrom('{}', '[]'),
      }),
    }),
    fc.record({
      role: fc.constantFrom('tool', 'functions.f'),
      name: fc.constant('functions.f'),
      call_id: ids,
      content: word,
    }),
  ),
  { maxLength: 5 },
);
export const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    word,
    fc.constantFrom(7, true, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    fc.record({ role: word, content: word }),
    fc.record({ event: word, message_id: word, delta: word }, { requiredKeys: ['event'] }),
    fc.record({ token: word }),
    calls,
  ),
}));
const some = fc.dictionary(
  fc.constantFrom('name', 'chosen', 'event', 'custom_id', 'type', 'schemaVersion', 'id', 'from', 'channel', 'text'),
  fc.constantFrom('x', 'message', 'reasoning', 'bedrock-1', 'response.delta', 'final', 7),
  { maxKeys: 1 },
);
const call = fc.record({
  id: ids,
  type: fc.constant('function'),
  function: fc.record({
    name: fc.constantFrom('f', 'f', 'g', 'functions.f'),
    arguments: fc.constantFrom(
      '{}',
      '{"x": 1}',
      '{"x": "a"}',
      '{"x": 1.5}',
      '{"x": null}',
      '{"y": 1}',
      '{"x": ["a", 1]}',
      '[]',
    ),
  }),
});
/** Random schemas for a parameter of a tool. The random arguments of calls may fit them. */
const property = fc.oneof(
  fc.constantFrom<object>({ type: 'integer' }, { type: 'string' }, { type: 'number' }, { type: 'boolean' }, {}),
  fc.constantFrom<object>(
    { type: 'string', enum: ['a'] },
    { type: 'integer', enum: [2] },
    { type: ['string', 'null'] },
  ),
  fc.constantFrom<object>(
    { type: 'array', items: { type: 'string' } },
    { type: 'array' },
    { type: 'integer', minimum: 5 },
  ),
);
const declared = fc.array(
  fc.record(
    {
      type: fc.constantFrom('function', 'function', 'function', 'custom'),
      function: fc.record(
        {
          name: fc.constantFrom('f', 'f', 'f', 'g', ''),
          description: fc.constantFrom('Does it.', 7),
          parameters: fc.oneof(
            fc.record(
              {
                type: fc.constantFrom('object', 'object', 'string'),
                properties: fc.oneof(
                  fc.record({ x: property }, { requiredKeys: [] }),
                  fc.record({ x: property, y: property }),
                ),
                required: fc.constantFrom([], ['x'], ['y'], ['z'], 'x'),
                additionalProperties: fc.constantFrom(false, true, { type: 'string' }),
              },
              { requiredKeys: ['type', 'properties'] },
            ),
            fc.constantFrom(null, {}, 'x'),
          ),
        },
        { requiredKeys: ['name', 'parameters'] },
      ),
    },
    { requiredKeys: ['function'] },
  ),
  { maxLength: 2 },
);
/** The fields in which a row may declare tools. */
const toolsBeside = fc.oneof(
  fc.constant({}),
  declared.map((tools) => ({ tools })),
  declared.map((functions) => ({ functions })),
  fc.constantFrom({ tools: null }, { tools: '' }, { model: 'm' }),
);
const said = fc.tuple(
  some,
  fc.record({ role: fc.constantFrom('user', 'assistant', 'system', 'usr'), content: word }),
  fc.array(call, { minLength: 1, maxLength: 2 }),
  fc.nat(3),
);
/** A list of messages, or a row that contains one. Most are like those of chat APIs, and some have an unexpected field. */
export const chat = fc
  .tuple(some, toolsBeside, fc.array(said, { minLength: 1, maxLength: 3 }), fc.nat(2), fc.nat(3))
  .map(([beside, tools, all, alone, odd]) => {
    const messages = all.flatMap(([rest, message, calls, kind]): object[] =>
      kind > 0
        ? [{ ...message, ...(odd === 0 && rest) }]
        : [
            { role: 'assistant', content: null, tool_calls: calls },
            ...calls.map(({ id }) => ({ role: 'tool', content: message.content, tool_call_id: id })),
          ],
    );
    return alone === 0 ? messages : { ...(odd === 1 && beside), ...tools, messages };
  });
export const documents = fc
  .array(fc.tuple(value, fc.constantFrom('\n', '\r\n', '\n\n')), { maxLength: 5 })
  .map((all) => all.map(([one, end]) => `${JSON.stringify(one)}${end}`).join(''));
const inserts = fc.oneof(
  documents,
  fc.constantFrom('"', '”', '“', "'", '{', ']', ',', '\n', 'x', '\\', '\t', '//', ''),
);
/** An edit of a document: the range to replace, as fractions of the length of the document, and the replacement. */
export const edits = fc.record({
  from: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(12),
  insert: inserts,
});
