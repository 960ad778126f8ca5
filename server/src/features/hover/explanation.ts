import type { Span } from '../../syntax/span.ts';

/** Markdown that explains a span of a block (UTF-16 offsets in the block). */
export interface Explanation extends Span {
  readonly markdown: string;
}

/** Creates an explanation, or returns undefined if there is no text for it. */
export function explanation({ start, end }: Span, markdown: string | undefined): Explanation | undefined {
  return markdown === undefined || end <= start ? undefined : { start, end, markdown };
}
