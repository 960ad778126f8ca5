/**
 * The parameters of OpenAI's Chat Completions API, and the rows for its fine-tuning. The fields, types and values are from
 * openai/openai-python 3.22.1, src/openai/types/chat/completion_create_params.py and the files that it imports, which are
 * generated from OpenAI's schema. Ranges and dependencies are from the documentation in these files and from errors quoted by
 * users. Rows for fine-tuning are from the API's documentation, and were not verified against a schema. The limit of 1,024
 * characters for a description applied until 2025.
 */
import { functionName, requestMessage, rowMessage } from './openai-messages.ts';
import {
  anything,
  type DependencyFact,
  flag,
  listOf,
  numeric,
  oneOf,
  orNull,
  record,
  text,
  type ValueFact,
  whole,
} from './value-facts.ts';

/** A JSON Schema; `rules/json/readers/json-schema.ts` checks its content. */
const schemaObject: ValueFact = record({}, [], { others: 'accepted' });

const functionObject = record(
  { name: functionName, description: text, parameters: schemaObject, strict: orNull(flag) },
  ['name'],
);

const tool: ValueFact = {
  object: {
    by: 'type',
    variants: {
      function: record({ type: oneOf('function'), function: functionObject }, ['type', 'function']).object,
      custom: record(
        {
          type: oneOf('custom'),
          custom: record({ name: functionName, description: text, format: record({}, [], { others: 'accepted' }) }, [
            'name',
          ]),
        },
        ['type', 'custom'],
      ).object,
    },
  },
};

const nameRecord = record({ name: functionName }, ['name']);
const toolChoice: ValueFact = {
  ...oneOf('none', 'auto', 'required'),
  object: {
    by: 'type',
    variants: {
      function: record({ type: oneOf('function'), function: nameRecord }, ['type', 'function']).object,
      custom: record({ type: oneOf('custom'), custom: nameRecord }, ['type', 'custom']).object,
      allowed_tools: record(
        {
          type: oneOf('allowed_tools'),
          allowed_tools: record({ mode: oneOf('auto', 'required'), tools: listOf(schemaObject) }, ['mode', 'tools']),
        },
        ['type', 'allowed_tools'],
      ).object,
    },
  },
};

const responseFormat: ValueFact = {
  object: {
    by: 'type',
    variants: {
      text: record({ type: oneOf('text') }, ['type']).object,
      json_object: record({ type: oneOf('json_object') }, ['type']).object,
      json_schema: record(
        {
          type: oneOf('json_schema'),
          json_schema: record({ name: functionName, description: text, schema: schemaObject, strict: orNull(flag) }, [
            'name',
          ]),
        },
        ['type', 'json_schema'],
      ).object,
    },
  },
};

/** Any voice is accepted, since new voices have been added several times. */
const audio = record({ voice: anything, format: oneOf('wav', 'aac', 'mp3', 'flac', 'opus', 'pcm16') }, [
  'voice',
  'format',
]);

const tools = listOf(tool, 1, 128);
/** In rows, the list of tools may be empty, as in the example of the guide "Direct preference optimization". */
const toolsOfRow = listOf(tool, 0, 128);
const functions = listOf(functionObject, 1, 128);

/**
 * Parameters of other servers and of OpenAI's Responses API, which OpenAI's types do not have. The API's error: "Unrecognized
 * request argument supplied".
 */
const foreignParameters: readonly string[] = [
  ...['top_k', 'min_p', 'repetition_penalty', 'stop_sequences', 'system', 'input', 'instructions', 'max_output_tokens'],
  ...['chat_template_kwargs', 'extra_body', 'enable_thinking', 'thinking', 'options', 'num_ctx', 'response_schema'],
];

/** A request, which OpenAI's types name CreateChatCompletionRequest. */
export const openAiRequest: ValueFact = record(
  {
    messages: listOf(requestMessage, 1),
    model: text,
    audio: orNull(audio),
    frequency_penalty: orNull(numeric(-2, 2)),
    function_call: { ...oneOf('none', 'auto'), object: nameRecord.object },
    functions,
    logit_bias: orNull(record({}, [], { others: numeric(-100, 100) })),
    logprobs: orNull(flag),
    max_completion_tokens: orNull(whole(1)),
    max_tokens: orNull(whole(1)),
    metadata: orNull(record({}, [], { others: { string: { maxLength: 512 } }, max: 16 })),
    modalities: orNull(listOf(oneOf('text', 'audio'))),
    moderation: anything,
    n: orNull(whole(1, 128)),
    parallel_tool_calls: flag,
    prediction: orNull(record({ type: oneOf('content'), content: anything }, ['type', 'content'])),
    presence_penalty: orNull(numeric(-2, 2)),
    prompt_cache_key: orNull(text),
    prompt_cache_options: anything,
    prompt_cache_retention: orNull(oneOf('in-memory', 'in_memory', '24h')),
    reasoning_effort: orNull(oneOf('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max')),
    response_format: responseFormat,
    safety_identifier: orNull(text),
    seed: orNull(whole()),
    service_tier: orNull(oneOf('auto', 'default', 'flex', 'scale', 'priority', 'fast')),
    stop: orNull({ string: {}, ...listOf(text, 1, 4) }),
    store: orNull(flag),
    stream: orNull(flag),
    stream_options: orNull(record({ include_usage: flag, include_obfuscation: flag }, [], { others: 'known' })),
    temperature: orNull(numeric(0, 2)),
    tool_choice: toolChoice,
    tools,
    top_logprobs: orNull(whole(0, 20)),
    top_p: orNull(numeric(0, 1)),
    user: text,
    verbosity: orNull(oneOf('low', 'medium', 'high')),
    web_search_options: record({
      search_context_size: oneOf('low', 'medium', 'high'),
      user_location: orNull(
        record(
          {
            type: oneOf('approximate'),
            approximate: record({ city: text, country: text, region: text, timezone: text }),
          },
          ['type', 'approximate'],
        ),
      ),
    }),
  },
  ['messages', 'model'],
  { others: 'known', foreign: foreignParameters },
);

/** A file that consists of a list of messages only. */
export const openAiMessages: ValueFact = listOf(rowMessage, 1);

/**
 * A row for fine-tuning. Sources: the guide "Supervised fine-tuning", and the format of the training file in the reference of
 * `fine_tuning.jobs`.
 */
export const openAiRow: ValueFact = record(
  { messages: openAiMessages, tools: toolsOfRow, functions, parallel_tool_calls: flag },
  ['messages'],
  { others: 'accepted' },
);

const preferred = listOf(rowMessage, 1);

/** A row of preferences, which OpenAI's types name FineTunePreferenceRequestInput. */
export const openAiPreference: ValueFact = record(
  {
    input: record({ messages: openAiMessages, tools: toolsOfRow, parallel_tool_calls: flag }, ['messages'], {
      others: 'accepted',
    }),
    preferred_output: preferred,
    non_preferred_output: preferred,
  },
  ['input', 'preferred_output', 'non_preferred_output'],
  { others: 'accepted' },
);

/** The fields of a row for fine-tuning. Other fields, such as a reference answer, are for graders. */
export const openAiRowMembers: readonly string[] = ['messages', 'tools', 'functions', 'parallel_tool_calls'];

/** Parameters that only requests have, so that an object with one of them is a request and not a row. */
export const openAiRequestOnly: readonly string[] = Object.keys(
  (openAiRequest.object as { readonly members: object }).members,
).filter((name) => ![...openAiRowMembers, 'metadata', 'user'].includes(name));

const onlyWith = (parameter: string, needs: string, verb: string): string =>
  `Invalid value for '${parameter}': '${parameter}' is only allowed when '${needs}' are ${verb}.`;

export const openAiDependencies: readonly DependencyFact[] = [
  {
    parameter: 'top_logprobs',
    needs: 'logprobs',
    value: true,
    unless: [0],
    words: "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.",
  },
  {
    parameter: 'stream_options',
    needs: 'stream',
    value: true,
    words: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
  },
  // This applies even to the value `none`, as users report.
  { parameter: 'tool_choice', needs: 'tools', words: onlyWith('tool_choice', 'tools', 'specified') },
  { parameter: 'parallel_tool_calls', needs: 'tools', words: onlyWith('parallel_tool_calls', 'tools', 'specified') },
  { parameter: 'function_call', needs: 'functions', words: onlyWith('function_call', 'functions', 'specified') },
];
