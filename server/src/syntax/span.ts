/** A stretch of a text: UTF-16 offsets, of which `end` is the first that is no longer part of it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
