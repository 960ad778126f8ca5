/** ChatML on the wire: a JSON array of strings and `{"token": …}` objects. */
import type { ValueFact } from './types.ts';

interface WireTokenFact extends ValueFact {
  /** Its names in other spellings of ChatML. */
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
    doc: 'Ends a message. A request ends without it: the model continues from there.',
  },
];

/** `RoleName` of the grammar. */
export const wireRoles: readonly ValueFact[] = [
  { name: 'system', doc: 'Instructions and context for the model.' },
  { name: 'user', doc: 'A message from the user.' },
  { name: 'assistant', doc: 'A message from the model.' },
  { name: 'system:example_user', doc: 'The user of an example conversation (few-shot prompting).' },
  { name: 'system:example_assistant', doc: 'The answer in an example conversation (few-shot prompting).' },
];

/** About how many characters a token has, and how many tokens a message is cut at. */
export const charactersPerToken = 4;
export const longMessageTokens = 2000;
