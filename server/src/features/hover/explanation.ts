import type { Span } from '../../syntax/span.ts';

/** Markdown on a span of a block (UTF-16 offsets in the block). */
export interface Explanation extends Span {
  readonly markdown: string;
}

/** An explanation if there is something to say. */
export function explanation({ start, end }: Span, markdown: string | undefined): Explanation | undefined {
  return markdown === undefined || end <= start ? undefined : { start, end, markdown };
}
