/** Files read as they grow: `ocml/follow` and `ocml/unfollow`. */
import type { AboutDocument, Position } from './places.ts';

export interface FollowParams extends AboutDocument {
  /** The editor's language id for the file. */
  readonly languageId: string;
  /** The text appended since the last request; with `anew`, the beginning of the file. */
  readonly text: string;
  readonly anew?: boolean;
  /** Whether the whole file is kept, not only the end. */
  readonly all?: boolean;
  /** More text follows immediately, and no request about the file comes before it. */
  readonly more?: boolean;
}

export interface FollowedText {
  /** The end of the text that is kept. */
  readonly end: Position;
  /** The number of messages, or lines of JSON, dropped at its beginning. */
  readonly dropped: number;
  /** Whether text that must be kept exceeds the limit: the file is then no longer followed. */
  readonly tooLong: boolean;
}
