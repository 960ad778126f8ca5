/** Control text of model families that was left in the content of data sets because prompts or raw outputs were split incorrectly. */
import { templates } from './template-names.ts';

export interface LeakedFact {
  readonly text: string;
  /** The names of the models that use this text. */
  readonly of: string;
  /** The position in the content at which the text is rarely intended. `line`: at the beginning of any line, as a heading. */
  readonly at: 'start' | 'end' | 'line';
  /** Whether the text is also an HTML tag. */
  readonly isHtml?: true;
}

const by = (of: string, starts: readonly string[], ends: readonly string[]): LeakedFact[] => [
  ...starts.map((text) => ({ text, of, at: 'start' as const })),
  ...ends.map((text) => ({ text, of, at: 'end' as const })),
];

/** Headings in prompts without control tokens. A model that writes one has gone on to write the next prompt itself. */
const headings: readonly LeakedFact[] = ['Instruction', 'Input', 'Response', 'Human', 'User', 'Assistant'].map(
  (word) => ({
    text: `### ${word}:`,
    of: 'Alpaca and Vicuna',
    at: 'line',
  }),
);

/** The text to look for. Tokens of the four templates are not included, since they are reported anywhere in the content. */
export const leakedTokens: readonly LeakedFact[] = [
  { text: '<s>', of: 'Llama 2 and Mistral', at: 'start', isHtml: true },
  { text: '</s>', of: 'Llama 2 and Mistral', at: 'end', isHtml: true },
  ...by('Llama 2 and Mistral', ['[INST]', '<<SYS>>'], ['[/INST]', '<</SYS>>']),
  ...by('Llama 3', [], ['<|end_of_text|>', '<|eom_id|>']),
  ...by('Llama 4', ['<|header_start|>'], ['<|eot|>']),
  ...by('Gemma', ['<bos>', '<start_of_turn>'], ['<eos>', '<end_of_turn>']),
  ...by('GPT and Qwen', [], ['<|endoftext|>']),
  ...by('gpt-oss', [], ['<|return|>', '<|call|>']),
  ...by('gpt-oss and Phi', [], ['<|end|>']),
  // At the end of an answer, these tokens show that the model went on to write a turn of the user.
  ...by('Phi, GLM and Zephyr', ['<|system|>', '<|user|>', '<|assistant|>'], ['<|user|>', '<|assistant|>']),
  ...by('DeepSeek', ['<｜begin▁of▁sentence｜>', '<｜User｜>', '<｜Assistant｜>'], ['<｜end▁of▁sentence｜>']),
  ...headings,
  ...by('Command R', ['<|START_OF_TURN_TOKEN|>'], ['<|END_OF_TURN_TOKEN|>']),
];

/** The markers that may separate a leaked token from the edge of the content. */
export const templateMarkers: readonly string[] = templates.flatMap(({ markers }) => markers);
