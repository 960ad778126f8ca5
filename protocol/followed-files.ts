/** Files that are read while they grow: `ocml/follow` and `ocml/unfollow`. */
import type { AboutDocument, Position } from './places.ts';

export interface FollowParams extends AboutDocument {
  /** The editor's language id for the file. */
  readonly languageId: string;
  /** The text that was appended since the last request. With `anew`, the beginning of the file. */
  readonly text: string;
  readonly anew?: boolean;
  /** Whether the server keeps the whole file, instead of only its end. */
  readonly all?: boolean;
  /** Whether more text will be sent before any request about the file. */
  readonly more?: boolean;
}

export interface FollowedText {
  /** The end of the text that the server keeps. */
  readonly end: Position;
  /** The number of messages, or of lines of JSON, that the server has dropped from the beginning of the file. */
  readonly dropped: number;
  /** Whether the text still exceeds the limit, because its last message or line alone is longer. The client should then stop. */
  readonly tooLong: boolean;
}
