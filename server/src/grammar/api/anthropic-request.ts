/**
 * The parameters of Anthropic's Messages API. Source: anthropics/anthropic-sdk-python 1.13.0,
 * src/anthropic/types/message_create_params.py, tool_param.py, tool_choice_*_param.py, thinking_config_*_param.py and their
 * counterparts in types/beta. The errors are as quoted by users of the API. The ranges of `temperature` and `top_p` are from the
 * documentation of older versions, which had these parameters.
 */
import { anthropicCacheControl, anthropicMessage, anthropicSystem } from './anthropic-blocks.ts';
import {
  anything,
  flag,
  listOf,
  numeric,
  type ObjectFact,
  oneOf,
  orNull,
  record,
  text,
  type ValueFact,
  whole,
} from './value-facts.ts';

/** The API's error: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'". */
const toolName: ValueFact = { string: { pattern: '^[a-zA-Z0-9_-]{1,128}$' } };

const custom: ObjectFact = record(
  {
    type: orNull(oneOf('custom')),
    name: toolName,
    description: text,
    input_schema: record({ type: oneOf('object') }, ['type'], { others: 'accepted' }),
    cache_control: anthropicCacheControl,
    strict: flag,
    defer_loading: flag,
    eager_input_streaming: orNull(flag),
    input_examples: anything,
    allowed_callers: anything,
  },
  ['name', 'input_schema'],
  { others: 'known', foreign: ['parameters', 'function'] },
).object;

/** Tools defined by Anthropic have a type with a date, such as `bash_20250124`; their fields are not checked. */
const tool: ValueFact = {
  object: { by: 'type', usual: 'custom', variants: { custom }, open: /^(?!function$)/ },
};

const choice = (type: string, members: Readonly<Record<string, ValueFact>> = {}): ObjectFact =>
  record({ type: oneOf(type), ...members }, ['type', ...Object.keys(members).filter((name) => name === 'name')]).object;
const parallel = { disable_parallel_tool_use: flag };

const parameters: Readonly<Record<string, ValueFact>> = {
  messages: listOf(anthropicMessage, 1),
  model: { string: { minLength: 1 } },
  // A value of 0 fills the prompt cache without generating an answer.
  max_tokens: whole(0),
  system: anthropicSystem,
  metadata: orNull(record({ user_id: orNull(text) })),
  stop_sequences: orNull(listOf({ string: { pattern: '\\S' } })),
  stream: flag,
  temperature: numeric(0, 1),
  top_p: numeric(0, 1),
  top_k: whole(),
  tools: listOf(tool),
  tool_choice: {
    object: {
      by: 'type',
      variants: {
        auto: choice('auto', parallel),
        any: choice('any', parallel),
        tool: choice('tool', { name: text, ...parallel }),
        none: choice('none'),
      },
    },
  },
  thinking: {
    object: {
      by: 'type',
      variants: {
        enabled: record({ type: oneOf('enabled'), budget_tokens: whole(1024), display: anything }, [
          ...['type', 'budget_tokens'],
        ]).object,
        disabled: record({ type: oneOf('disabled') }, ['type']).object,
        between_tools: record({ type: oneOf('between_tools') }, ['type']).object,
        adaptive: record({ type: oneOf('adaptive'), display: anything }, ['type']).object,
      },
    },
  },
  service_tier: oneOf('auto', 'standard_only'),
  container: anything,
  context_management: anything,
  mcp_servers: anything,
  output_config: anything,
  output_format: anything,
  cache_control: anything,
  inference_geo: anything,
  speed: anything,
  betas: anything,
  diagnostics: anything,
  user_profile_id: anything,
  workspace_id: anything,
  compaction: anything,
  fallbacks: anything,
  fallback_credit_token: anything,
  // Parameters that only requests to Bedrock and Vertex AI have.
  anthropic_version: anything,
  anthropic_beta: anything,
};

/** Parameters of OpenAI's API. Anthropic's error for them: "Extra inputs are not permitted". */
const foreignParameters: readonly string[] = [
  ...['frequency_penalty', 'presence_penalty', 'n', 'stop', 'logprobs', 'top_logprobs', 'logit_bias', 'seed', 'user'],
  ...[
    'response_format',
    'functions',
    'function_call',
    'parallel_tool_calls',
    'max_completion_tokens',
    'stream_options',
  ],
  ...['reasoning_effort', 'reasoning', 'store', 'modalities', 'input', 'prompt', 'max_tokens_to_sample', 'extra_body'],
];

export const anthropicRequest: ValueFact = record(parameters, ['messages', 'model', 'max_tokens'], {
  others: 'known',
  foreign: foreignParameters,
});

/** A file that consists of a list of messages only. */
export const anthropicMessages: ValueFact = listOf(anthropicMessage, 1);

/** A row of a data set with messages, `system` and tools. The other fields of a request are optional. */
export const anthropicRow: ValueFact = record(parameters, ['messages'], { others: 'accepted' });

/** Parameters that only requests have, not rows of data sets. */
export const anthropicRequestOnly: readonly string[] = Object.keys(parameters).filter(
  (name) => !['messages', 'system', 'tools', 'metadata'].includes(name),
);

/** The parameters that are restricted or excluded if `thinking` has the type `enabled`. */
export const thinkingExcludes: readonly {
  readonly parameter: string;
  /** Whether a value is accepted despite `thinking`. */
  accepts(value: unknown): boolean;
  readonly words: string;
}[] = [
  {
    parameter: 'temperature',
    accepts: (value) => value === 1,
    words: '`temperature` may only be set to 1 when thinking is enabled.',
  },
  { parameter: 'top_k', accepts: () => false, words: '`top_k` must be unset when thinking is enabled.' },
  {
    parameter: 'top_p',
    accepts: (value) => typeof value === 'number' && value >= 0.95,
    words: '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled.',
  },
];
