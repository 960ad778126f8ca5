/** Examples of fixes in Phi-3. */
import type { Row } from './row.ts';

const userMessage = '<|user|>\nHi<|end|>\n';
const assistantMessage = '<|assistant|>\nHello<|end|>\n';

export const phi: readonly Row[] = [
  ['E-STREAM-TRUNCATED', `${userMessage}<|assistant|>\nHello`, `${userMessage}<|assistant|>\nHello<|end|>`],
  ['E-STREAM-TRUNCATED', `${userMessage}<|assistant|>\nHello<|en`, `${userMessage}<|assistant|>\nHello<|end|>`],
  ['token-misspelled', `${userMessage}<|assistant|>\nHello<\\|end\\|>`, `${userMessage}<|assistant|>\nHello<|end|>`],
  ['token-misspelled', `${userMessage}<|assistant|>\nHello<|ened|>`, `${userMessage}<|assistant|>\nHello<|end|>`],
  ['end-missing', `<|assistant|>\nHello\n${userMessage}`, `<|assistant|>\nHello<|end|>\n${userMessage}`],
  ['stray-text', `${userMessage}Note.\n${assistantMessage}`, `${userMessage}\n${assistantMessage}`],
];
