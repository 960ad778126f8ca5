// The JSON Schema of `.ocmlrc.json` and `.ocmlrc.yaml`, and of the settings that accept the same values: `ocml.sequenceTokens`, and
// `ocml.rules`, which lists every code with its title.

const token = (description) => ({ type: 'string', pattern: '^\\S+$', description });

const sequenceTokensSchema = {
  type: 'object',
  description: 'The tokens that begin and end a ChatML sequence, in addition to `[BOS]` … `[EOS]` and `<s>` … `</s>`.',
  additionalProperties: false,
  required: ['begin', 'end'],
  properties: { begin: token('The beginning, as in `<bos>`.'), end: token('The end, as in `<eos>`.') },
};

const levels = ['error', 'warning', 'information', 'hint', 'off'];

const usual = ({ title, level }) => `${title}. Default severity: ${level}.`;

/** Returns the schema of an object with a severity for each code. `level`: the schema of a severity. */
function levelsByCode(rules, level) {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(rules.map((rule) => [rule.code, { ...level, description: usual(rule) }])),
  };
}

/** Returns the schema of `lint` in the document header. A code with an empty value has no effect. */
export const lintSchema = (rules) => levelsByCode(rules, { enum: [...levels, null] });

/** Returns the declaration of the `ocml.rules` setting in package.json, extended by the schema. */
export function rulesSetting(rules, declaration) {
  return { ...declaration, ...levelsByCode(rules, { type: 'string', enum: levels }) };
}

/**
 * Returns the declaration of the `ocml.sequenceTokens` setting, extended by the schema. In contrast to `rulesSetting`, the declaration
 * overrides the schema, because the setting may also be null, which has no effect.
 */
export function sequenceTokensSetting(declaration) {
  return { ...sequenceTokensSchema, ...declaration };
}

function trainerSchema({ trainerNames, overRules }) {
  const name = { enum: trainerNames, description: 'The name of the trainer.' };
  return {
    anyOf: [
      name,
      {
        type: 'object',
        additionalProperties: false,
        required: ['name'],
        properties: {
          name,
          options: { type: 'object', description: 'Options of the trainer, with the names that the trainer uses.' },
          config: { type: 'string', description: 'The YAML configuration file of the trainer, in this folder.' },
          maxLength: {
            type: 'integer',
            minimum: 1,
            description: 'The maximum number of tokens per row, instead of the limit of the trainer.',
          },
          over: { enum: overRules, description: 'What happens to a longer row.' },
        },
      },
    ],
    description:
      'The trainer of the data, for ocml mask. If template and tokenizer are named as well, ocml check also reports what is wrong with its loss masks.',
  };
}

function rowsSchema({ renamableMembers, messageRoles }) {
  const nameSchemas = (keys, where) =>
    keys.map((key) => [key, { type: 'string', minLength: 1, description: `The name of \`${key}\` in ${where}.` }]);
  return {
    type: 'object',
    additionalProperties: false,
    description:
      'The names of a data set that has others than the usual ones, as in {"messages": "traj", "role": "speaker", "content": "text", "roles": {"bot": "assistant"}}.',
    properties: {
      ...Object.fromEntries([
        ...nameSchemas(renamableMembers.row, 'a row'),
        ...nameSchemas(renamableMembers.message, 'a message'),
      ]),
      roles: {
        type: 'object',
        description: 'The roles, each under its name in the data set.',
        additionalProperties: { enum: messageRoles.map(({ name }) => name) },
      },
    },
  };
}

export function configurationSchema(rules, { allDialects, messageProfiles, modelDialectNames, ...facts }) {
  const choices = {
    dialect: {
      anyOf: [{ enum: ['auto', ...allDialects, ...modelDialectNames] }, { type: 'string', pattern: '[./#\\\\]' }],
      description:
        'The language that transcripts are read as; auto finds out for each. Those that are JSON are for files named so. The name of a model, such as gemma, or the file of its chat template, as in "./chat_template.jinja", reads text for that model.',
    },
    strict: { type: 'boolean', description: 'Enforce every MUST of the specification in transcripts.' },
    sequenceTokens: sequenceTokensSchema,
    'wire.extraTokens': {
      type: 'array',
      items: { type: 'string' },
      description: 'More tokens for ChatML on the wire, in addition to its own, as in ["<|image|>"].',
    },
    'messages.profile': {
      enum: messageProfiles.map(({ name }) => name),
      description:
        'The API, server, trainer or template that message lists are for. Parts that it rejects are reported as errors; parts that it drops or reads differently, as warnings.',
    },
    training: {
      type: 'boolean',
      description: 'Treat transcripts as training rows: problems that spoil a row are more severe.',
    },
    template: {
      anyOf: [
        { type: 'string' },
        {
          type: 'object',
          additionalProperties: false,
          required: ['name'],
          properties: { name: { type: 'string', description: 'The name of the template, or a file.' } },
        },
      ],
      description:
        'The chat template that message lists are for: simple, openai, llama, chatml, one of templates.custom, or a file.',
    },
    tokenizer: {
      type: 'string',
      description: 'The tokenizer of the model, for ocml mask: a tokenizer.json in this folder, or a folder with one.',
    },
    trainer: trainerSchema(facts),
    'templates.custom': {
      type: 'object',
      description: 'Chat templates of your own, by name: what is around role and content of each message.',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['message', 'generation'],
        properties: {
          begin: { type: 'string', description: 'Before the first message.' },
          message: { type: 'string', description: 'A message, with {role}, {Role} or {ROLE}, and {content} once.' },
          separator: { type: 'string', description: 'Between two messages, and before the generation prompt.' },
          generation: { type: 'string', description: 'The generation prompt.' },
          skipEmpty: { type: 'boolean', description: 'Messages without content are left out.' },
        },
      },
    },
    rows: rowsSchema(facts),
    rules: { $ref: '#/definitions/rules' },
  };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'OpenChatML',
    description: 'How the transcripts of a folder, and of those below it, are read and checked.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      root: { type: 'boolean', description: 'Configurations in folders further up do not count.' },
      ...choices,
      overrides: {
        type: 'array',
        description: 'What holds for some of the files; where several fit, the last one counts.',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['files'],
          properties: {
            files: {
              type: 'array',
              minItems: 1,
              items: { type: 'string' },
              description:
                'Globs, relative to this folder; one without a slash is for files of that name in any folder.',
            },
            ...choices,
          },
        },
      },
    },
    definitions: {
      level: { enum: levels },
      rules: {
        description: 'How severe problems are, by code; off leaves them out.',
        ...levelsByCode(rules, { $ref: '#/definitions/level' }),
      },
    },
  };
}
