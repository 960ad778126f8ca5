/** The remedies for the findings about masks, by trainer. */
import { getOwn } from '../syntax/get-own.ts';
import type { MaskFinding } from './findings.ts';

/** Stands for the remedy if the message of the finding already contains it. */
const remedyInMessage = '';

/**
 * The remedies, as sentences. The outer key is a code, or a code and the `remedy` of the finding; the inner key is the
 * trainer, or `''` for all other trainers.
 */
const remedies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'mask-absent': {
    trl: 'Use a template that writes this part inside {% generation %}.',
    'llama-factory': remedyInMessage,
    '': 'Use a template that writes this part, and check the settings that determine what is trained.',
  },
  'mask-absent untrained': {
    trl: 'Put {% generation %} around this part, too.',
    axolotl: 'Check roles_to_train, and the flags of this message in the row.',
    unsloth: 'Check that every answer begins with response_part, and that no answer contains instruction_part.',
    'llama-factory': remedyInMessage,
    '': 'Check the settings that determine what is trained.',
  },
  'mask-dropped': { 'llama-factory': remedyInMessage, '': 'Split or correct the row, or raise the limit.' },
  'mask-empty': {
    trl: 'Check that the answer is inside {% generation %}, and that max_length does not cut off all of it.',
    unsloth:
      'Set instruction_part and response_part to the text with which this template begins questions and answers.',
    '': 'Check the settings that determine what is trained, and the limit.',
  },
  'mask-refused': { 'llama-factory': remedyInMessage, '': 'Correct the row, or change the setting.' },
  'mask-everything': {
    trl: 'Set assistant_only_loss=True, or use rows with prompt and completion.',
    axolotl: 'Remove train_on_inputs.',
    '': 'Choose which roles are trained.',
  },
  'mask-stop': {
    trl: 'End the answer with its stop token inside {% generation %}.',
    axolotl: 'Set eot_tokens or special_tokens.eos_token to the token that ends a turn.',
    unsloth: 'Remove the end of the preceding message from instruction_part.',
    '': 'Use a template that writes the stop token after the answer.',
  },
  'mask-stop quoted': { '': remedyInMessage },
  'mask-shifted': {
    axolotl: 'Use a template that does not change earlier messages, or rows with one answer each.',
    '': 'Use a template that does not change earlier messages.',
  },
  'mask-other-speaker': {
    trl: 'Close {% generation %} at the end of the answer.',
    axolotl: 'Use a template that does not change earlier messages, and check roles_to_train.',
    unsloth: 'Set instruction_part to text that tool replies also begin with, or train rows with tools in another way.',
    '': 'Check the settings that determine what is trained.',
  },
  'mask-marker': {
    unsloth:
      'Set instruction_part and response_part to the text with which this template begins questions and answers.',
  },
  'mask-unmarked': { trl: 'Use a template with {% generation %} around the answers.' },
  'mask-partial': {
    trl: 'Put {% generation %} around the whole answer.',
    axolotl: 'Check the text that the template writes around the content: text that it always writes is not trained.',
    '': 'Check where the trainer begins and ends an answer.',
  },
  'mask-cut': {
    trl: 'Raise max_length, or split the row.',
    'trl-dpo': 'Raise max_length, or split the row.',
    'trl-kto': 'Raise max_length, or split the row.',
    axolotl: 'Raise sequence_len, or split the row.',
    unsloth: 'Raise max_seq_length, or split the row.',
    'llama-factory': 'Raise cutoff_len, or split the row.',
    '': 'Raise the maximum length, or split the row.',
  },
  'mask-cut limit': { '': 'Raise the maximum length, or split the row.' },
  'mask-prompt-mismatch': { '': 'Use a template whose prompt stays the same when the answer is appended.' },
  'mask-flag': {
    axolotl: 'Set message_field_training to the name of this key.',
    'llama-factory': remedyInMessage,
    '': 'Remove the flag, or use a trainer that reads it.',
  },
  'mask-flag value': {
    '': 'Write 1 for answers to train, and 0 for others.',
  },
  'mask-scaffold': { '': 'Exclude the empty thought from training, if the generation prompt contains it.' },
  'mask-token-twice': { '': 'Remove the token from the template or the text, or stop the tokenizer from adding it.' },
};

/** Adds the remedy to the message of a finding. A message that quotes a trainer may lack a full stop, which is added. */
export function withRemedy(
  { message, code, remedy: name }: Pick<MaskFinding, 'message' | 'code' | 'remedy'>,
  trainer: string,
): string {
  const remedyByTrainer = getOwn(remedies, name === undefined ? code : `${code} ${name}`);
  const remedy = remedyByTrainer && (getOwn(remedyByTrainer, trainer) ?? getOwn(remedyByTrainer, ''));
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return remedy === undefined || remedy === remedyInMessage ? sentence : `${sentence} ${remedy}`;
}
