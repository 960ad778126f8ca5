/**
 * Messages of Anthropic's Messages API. The fields, types and required fields are from anthropics/anthropic-sdk-python 1.13.0,
 * src/anthropic/types/message_param.py, *_block_param.py and types/beta, which are generated from Anthropic's schema. The schema
 * has no patterns or lengths; these are from errors quoted by users. Neither source says which roles may have which blocks,
 * except for calls, results and system messages. That only users may send images is from the API's documentation, and was not
 * verified against a schema.
 */
import {
  anything,
  flag,
  listOf,
  type ObjectFact,
  oneOf,
  orNull,
  record,
  text,
  type ValueFact,
  type VariantFact,
} from './value-facts.ts';

/** The API's error: "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'". */
const callId: ValueFact = { string: { pattern: '^[a-zA-Z0-9_-]+$' } };

const cacheControl = orNull(record({ type: oneOf('ephemeral'), ttl: oneOf('5m', '1h') }, ['type']));
const open: ObjectFact = { members: {}, others: 'accepted' };

/**
 * Matches the types of blocks that are accepted without checks. These are all types that are not in the table and are not known to belong
 * to another API or role.
 */
const newTypes =
  /^(?!(image_url|input_image|input_text|output_text|input_audio|input_file|file|audio|video|reasoning|tool_call|function_call|function|tool|refusal|image|document|search_result|tool_use|tool_result|thinking|redacted_thinking)$)/;

const block = (
  type: string,
  members: Readonly<Record<string, ValueFact>>,
  required: readonly string[] = Object.keys(members),
): ObjectFact =>
  record({ type: oneOf(type), cache_control: cacheControl, ...members }, ['type', ...required], { others: 'known' })
    .object;

/** The API's error: "text content blocks must be non-empty". */
const textBlock = block('text', { text: { string: { minLength: 1 } }, citations: anything }, ['text']);

const source = (types: VariantFact['variants']): ValueFact => ({ object: { by: 'type', variants: types } });
const url = record({ type: oneOf('url'), url: text }, ['type', 'url']).object;
const file = record({ type: oneOf('file'), file_id: text }, ['type', 'file_id']).object;

const image = block(
  'image',
  {
    source: source({
      base64: record(
        {
          type: oneOf('base64'),
          media_type: oneOf('image/jpeg', 'image/png', 'image/gif', 'image/webp'),
          data: text,
        },
        ['type', 'media_type', 'data'],
      ).object,
      url,
      file,
    }),
    transformations: anything,
  },
  ['source'],
);

const document = block(
  'document',
  {
    source: source({
      base64: record({ type: oneOf('base64'), media_type: oneOf('application/pdf'), data: text }, [
        ...['type', 'media_type', 'data'],
      ]).object,
      text: record({ type: oneOf('text'), media_type: oneOf('text/plain'), data: text }, [
        ...['type', 'media_type', 'data'],
      ]).object,
      content: record({ type: oneOf('content'), content: anything }, ['type', 'content']).object,
      url,
      file,
    }),
    title: orNull(text),
    context: orNull(text),
    citations: anything,
  },
  ['source'],
);

const searchResult = block('search_result', { content: anything, source: text, title: text, citations: anything }, [
  ...['content', 'source', 'title'],
]);

/** Blocks of tools that Anthropic runs, and of beta features. New ones appear every few months, so their fields are not checked. */
const serverBlocks: readonly string[] = [
  ...['server_tool_use', 'web_search_tool_result', 'web_fetch_tool_result', 'code_execution_tool_result'],
  ...['bash_code_execution_tool_result', 'text_editor_code_execution_tool_result', 'tool_search_tool_result'],
  ...['mcp_tool_use', 'mcp_tool_result', 'container_upload', 'advisor_tool_result', 'compaction', 'fallback'],
  ...['tool_addition', 'tool_removal', 'mcp_tool_listing', 'mid_conv_system'],
];
const servers: VariantFact['variants'] = Object.fromEntries(serverBlocks.map((name) => [name, open]));

const toolResult = block(
  'tool_result',
  {
    tool_use_id: callId,
    content: {
      string: {},
      ...listOf({
        object: {
          by: 'type',
          variants: { text: textBlock, image, document, search_result: searchResult, tool_reference: open },
          open: newTypes,
        },
      }),
    },
    is_error: flag,
    toolset_name: orNull(text),
  },
  ['tool_use_id'],
);

const toolUse = block(
  'tool_use',
  {
    id: callId,
    name: { string: { minLength: 1, maxLength: 200 } },
    input: record({}, [], { others: 'accepted' }),
    caller: anything,
    toolset_name: orNull(text),
  },
  ['id', 'name', 'input'],
);

const content = (variants: VariantFact['variants'], elsewhere: VariantFact['elsewhere']): ValueFact => ({
  string: {},
  ...listOf({
    object: { by: 'type', variants: { ...variants, ...servers }, open: newTypes, ...(elsewhere && { elsewhere }) },
  }),
});

const ofUser = content(
  { text: textBlock, image, document, search_result: searchResult, tool_result: toolResult },
  { tool_use: '`tool_use` blocks can only be in `assistant` messages' },
);
const ofAssistant = content(
  {
    text: textBlock,
    tool_use: toolUse,
    thinking: block('thinking', { thinking: text, signature: text }),
    redacted_thinking: block('redacted_thinking', { data: text }),
  },
  { tool_result: '`tool_result` blocks can only be in `user` messages' },
);

/** Instructions in the middle of a conversation; `clear_at` and `output_config` are beta fields. */
const ofSystem = record(
  {
    role: oneOf('system'),
    content: content({ text: textBlock }, undefined),
    clear_at: anything,
    output_config: anything,
  },
  ['role'],
).object;

/** A message has a role and content, and nothing else. The API's error for other fields: "Extra inputs are not permitted". */
export const anthropicMessage: ValueFact = {
  object: {
    by: 'role',
    variants: {
      user: record({ role: oneOf('user'), content: ofUser }, ['role', 'content']).object,
      assistant: record({ role: oneOf('assistant'), content: ofAssistant }, ['role', 'content']).object,
      system: ofSystem,
    },
    elsewhere: {
      tool: 'Unexpected role "tool". Allowed roles are "user" or "assistant". For more information on tool use, see https://docs.claude.com/en/docs/build-with-claude/tool-use.',
    },
  },
};

/** The API's error if the first message is a system message. Older models reject system messages anywhere. */
export const anthropicSystemFirst =
  'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.';

/** The field `system`, next to the messages. */
export const anthropicSystem: ValueFact = {
  string: {},
  ...listOf({ object: { by: 'type', variants: { text: textBlock } } }),
};

/** The field `cache_control` of tools and other objects. */
export const anthropicCacheControl: ValueFact = cacheControl;
