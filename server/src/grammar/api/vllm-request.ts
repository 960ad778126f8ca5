/**
 * Requests that the OpenAI-compatible server of vLLM rejects. Source: vllm-project/vllm,
 * vllm/entrypoints/openai/chat_completion/protocol.py (d5dba2d7b; for the parameters, 002032ee2), vllm/entrypoints/chat_utils.py
 * (001eadcf2) and `SamplingParams._verify_args` in vllm/sampling_params.py. Its models accept unknown fields (`extra="allow"`)
 * and barely validate calls and parts.
 */
import {
  anything,
  type DependencyFact,
  flag,
  listOf,
  oneOf,
  orNull,
  record,
  text,
  type ValueFact,
  whole,
} from './value-facts.ts';

const ranged = (number: NonNullable<ValueFact['number']>, words: string): ValueFact => ({
  ...orNull({ number }),
  words,
});

const nameRecord = record({ name: { string: { minLength: 1 } } }, ['name'], { others: 'accepted' });

/** Supported types of parts: those in `MM_PARSER_MAP`, and the others that `_parse_chat_message_content_part` handles. */
export const vllmParts: readonly string[] = [
  ...['text', 'thinking', 'input_text', 'output_text', 'input_image', 'image_url', 'image_embeds', 'audio_embeds'],
  ...['prompt_embeds', 'image_pil', 'audio_url', 'input_audio', 'refusal', 'video_url', 'tool_reference'],
];

/** Fields that identify the kind of a part without a `type`. */
export const vllmUntypedParts: readonly string[] = [
  ...['image_url', 'image_pil', 'image_embeds', 'audio_embeds', 'prompt_embeds', 'audio_url', 'input_audio'],
  ...['video_url', 'tool_reference'],
];

/** The fields of a message that are passed to the chat template, by role. All other fields are dropped. */
export const vllmMembers: Readonly<Record<string, readonly string[]>> = {
  // Versions before 2026 drop `reasoning_content`; later ones read it as `reasoning`.
  assistant: ['tool_calls', 'reasoning', 'reasoning_content'],
  tool: ['tool_call_id'],
  developer: ['tools'],
};
export const vllmMembersOfAll: readonly string[] = ['role', 'content', 'name', 'task'];

const tool = record(
  {
    type: oneOf('function'),
    function: record(
      { name: text, description: orNull(text), parameters: orNull(record({}, [], { others: 'accepted' })) },
      ['name'],
      { others: 'accepted' },
    ),
  },
  ['function'],
  { others: 'accepted' },
);

/** The parameters that are checked, with their accepted values. */
const parameters: Readonly<Record<string, ValueFact>> = {
  messages: { array: { of: record({ role: text }, ['role'], { others: 'accepted' }) } },
  model: orNull(text),
  frequency_penalty: ranged({ min: -2, max: 2 }, 'frequency_penalty must be in [-2, 2], got {value}.'),
  logit_bias: orNull(record({}, [], { others: { number: {} } })),
  logprobs: orNull(flag),
  top_logprobs: ranged({ integer: true, min: -1 }, '`top_logprobs` must be a positive value or -1.'),
  max_tokens: ranged({ integer: true, min: 1 }, 'max_tokens must be at least 1, got {value}.'),
  max_completion_tokens: ranged({ integer: true, min: 1 }, 'max_tokens must be at least 1, got {value}.'),
  n: ranged({ integer: true, min: 1 }, 'n must be at least 1, got {value}.'),
  presence_penalty: ranged({ min: -2, max: 2 }, 'presence_penalty must be in [-2, 2], got {value}.'),
  response_format: {
    ...orNull({
      object: {
        by: 'type',
        variants: {
          text: { members: {}, others: 'accepted' },
          json_object: { members: {}, others: 'accepted' },
          json_schema: record(
            { json_schema: record({ name: text }, ['name'], { others: 'accepted' }) },
            ['json_schema'],
            {
              others: 'accepted',
            },
          ).object,
          structural_tag: { members: {}, others: 'accepted' },
        },
      },
    }),
  },
  seed: orNull(whole()),
  stop: orNull({ string: {}, ...listOf(text) }),
  stream: orNull(flag),
  stream_options: orNull(record({}, [], { others: 'accepted' })),
  temperature: ranged({ min: 0 }, 'temperature must be non-negative, got {value}.'),
  top_p: ranged({ min: 0, above: true, max: 1 }, 'top_p must be in (0, 1], got {value}.'),
  tools: orNull(listOf(tool)),
  tool_choice: {
    ...orNull({
      ...oneOf('none', 'auto', 'required'),
      object: record({ type: oneOf('function'), function: nameRecord }, ['function'], { others: 'accepted' }).object,
    }),
  },
  parallel_tool_calls: orNull(flag),
  user: orNull(text),
  top_k: ranged({ integer: true, min: -1 }, 'top_k must be 0 (disable), or at least 1, got {value}.'),
  min_p: ranged({ min: 0, max: 1 }, 'min_p must be in [0, 1], got {value}.'),
  repetition_penalty: ranged({ min: 0, above: true }, 'repetition_penalty must be greater than zero, got {value}.'),
  min_tokens: ranged({ integer: true, min: 0 }, 'min_tokens must be greater than or equal to 0, got {value}.'),
  prompt_logprobs: ranged({ integer: true, min: -1 }, '`prompt_logprobs` must be a positive value or -1.'),
};

/** The parameters that vLLM uses, but that are not checked here. */
const unchecked: readonly string[] = [
  ...['reasoning_effort', 'include_reasoning', 'use_beam_search', 'length_penalty', 'stop_token_ids'],
  ...['include_stop_str_in_output', 'ignore_eos', 'skip_special_tokens', 'spaces_between_special_tokens'],
  ...['truncate_prompt_tokens', 'allowed_token_ids', 'bad_words', 'echo', 'add_generation_prompt'],
  ...['continue_final_message', 'add_special_tokens', 'documents', 'chat_template', 'chat_template_kwargs'],
  ...['mm_processor_kwargs', 'structured_outputs', 'priority', 'request_id', 'logits_processors'],
  ...['return_tokens_as_token_ids', 'return_token_ids', 'cache_salt', 'kv_transfer_params', 'vllm_xargs'],
  ...['max_repetition_pattern_size', 'min_repetition_pattern_size', 'repetition_min_count', 'media_io_kwargs'],
  ...['thinking_token_budget', 'repetition_detection', 'watermarking', 'truncation_side', 'logprob_token_ids'],
  ...['session_id', 'routed_experts_prompt_start', 'return_token_offsets', 'return_prompt_text', 'return_mm_kwargs'],
  ...['ec_transfer_params', 'stream_interval'],
];

export const vllmRequest: ValueFact = record(
  { ...parameters, ...Object.fromEntries(unchecked.map((name) => [name, anything])) },
  ['messages'],
  { others: 'accepted' },
);

/** A file that consists of a list of messages only. */
export const vllmMessages: ValueFact = parameters.messages as ValueFact;

/** Parameters of other APIs and of older versions of vLLM. They are ignored, with a line in the server's log. */
export const vllmUnread: readonly string[] = [
  ...['store', 'metadata', 'service_tier', 'prediction', 'modalities', 'audio', 'verbosity', 'web_search_options'],
  ...['functions', 'function_call', 'safety_identifier', 'prompt_cache_key', 'prompt_cache_retention', 'thinking'],
  ...['system', 'stop_sequences', 'guided_json', 'guided_regex', 'guided_choice', 'guided_grammar', 'enable_thinking'],
];

/** All supported parameters. Every version of vLLM adds new ones. */
export const vllmParameters: ReadonlySet<string> = new Set([...Object.keys(parameters), ...unchecked]);

/** Parameters of OpenAI's API that are accepted but have no effect. */
export const vllmIgnores: readonly string[] = ['user'];

export const vllmDependencies: readonly DependencyFact[] = [
  {
    parameter: 'stream_options',
    needs: 'stream',
    value: true,
    words: 'Stream options can only be defined when `stream=True`.',
  },
  {
    parameter: 'top_logprobs',
    needs: 'logprobs',
    value: true,
    unless: [0],
    words: 'when using `top_logprobs`, `logprobs` must be set to true.',
  },
  {
    parameter: 'tool_choice',
    needs: 'tools',
    unless: ['none'],
    words: 'When using `tool_choice`, `tools` must be set.',
  },
];
