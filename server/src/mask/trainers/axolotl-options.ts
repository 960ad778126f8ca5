/** The options of axolotl that affect what is trained, with their defaults. */
import type { TrainerOptions } from '../options.ts';

const when = ['all', 'turn', 'last', 'none'];

export const axolotlOptions: TrainerOptions = {
  roles_to_train: { usual: ['assistant'], kinds: ['strings', 'null'], about: 'the roles whose messages are trained' },
  train_on_eos: {
    usual: 'turn',
    kinds: ['string', 'null'],
    words: when,
    about: 'the messages after which the end-of-sequence token is trained',
  },
  train_on_eot: {
    usual: null,
    kinds: ['string', 'null'],
    words: when,
    about: 'the messages after which `eot_tokens` are trained (default: the value of `train_on_eos`)',
  },
  eot_tokens: {
    usual: null,
    kinds: ['strings', 'null'],
    about: 'tokens that end a turn (default: the end-of-sequence token)',
  },
  train_on_inputs: { usual: false, kinds: ['boolean'], about: 'train all roles' },
  message_field_training: {
    usual: null,
    kinds: ['string', 'null'],
    about: 'the message key that says whether the message is trained',
  },
  message_field_training_detail: {
    usual: null,
    kinds: ['string', 'null'],
    about: 'the message key that says which parts of the message are trained',
  },
  field_messages: { usual: 'messages', kinds: ['string'], about: 'the row key that holds the messages' },
  field_system: { usual: 'system', kinds: ['string'], about: 'the row key that holds the system prompt' },
  field_tools: { usual: 'tools', kinds: ['string'], about: 'the row key that declares tools' },
  field_thinking: {
    usual: 'reasoning_content',
    kinds: ['string'],
    about: 'the message key that holds the reasoning',
  },
  template_thinking_key: {
    usual: 'reasoning_content',
    kinds: ['string'],
    about: 'the key under which the template expects reasoning',
  },
  message_property_mappings: {
    usual: { role: 'role', content: 'content' },
    kinds: ['mapping'],
    about: 'a map from the keys that the template expects to the message keys in the rows',
  },
  roles: {
    usual: { user: ['human', 'user'], assistant: ['gpt', 'assistant'], system: ['system'], tool: ['tool'] },
    kinds: ['mapping'],
    about: 'a map from the roles in the template to the roles in the rows',
  },
  drop_system_message: { usual: false, kinds: ['boolean'], about: 'drop a system message at the beginning' },
  split_thinking: {
    usual: false,
    kinds: ['boolean'],
    about: 'move `<think>` in the content to `template_thinking_key`',
  },
  sequence_len: { usual: 512, kinds: ['number'], about: 'the maximum number of tokens per row' },
  excess_length_strategy: {
    usual: 'drop',
    kinds: ['string'],
    words: ['drop', 'truncate', 'raise'],
    about: 'what to do with overlong rows',
  },
  min_sample_len: { usual: null, kinds: ['number', 'null'], about: 'the minimum number of tokens per row' },
};
