/** The names available in a chat template: the variables that `transformers` and servers provide. */

interface TemplateVariable {
  readonly name: string;
  readonly doc: string;
  /** Whether only some callers provide the variable, so that a template must not depend on it. */
  readonly optional?: true;
}

const always = (name: string, doc: string): TemplateVariable => ({ name, doc });
const sometimes = (name: string, doc: string): TemplateVariable => ({ name, doc, optional: true });

export const templateVariables: readonly TemplateVariable[] = [
  always(
    'messages',
    'The conversation: a list of messages, each with `role` and `content`; assistant messages may have `tool_calls` and `reasoning_content`, and replies have the role `tool`. The content is a string, a list of parts, or null.',
  ),
  always('tools', 'The tools that the model may call, as JSON schemas; null if there are none.'),
  always('documents', 'Documents to answer from, each with `title` and `text`; null if there are none.'),
  always(
    'add_generation_prompt',
    'True if the model should answer: the prompt must then end with the beginning of an answer. False in training.',
  ),
  sometimes('bos_token', "The tokenizer's beginning-of-sequence token. Undefined if there is none."),
  sometimes('eos_token', "The tokenizer's end-of-sequence token, at which a model stops."),
  sometimes('unk_token', 'The token for text that is not in the vocabulary.'),
  sometimes('pad_token', 'The token that pads the shorter sequences of a batch.'),
  sometimes('sep_token', 'The token that separates texts.'),
  sometimes('cls_token', 'The token that represents a whole text.'),
  sometimes('mask_token', 'The token that masks text for the model to predict.'),
  sometimes('additional_special_tokens', 'More special tokens of the tokenizer, as a list.'),
  sometimes(
    'enable_thinking',
    'Whether the model should think before it answers. Undefined unless the caller sets it.',
  ),
  sometimes('thinking', 'Whether the model should think before it answers. Undefined unless the caller sets it.'),
  sometimes('reasoning_effort', 'The amount of thinking: `low`, `medium` or `high`, if the caller sets it.'),
  sometimes('continue_final_message', 'True if the model should continue the last message.'),
  sometimes('date_string', 'The current date, if the caller sets it.'),
  sometimes('custom_tools', "The caller's tools, in addition to the model's own tools."),
  sometimes('builtin_tools', "The names of the model's own tools."),
  sometimes('tools_in_user_message', 'Whether tools are declared in the first user message.'),
];

/**
 * The names of fields and methods that templates use in messages, calls and tools. Words that may be misspelled are compared with these
 * names.
 */
export const templateMembers: readonly string[] = [
  ...['role', 'content', 'name', 'tool_calls', 'tool_call_id', 'reasoning_content', 'reasoning', 'thinking'],
  ...['function', 'arguments', 'parameters', 'description', 'type', 'text', 'items', 'keys', 'values', 'get'],
  ...['strip', 'split', 'startswith', 'endswith'],
];

/** Roles that templates compare with the role of a message. */
export const templateRoles: readonly string[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];
