import type { TokenFact } from './types.ts';

const token = (name: string, doc: string, section: string): TokenFact => ({
  text: `<|${name}|>`,
  name,
  kind: 'foreign',
  places: [],
  doc,
  section,
  scope: `invalid.illegal.foreign`,
});

/** Control tokens by which a document of OpenChatML 0.1, or plain ChatML, is known. */
export const foreignTokens: readonly TokenFact[] = [
  token('im_start', 'Begins a message in OpenChatML 0.1 and ChatML.', '0.1 §2'),
  token('im_end', 'Ends a message in OpenChatML 0.1 and ChatML.', '0.1 §2'),
  token('fim_prefix', 'Introduces the text before the cursor in a fill-in-the-middle task (0.1).', '0.1 §2'),
  token('fim_middle', 'Marks where the model fills in (0.1).', '0.1 §2'),
  token('fim_suffix', 'Introduces the text after the cursor (0.1).', '0.1 §2'),
  token('file_separator', 'Separates files of one sequence (0.1).', '0.1 §2'),
];

/** Marks of the beginning of a sequence; they count only in front of one of the tokens above. */
export const sequenceStarts = ['[BOS]', '<s>'] as const;
