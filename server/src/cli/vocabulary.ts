/** Whose tokens are counted: those of a known encoding, or of the user's own `tokenizer.json`. */

import { readSmall } from '../files/regular.ts';
import type { AnyDialectId } from '../grammar/index.ts';
import { countTokens, decode, type Encoding, encode, encodings } from '../tokens/encodings.ts';
import { type FileTokenizer, largestTokenizer, readTokenizer } from '../tokens/tokenizer-file.ts';
import { usualEncoding } from '../tokens/usual.ts';
import { within } from './budget.ts';

/** What the numbers are of. */
export interface Vocabulary extends Pick<FileTokenizer, 'encode' | 'decode' | 'count'> {
  readonly name: string;
  /** It is of a file, and so knows markers or does not. */
  readonly ofFile: boolean;
  /** Does what takes long, of so many characters, and not forever. */
  within<T>(length: number, work: () => T): T;
}

const known = (encoding: Encoding): Vocabulary => ({
  name: encoding.name,
  ofFile: false,
  encode: (text) => encode(text, encoding),
  count: (text) => countTokens(text, encoding),
  decode: (ids) =>
    decode(ids, encoding)
      .map((piece) => piece.text)
      .join(''),
  within: (_, work) => work(),
});

/** Milliseconds for a text: to begin with, and for each character; a tenth of the speed is within them. */
const [least, each] = [20_000, 0.05];

function fromFile(file: string): Vocabulary {
  try {
    const text = readSmall(file, largestTokenizer);
    if (text === undefined) throw new Error('no such file');
    const tokenizer = within(least, () => readTokenizer(text));
    return { ...tokenizer, name: file, ofFile: true, within: (length, work) => within(least + each * length, work) };
  } catch (error) {
    throw new Error(`--tokenizer ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** What `--encoding` or `--tokenizer` name. Throws, with a message for the user, where a file is not a tokenizer. */
export const vocabularyOf = (options: {
  readonly encoding: keyof typeof encodings;
  readonly tokenizer?: string | undefined;
}): Vocabulary => (options.tokenizer === undefined ? known(encodings[options.encoding]) : fromFile(options.tokenizer));

/** What to know where the models that speak a dialect mostly have another vocabulary than the one that is counted with. */
export function otherThanUsual({ name, ofFile }: Vocabulary, dialect: AnyDialectId): string | undefined {
  const usual = usualEncoding[dialect];
  if (ofFile || usual === name) return undefined;
  return `counted with ${name}; most models of this format are nearer to ${usual}: --encoding ${usual}, or --tokenizer FILE for exact counts`;
}
