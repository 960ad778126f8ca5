/** The number of tokens in a document, and the messages to remove so that it fits a number of tokens: `ocml/tokens` and `ocml/truncate`. */
import type { AboutDocument, Position, Range } from './places.ts';

export interface TokensParams extends AboutDocument {
  /** A range of the document. The messages in it are also counted one by one. */
  readonly range?: Range;
  /** A range to which the total is limited, such as that of a row. Only in JSON; the total is otherwise that of the document. */
  readonly within?: Range;
  /** A text to count instead of the document, such as the prompt that a template renders. Only its total is returned. */
  readonly text?: string;
}

export interface MessageTokens {
  /** The start of the message. */
  readonly position: Position;
  readonly tokens: number;
  readonly estimated: boolean;
}

interface ChannelTokens {
  readonly name: string;
  readonly tokens: number;
}

export interface Tokens {
  readonly version: number;
  /** The name of the encoding, or of the tokenizer's file. */
  readonly encoding: string;
  /** The number of tokens in the whole document, and in text that is not part of a message. */
  readonly total: number;
  readonly outside: number;
  /** Whether the counts are estimates. */
  readonly estimated: boolean;
  /** The channels, sorted by the number of tokens, largest first. */
  readonly channels: readonly ChannelTokens[];
  readonly messages?: readonly MessageTokens[];
  /** The reason why nothing was counted, as a message for the user. */
  readonly error?: string;
}

export interface TruncateParams extends AboutDocument {
  /** The maximum number of tokens. In a data set, it applies to each conversation. */
  readonly limit: number;
  /** The strategy, as for `ocml truncate --strategy`. If it is missing, the default is used. */
  readonly strategy?: readonly string[];
}

export interface Truncation {
  readonly version: number;
  readonly encoding: string;
  /** The ranges to remove, in order. Adjacent ranges are merged. */
  readonly cuts: readonly Range[];
  /** The number of messages to remove, and the number of tokens that remain. */
  readonly dropped: number;
  readonly tokens: number;
}
