/** Tokens of a document, and what to remove for it to have fewer: `ocml/tokens` and `ocml/truncate`. */
import type { AboutDocument, Position, Range } from './places.ts';

export interface TokensParams extends AboutDocument {
  /** Also list the messages in it, one by one. */
  readonly range?: Range;
}

export interface MessageTokens {
  /** Where the message begins. */
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
  /** The tokens of the whole document, and of what is outside messages. */
  readonly total: number;
  readonly outside: number;
  /** These are estimates. */
  readonly estimated: boolean;
  /** The most first. */
  readonly channels: readonly ChannelTokens[];
  readonly messages?: readonly MessageTokens[];
  /** Why nothing is counted, with a message for the user. */
  readonly error?: string;
}

export interface TruncateParams extends AboutDocument {
  /** How many tokens it may have; a conversation of a data set by itself. */
  readonly limit: number;
  /** As `ocml truncate --strategy` has them; without it, the usual one. */
  readonly strategy?: readonly string[];
}

export interface Truncation {
  readonly version: number;
  readonly encoding: string;
  /** The ranges that are removed, in order; adjacent ones are merged. */
  readonly cuts: readonly Range[];
  /** How many messages go, and how many tokens are left. */
  readonly dropped: number;
  readonly tokens: number;
}
