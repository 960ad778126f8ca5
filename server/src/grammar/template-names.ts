/** The templates that are built in, by name: the start of the server needs no more of them. */
import type { ValueFact } from './types.ts';

interface TemplateFact extends ValueFact {
  /** Text that separates messages in what the template writes. */
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
  { name: 'chatml', doc: 'ChatML, as OpenChatML 0.1 reads it.', markers: ['<|im_start|>', '<|im_end|>'] },
];
