/** Examples of fixes in Phi-3. */
import type { Row } from './row.ts';

const asked = '<|user|>\nHi<|end|>\n';
const answered = '<|assistant|>\nHello<|end|>\n';

export const phi: readonly Row[] = [
  ['E-STREAM-TRUNCATED', `${asked}<|assistant|>\nHello`, `${asked}<|assistant|>\nHello<|end|>`],
  ['E-STREAM-TRUNCATED', `${asked}<|assistant|>\nHello<|en`, `${asked}<|assistant|>\nHello<|end|>`],
  ['token-misspelled', `${asked}<|assistant|>\nHello<\\|end\\|>`, `${asked}<|assistant|>\nHello<|end|>`],
  ['token-misspelled', `${asked}<|assistant|>\nHello<|ened|>`, `${asked}<|assistant|>\nHello<|end|>`],
  ['end-missing', `<|assistant|>\nHello\n${asked}`, `<|assistant|>\nHello<|end|>\n${asked}`],
  ['stray-text', `${asked}Note.\n${answered}`, `${asked}\n${answered}`],
];
