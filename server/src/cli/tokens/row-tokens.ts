/** Counts the tokens of a data set row by row, in several threads if that is faster. No row is kept in memory. */
import { isUtf8 } from 'node:buffer';
import type { AnyDialectId } from '../../grammar/index.ts';
import type { DialectFlag } from '../dialects.ts';
import { notUtf8 } from '../files/input.ts';
import type { Source } from '../files/source.ts';
import { InputFault } from '../input-fault.ts';
import { conversationRows } from '../rows/conversation-rows.ts';
import { orderedParallelMap } from '../threads.ts';
import type { VocabularyOptions } from '../vocabulary.ts';
import { type CountedMessage, type TokensStretch, tokensOfStretch } from './tokens-stretch.ts';

interface RowTokens {
  readonly dialect: AnyDialectId;
  /**
   * Yields the messages in order, in batches. `markers` receives the markers in the text. Throws an error if the vocabulary has no token
   * for some text.
   */
  messages(markers: Set<string>): AsyncGenerator<readonly CountedMessage[]>;
}

/** Returns the counts. Returns undefined for a file whose rows are not conversations, which must be read as a whole. */
export async function rowTokens(
  source: Source,
  flag: DialectFlag,
  vocabulary: VocabularyOptions,
  complain: (message: string) => void,
): Promise<RowTokens | undefined> {
  const rows = await conversationRows(source, flag, complain);
  if (rows === undefined) return undefined;
  const { file } = source;
  const { pieces } = rows;
  const { dialect, names } = rows.reading;
  async function* stretches(): AsyncGenerator<TokensStretch> {
    for await (const { bytes, ...piece } of pieces) {
      if (!isUtf8(bytes)) throw new InputFault(`${file}: ${notUtf8}`);
      yield { ...piece, dialect, names, vocabulary, bytes: new Uint8Array(bytes) };
    }
  }
  return {
    dialect,
    async *messages(markers) {
      for await (const { messages, markers: more, missing } of orderedParallelMap(stretches(), work)) {
        for (const marker of more) markers.add(marker);
        yield messages;
        if (missing)
          throw new InputFault(`${file}:${missing.line}: --tokenizer ${vocabulary.tokenizer}: ${missing.message}`);
      }
    },
  };
}

const work = {
  script: 'row-tokens-worker.js',
  here: tokensOfStretch,
  sizeOf: ({ bytes }: TokensStretch) => bytes.length,
  handedOver: ({ bytes }: TokensStretch) => [bytes.buffer],
  minSize: 1_000_000,
};
