/** The vocabulary with which tokens are counted: a known encoding, or the user's own `tokenizer.json`. */

import { readSmall } from '../files/regular.ts';
import type { AnyDialectId } from '../grammar/index.ts';
import { countTokens, decode, type Encoding, encode, encodings } from '../tokens/encodings.ts';
import { type FileTokenizer, MAX_TOKENIZER_SIZE, readTokenizer, TokenMissing } from '../tokens/tokenizer-file.ts';
import { usualEncoding } from '../tokens/usual.ts';
import { type Allowance, allowance } from './budget.ts';
import { InputFault } from './input-fault.ts';
import { tokenizerPath } from './tokenizer-path.ts';

/** A vocabulary that encodes, decodes and counts tokens. */
export interface Vocabulary extends Pick<FileTokenizer, 'encode' | 'decode' | 'count'> {
  readonly name: string;
  /** Whether the vocabulary was read from a file. Only in this case is it certain which markers the model knows. */
  readonly ofFile: boolean;
  /** Returns the time limit for work on this many characters. Error messages name the file. */
  within(length: number): Allowance;
}

const createVocabulary = (encoding: Encoding): Vocabulary => ({
  name: encoding.name,
  ofFile: false,
  encode: (text) => encode(text, encoding),
  count: (text) => countTokens(text, encoding),
  decode: (ids) =>
    decode(ids, encoding)
      .map((piece) => piece.text)
      .join(''),
  within: () => (work) => work(),
});

/**
 * The parts of the time limit in milliseconds: a fixed amount, and an amount for each character. They suffice even on a machine with a
 * tenth of the usual speed.
 */
const [least, each] = [20_000, 0.05];

function fromFile(file: string): Vocabulary {
  const withFileName: Allowance = (work) => {
    try {
      return work();
    } catch (error) {
      if (error instanceof TokenMissing) throw error;
      throw new Error(`--tokenizer ${file}: ${(error as Error).message}`, { cause: error });
    }
  };
  return withFileName(() => {
    const text = readSmall(file, MAX_TOKENIZER_SIZE);
    if (text === undefined) throw new Error('no such file');
    const tokenizer = allowance(least)(() => readTokenizer(text));
    const within = (length: number): Allowance => {
      const limited = allowance(least + each * length, tokenizer.working);
      return (work) => withFileName(() => limited(work));
    };
    return { ...tokenizer, name: file, ofFile: true, within };
  });
}

/**
 * Returns the error about text without a token in the vocabulary, with a position added if the file contains this text verbatim. Returns
 * any other error unchanged.
 */
export function locatedError(
  error: unknown,
  text: string,
  { name }: Vocabulary,
  placeOf: (offset: number) => string,
): unknown {
  if (!(error instanceof TokenMissing)) return error;
  const at = text.indexOf(error.text);
  const position = at < 0 ? '' : `${placeOf(at)}: `;
  return new InputFault(`${position}--tokenizer ${name}: ${error.message}`, { cause: error });
}

export interface VocabularyOptions {
  readonly encoding: keyof typeof encodings;
  readonly tokenizer?: string | undefined;
}

/** Returns the requested vocabulary. Throws an error with a message for the user if the file is not a tokenizer. */
export const vocabularyOf = (options: VocabularyOptions): Vocabulary =>
  options.tokenizer === undefined
    ? createVocabulary(encodings[options.encoding])
    : fromFile(tokenizerPath(options.tokenizer));

/** Returns a note if most models of a dialect have a vocabulary other than the one with which tokens were counted. */
export function otherThanUsual({ name, ofFile }: Vocabulary, dialect: AnyDialectId): string | undefined {
  const usual = usualEncoding(dialect);
  if (ofFile || usual === name) return undefined;
  return `counted with ${name}, but ${usual} is closer to most models of this format: use --encoding ${usual}, or --tokenizer FILE for exact counts`;
}
