/** Files read as they grow: `ocml/follow` and `ocml/unfollow`. */
import type { AboutDocument, Position } from './places.ts';

export interface FollowParams extends AboutDocument {
  /** The editor's language id for the file. */
  readonly languageId: string;
  /** The text appended since the last request; with `anew`, the beginning of the file. */
  readonly text: string;
  readonly anew?: boolean;
  /** Whether the whole file is kept, not only its end. */
  readonly all?: boolean;
  /** Whether more text follows immediately, before any request about the file. */
  readonly more?: boolean;
}

export interface FollowedText {
  /** The end of the text that is kept. */
  readonly end: Position;
  /** The number of messages, or lines of JSON, dropped at the beginning of the file. */
  readonly dropped: number;
  /** Whether text that must be kept exceeds the limit: the file is then no longer followed. */
  readonly tooLong: boolean;
}
