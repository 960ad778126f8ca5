import { isUnchosen } from '../../grammar/index.ts';
import { unusableIn } from '../../syntax/json/unusable.ts';
import { quote } from '../../syntax/wording.ts';
import type { JsonRule } from '../support/rule.ts';

/**
 * Reports an escape for half a surrogate pair or, in training rows, for the null character. A chunk of a stream may end between the halves.
 */
export const rule: JsonRule = {
  code: 'character-unusable',
  title: 'Half of a surrogate pair, or a null character',
  section: 'Language notes, A-144',
  level: 'error',
  json: {
    dialects: ['messages', 'openchatml-json', 'json'],
    silentOnPlainValues: true,
    check({ text, shape, dialect, training }, report) {
      if (shape === 'unknown' && isUnchosen(dialect)) return;
      for (const { kind, start, end } of unusableIn(text)) {
        const quotedText = quote(text.slice(start, end));
        if (kind === 'half')
          report(
            { start, end },
            `${quotedText} is half of a surrogate pair, which UTF-8 cannot encode: Python, tokenizers and Parquet fail on it. Usually, text was cut within an emoji. Write the whole character, or remove this half.`,
          );
        else if (training)
          report(
            { start, end },
            `${quotedText} is a null character: C programs end the text here, and databases reject it. Remove it.`,
            { milder: 'warning' },
          );
      }
    },
  },
};
