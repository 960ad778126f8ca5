import { wireTokens } from '../../grammar/chatml-wire.ts';
import { chatmlTokens, controlTokens } from '../../grammar/index.ts';
import { wireOf } from '../../model/json/wire.ts';
import { matchesIn } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

const frames = new Set([
  ...wireTokens.flatMap(({ name, aliases }) => [name, ...aliases]),
  ...[...controlTokens, ...chatmlTokens].filter(({ kind }) => kind !== 'thought').map(({ text }) => text),
]);
const inFrames =
  'In plain ChatML, it would begin or end a message, which is how prompt injections work. Write `{"token": …}` if a token is meant.';
const elsewhere =
  'A tokenizer that does not escape text turns it into a token, if the model has that token. Write `{"token": …}` if a token is meant.';

/** Reports a string that contains the text of a token. This is harmless on the wire, but not when the string becomes plain text. */
export const rule: JsonRule = {
  code: 'wire-special-in-text',
  title: 'Token written as text',
  section: 'ChatML, Grammar',
  level: 'warning',
  json: {
    dialects: ['chatml-wire'],
    check({ reading, text }, report) {
      for (const { texts, broken } of wireOf(reading).messages) {
        if (broken) continue;
        for (const node of texts) {
          for (const tokenText of matchesIn(text, node, /<\|\w+\|>/g)) {
            report(
              tokenText,
              `This \`${tokenText.match}\` is text, not a token: tokens are objects here. ${frames.has(tokenText.match) ? inFrames : elsewhere}`,
            );
          }
        }
      }
    },
  },
};
