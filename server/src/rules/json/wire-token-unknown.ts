import { wireTokens } from '../../grammar/chatml-wire.ts';
import { didYouMean, listed } from '../../syntax/wording.ts';
import type { JsonRule } from '../support/rule.ts';
import { wireFaults } from './wire-faults.ts';

const names = wireTokens.map(({ name }) => name);

/** Reports a token that does not exist in ChatML on the wire (A-119, WIRE-05). */
export const rule: JsonRule = {
  code: 'wire-token-unknown',
  title: 'Unknown token',
  section: 'ChatML, JSON',
  level: 'error',
  json: wireFaults('token-unknown', ({ text, suggestion }) => ({
    message: `\`${text.slice(0, 40)}\` is not a token here. Write ${listed(names)}.${didYouMean(suggestion)}`,
    extra: { data: { suggestion } },
  })),
};
