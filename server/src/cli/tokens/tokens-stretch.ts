/** Counts the tokens of the messages in a piece of a data set, in a worker thread. */
import { textOfPieces } from '../../convert/conversation.ts';
import type { JsonDialectId } from '../../grammar/index.ts';
import { talksIn } from '../../inspect/conversations.ts';
import { channelOf } from '../../inspect/counts.ts';
import { type RowPiece, textsIn } from '../../rows/row-piece.ts';
import { jsonUnit } from '../../syntax/json/json-unit.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import { TokenMissing } from '../../tokens/tokenizer-file.ts';
import { type Vocabulary, type VocabularyOptions, vocabularyOf } from '../vocabulary.ts';
import { markersIn } from './markers.ts';

export interface TokensStretch extends Omit<RowPiece, 'bytes'> {
  readonly dialect: JsonDialectId;
  /** The names that rows use for their fields and roles. */
  readonly names: RowNames | undefined;
  readonly vocabulary: VocabularyOptions;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface CountedMessage {
  /** The line of the message, counted from 1. */
  readonly line: number;
  readonly role?: string | undefined;
  readonly channel?: string | undefined;
  readonly tokens: number;
}

export interface StretchTokens {
  readonly messages: readonly CountedMessage[];
  /** The markers in the text of the piece, if the vocabulary comes from a file. */
  readonly markers: readonly string[];
  /** The line that contains text without a token in the vocabulary, and the error message. Counting stops at this line. */
  readonly missing?: { readonly line: number; readonly message: string };
}

let current: { readonly key: string; readonly vocabulary: Vocabulary } | undefined;

export function tokensOfStretch({ dialect, names, vocabulary: options, ...piece }: TokensStretch): StretchTokens {
  const key = JSON.stringify(options);
  if (current?.key !== key) current = { key, vocabulary: vocabularyOf(options) };
  const { vocabulary } = current;
  const bytes = Buffer.from(piece.bytes.buffer, piece.bytes.byteOffset, piece.bytes.length);
  const messages: CountedMessage[] = [];
  const markers = new Set<string>();
  let at = 0;
  try {
    vocabulary.within(bytes.length)(() => {
      for (const { text, line } of textsIn({ ...piece, bytes })) {
        at = line;
        const lineOf = linesFrom(text, line);
        for (const { items } of talksIn(jsonUnit(text, names), dialect))
          for (const { start, said } of items)
            for (const one of said) {
              const tokens = vocabulary.count(textOfPieces(one.pieces));
              messages.push({ line: lineOf(start), role: one.role, channel: channelOf(one), tokens });
            }
        if (vocabulary.ofFile) for (const marker of markersIn(text)) markers.add(marker);
      }
    });
  } catch (error) {
    if (!(error instanceof TokenMissing)) throw error;
    return { messages, markers: [], missing: { line: at + 1, message: error.message } };
  }
  return { messages, markers: [...markers] };
}

/**
 * Returns a function that converts an offset in a row to a line, counted from 1. A row that is an element of a list may have several lines.
 */
function linesFrom(text: string, line: number): (offset: number) => number {
  let [counted, at] = [line + 1, 0];
  return (offset) => {
    if (offset < at) [counted, at] = [line + 1, 0];
    for (let index = text.indexOf('\n', at); index >= 0 && index < offset; index = text.indexOf('\n', at)) {
      counted++;
      at = index + 1;
    }
    return counted;
  };
}
