/** The counterpart of `tokenizer.ts` in a browser, where the server cannot read files. */
import type * as twin from '../tokenizer.ts';

export const tokenizerAt: (typeof twin)['tokenizerAt'] = () => {
  throw new Error('a browser cannot read a tokenizer file. Choose an encoding with `ocml.tokens.encoding`');
};
