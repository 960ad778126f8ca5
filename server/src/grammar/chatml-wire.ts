/** ChatML on the wire: a JSON array of strings and `{"token": …}` objects. */
import type { ValueFact } from './types.ts';

interface WireTokenFact extends ValueFact {
  /** Other spellings of the token in ChatML. */
  readonly aliases: readonly string[];
}

/** The three special tokens, in the order in which a message has them. */
export const wireTokens: readonly WireTokenFact[] = [
  {
    name: '<|start|>',
    aliases: ['<|im_start|>', '<|start_message|>'],
    doc: 'Begins a message. The role follows, as a string.',
  },
  {
    name: '<|message|>',
    aliases: ['<|im_sep|>'],
    doc: 'Ends the header of a message. The text follows, as a string.',
  },
  {
    name: '<|end_message|>',
    aliases: ['<|im_end|>', '<|end|>'],
    doc: 'Ends a message. In a request, the last message lacks it, so that the model continues that message.',
  },
];

/** The roles that the grammar of the format calls `RoleName`. */
export const wireRoles: readonly ValueFact[] = [
  { name: 'system', doc: 'Instructions and context for the model.' },
  { name: 'user', doc: 'A message from the user.' },
  { name: 'assistant', doc: 'A message from the model.' },
  { name: 'system:example_user', doc: 'The user of an example conversation (few-shot prompting).' },
  { name: 'system:example_assistant', doc: 'The answer in an example conversation (few-shot prompting).' },
];

/** The approximate number of characters per token, and the number of tokens after which a message is cut off. */
export const charactersPerToken = 4;
export const longMessageTokens = 2000;
