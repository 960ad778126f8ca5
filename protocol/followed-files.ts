/** Files that are read as they grow: `ocml/follow` and `ocml/unfollow`. */
import type { AboutDocument, Position } from './places.ts';

export interface FollowParams extends AboutDocument {
  /** The editor's language of such a file. */
  readonly languageId: string;
  /** The text appended since the last request; with `anew`, the beginning of the file. */
  readonly text: string;
  readonly anew?: boolean;
  /** All of it is kept, not only the end. */
  readonly all?: boolean;
  /** More comes at once, and nothing is asked about before that. */
  readonly more?: boolean;
}

export interface FollowedText {
  /** The end of the text, as it is kept. */
  readonly end: Position;
  /** How many messages, or lines of JSON, were left out at its beginning. */
  readonly dropped: number;
  /** Whether text that cannot be left out is longer than the limit: the file is no longer followed. */
  readonly tooLong: boolean;
}
