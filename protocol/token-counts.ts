/** The tokens in a document, and the messages to remove so that the document has fewer tokens: `ocml/tokens` and `ocml/truncate`. */
import type { AboutDocument, Position, Range } from './places.ts';

export interface TokensParams extends AboutDocument {
  /** A range whose messages are also listed, one by one. */
  readonly range?: Range;
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
  /** The encoding, or the name of the tokenizer's file. */
  readonly encoding: string;
  /** The tokens in the whole document, and in text outside messages. */
  readonly total: number;
  readonly outside: number;
  /** Whether the numbers are estimates. */
  readonly estimated: boolean;
  /** The channels, the one with the most tokens first. */
  readonly channels: readonly ChannelTokens[];
  readonly messages?: readonly MessageTokens[];
  /** The reason if nothing is counted, as a message for the user. */
  readonly error?: string;
}

export interface TruncateParams extends AboutDocument {
  /** The maximum number of tokens; in a data set, for each conversation. */
  readonly limit: number;
  /** The strategy, as in `ocml truncate --strategy`; if missing, the default one. */
  readonly strategy?: readonly string[];
}

export interface Truncation {
  readonly version: number;
  readonly encoding: string;
  /** The ranges to remove, in order; adjacent ones are merged. */
  readonly cuts: readonly Range[];
  /** The number of messages to remove, and of tokens that remain. */
  readonly dropped: number;
  readonly tokens: number;
}
