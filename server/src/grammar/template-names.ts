/** The names of the built-in templates, which are all that the server needs of them at startup. */
import type { ValueFact } from './types.ts';

interface TemplateFact extends ValueFact {
  /** Texts that the template writes between messages. */
  readonly markers: readonly string[];
}

/** The templates, in the order of their registry. */
export const templates: readonly TemplateFact[] = [
  { name: 'simple', doc: 'Only the content of messages, joined by blank lines.', markers: [] },
  { name: 'openai', doc: 'The content of each message after `System:`, `User:` or `Assistant:`.', markers: [] },
  {
    name: 'llama',
    doc: 'Llama 3, with the role between header tokens.',
    markers: ['<|begin_of_text|>', '<|start_header_id|>', '<|end_header_id|>', '<|eot_id|>'],
  },
  { name: 'chatml', doc: 'ChatML, as in OpenChatML 0.1.', markers: ['<|im_start|>', '<|im_end|>'] },
];
