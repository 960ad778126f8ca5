// Generates the JSON Schemas of the JSON dialects from the facts. Editors use them only for completion and hovers. Problems are reported by
// the server, each with its code and a page. The schemas allow everything that the server reports, because a problem would otherwise be
// underlined twice.

const choicesOf = (facts) => [...facts.map(({ name, doc }) => ({ const: name, description: doc })), { type: 'string' }];

/** Returns the schema of a string with suggested values, each with its documentation. */
const oneOf = (facts, description) => ({ description, anyOf: choicesOf(facts) });

const object = (properties, description) => ({ type: 'object', description, properties });

const byType = { string: { type: 'string' }, object: { type: 'object' } };

const members = (facts, special = {}) =>
  Object.fromEntries(
    facts.map(({ name, type, doc }) => [name, { ...byType[type], description: doc, ...special[name] }]),
  );

const schema = (title, rest) => ({ $schema: 'http://json-schema.org/draft-07/schema#', title, ...rest });

/** Returns the schema for a key of the document header. A key with an empty value has no effect. */
function headerValue({ type, values }, { headerTypes }) {
  const { value, list, closed } = headerTypes[type];
  // YAML parses `2.2` as a number.
  if (value === 'version') return { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^\\d+\\.\\d+$' }] };
  if (value === 'mapping') return { type: ['object', 'null'] };
  const one = closed ? { enum: values } : values ? { anyOf: [{ enum: values }, { type: value }] } : { type: value };
  if (list) return { type: ['array', 'null'], items: one };
  return closed ? { enum: [...values, null] } : { type: [value, 'null'] };
}

/** Returns the schema of the YAML header of OpenChatML 2.2. `lint`: the schema of the codes under `lint`. */
export function documentHeaderSchema(facts, lint) {
  const schemaOf = (path) => {
    const below = facts.headerKeys.filter(
      (key) => key.path.startsWith(path) && !key.path.slice(path.length).includes('.'),
    );
    const properties = below.map((key) => [
      key.path.slice(path.length),
      { description: key.doc, ...headerValue(key, facts), ...schemaOf(`${key.path}.`) },
    ]);
    return below.length > 0 ? { properties: Object.fromEntries(properties) } : {};
  };
  const { properties } = schemaOf('');
  return schema('The header of an OpenChatML document', {
    type: 'object',
    required: ['version'],
    properties: { ...properties, lint: { ...lint, ...properties.lint } },
  });
}

/** Returns the schemas by dialect. */
export function schemas(facts) {
  const { wireTokens, messageRoles, templates, roles, channels, intents } = facts;
  const { projectionMembers, toolCallMembers } = facts;
  const parts = object({ type: { type: 'string' }, text: { type: 'string' } }, 'A part of a content.');
  const message = object(
    {
      role: oneOf(messageRoles, 'Who speaks.'),
      content: {
        description: 'What is said: a string, or parts of several types.',
        anyOf: [{ type: ['string', 'null'] }, { type: 'array', items: parts }, {}],
      },
      name: { description: 'The name of the speaker.' },
      tool_calls: { description: 'The tools that the assistant calls.', type: 'array' },
      tool_call_id: { description: 'The id of the call that a tool answers.' },
    },
    'A message.',
  );
  const list = { type: 'array', description: 'Messages, in their order.', items: message };
  const projection = object(
    members(projectionMembers, {
      role: oneOf(roles, 'Who speaks.'),
      channel: oneOf(channels, 'The channel of the message; without it, `final`.'),
      intent: oneOf(intents, 'What a message on `commentary` is for.'),
      tool_call: object(members(toolCallMembers), 'The call of a message that ends with `<|call|>`.'),
    }),
    'A message.',
  );
  const token = object({ token: oneOf(wireTokens, 'A special token.') }, 'A special token.');
  const event = object({
    ...Object.fromEntries(facts.eventMembers.map(({ name, doc }) => [name, { type: 'string', description: doc }])),
    event: oneOf(facts.streamEventFacts, 'The kind of event.'),
  });
  return {
    // The schema suggests no roles. In this dialect, it cannot tell a role from a text, so editors would suggest roles in every text.
    'chatml-wire': schema('ChatML on the wire', { type: 'array', items: { anyOf: [token, { type: 'string' }, {}] } }),
    'openchatml-json': schema('OpenChatML messages as JSON', {
      anyOf: [projection, { type: 'array', items: projection }],
    }),
    messages: schema('Messages for chat templates and chat APIs', {
      anyOf: [
        list,
        object({
          messages: list,
          tools: { type: 'array', description: 'The tools that may be called.' },
          name: oneOf(templates, 'The chat template.'),
          add_generation_prompt: {
            description: 'Whether the prompt ends with the header of an answer. Default: true.',
          },
        }),
      ],
    }),
    'stream-event': schema('An event of a stream', event),
  };
}
