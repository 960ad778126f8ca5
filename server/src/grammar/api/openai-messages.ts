/**
 * Messages as accepted by OpenAI's Chat Completions API. Source: the types that OpenAI generates from its published schema
 * (openai/openai-python 3.22.1, src/openai/types/chat/*_message_param.py, *_content_part_*_param.py). Lengths and patterns that
 * are not in the schema are from the API's errors, as quoted by users.
 */
import {
  anything,
  listOf,
  oneOf,
  orNull,
  record,
  text,
  type ValueFact,
  type VariantFact,
  whole,
} from './value-facts.ts';

/** The API's error: "Expected a string that matches the pattern '^[^\\s<|\\\\/>]+$'" (`messages[0].name`, code invalid_value). */
const participantName: ValueFact = { string: { pattern: '^[^\\s<|\\\\/>]+$', minLength: 1, maxLength: 64 } };

/** The documentation of FunctionObject.name: "Must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64." */
export const functionName: ValueFact = { string: { pattern: '^[a-zA-Z0-9_-]+$', minLength: 1, maxLength: 64 } };

/** The API's error: "Expected a string with maximum length 40" (`messages[1].tool_calls[0].id`, code string_above_max_length). */
const callId: ValueFact = { string: { minLength: 1, maxLength: 40 } };

/** The field `prompt_cache_breakpoint`, which all parts except refusals may have. */
const cached = { prompt_cache_breakpoint: anything };
const textPart = record({ type: oneOf('text'), text, ...cached }, ['type', 'text']).object;
const refusalPart = record({ type: oneOf('refusal'), refusal: text }, ['type', 'refusal']).object;
const imagePart = record(
  {
    type: oneOf('image_url'),
    image_url: record({ url: text, detail: oneOf('auto', 'low', 'high') }, ['url'], { others: 'known' }),
    ...cached,
  },
  ['type', 'image_url'],
).object;
const audioPart = record(
  {
    type: oneOf('input_audio'),
    input_audio: record({ data: text, format: oneOf('wav', 'mp3') }, ['data', 'format']),
    ...cached,
  },
  ['type', 'input_audio'],
).object;
const filePart = record(
  { type: oneOf('file'), file: record({ file_data: text, file_id: text, filename: text }), ...cached },
  ['type', 'file'],
).object;

/** The API's error for an image in a message that is not from the user. */
const imageElsewhere =
  "Image URLs are only allowed for messages with role 'user', but this message with role '{role}' contains an image URL.";

const partsOf = (variants: VariantFact['variants']): ValueFact => ({
  string: {},
  ...listOf(
    {
      object: {
        by: 'type',
        variants,
        ...(!Object.hasOwn(variants, 'image_url') && { elsewhere: { image_url: imageElsewhere } }),
      },
    },
    1,
  ),
});

const onlyText = partsOf({ text: textPart });

const toolCall: ValueFact = {
  object: {
    by: 'type',
    variants: {
      function: record(
        {
          id: callId,
          type: oneOf('function'),
          function: record({ name: functionName, arguments: text }, ['name', 'arguments']),
        },
        ['id', 'type', 'function'],
      ).object,
      custom: record(
        { id: callId, type: oneOf('custom'), custom: record({ name: functionName, input: text }, ['name', 'input']) },
        ['id', 'type', 'custom'],
      ).object,
    },
  },
};

/** The fields of an assistant message besides its role. `annotations` is accepted, since the API returns it in its own answers. */
const assistant = {
  content: orNull(partsOf({ text: textPart, refusal: refusalPart })),
  refusal: orNull(text),
  name: participantName,
  audio: orNull(record({ id: text }, ['id'], { others: 'accepted' })),
  tool_calls: listOf(toolCall, 1, 128),
  function_call: orNull(record({ name: functionName, arguments: text }, ['name', 'arguments'])),
  annotations: anything,
};

const messageRecord = (role: string, members: Readonly<Record<string, ValueFact>>, required: readonly string[]) =>
  record({ role: oneOf(role), ...members }, ['role', ...required]).object;

const byRole = (ofAssistant: Readonly<Record<string, ValueFact>>): ValueFact => ({
  object: {
    by: 'role',
    variants: {
      system: messageRecord('system', { content: onlyText, name: participantName }, ['content']),
      developer: messageRecord('developer', { content: onlyText, name: participantName }, ['content']),
      user: messageRecord(
        'user',
        {
          content: partsOf({ text: textPart, image_url: imagePart, input_audio: audioPart, file: filePart }),
          name: participantName,
        },
        ['content'],
      ),
      assistant: messageRecord('assistant', { ...assistant, ...ofAssistant }, []),
      // OpenAI's own examples have the name of the tool in its reply.
      tool: messageRecord('tool', { content: onlyText, tool_call_id: callId, name: participantName }, [
        'content',
        'tool_call_id',
      ]),
      function: messageRecord('function', { content: orNull({ string: {} }), name: functionName }, ['content', 'name']),
    },
  },
});

/** The fields of an assistant message of which at least one is required if there is no content. */
export const insteadOfContent: readonly string[] = ['tool_calls', 'function_call', 'refusal', 'audio'];

export const requestMessage = byRole({});

/**
 * A message of a row for fine-tuning. The guide "Supervised fine-tuning" says that `weight` is 0 or 1, and that only assistant
 * messages have it.
 */
export const rowMessage = byRole({ weight: { number: { ...whole().number, values: [0, 1] } } });
