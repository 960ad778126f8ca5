/**
 * The sections of instructions. A section extends from a Markdown heading to the next heading of the same or a higher level. Lines in code
 * that look like headings do not count.
 */
import { codeFences } from '../../model/code-spans.ts';
import type { Block } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import type { Span } from '../../syntax/span.ts';

const heading = /^(#{1,6})[ \t]+\S/gm;

/** The maximum number of sections that are folded, since editors accept only a few thousand folds per document. */
const MAX_SECTIONS = 1000;

/** The sections of a body in ascending order. Each one ends with its last line of text. */
export function sectionsOf(block: Block): Span[] {
  const { text, bodyStart, bodyEnd } = block;
  const body = text.slice(bodyStart, bodyEnd);
  if (!/^#/m.test(body)) return [];
  const literals = segments(block).filter(({ kind }) => kind === 'literal');
  const isText = outside([...codeFences(text, bodyStart, bodyEnd), ...literals].sort((a, b) => a.start - b.start));
  const sections: { start: number; end: number; level: number }[] = [];
  const open: typeof sections = [];
  const close = (level: number, at: number) => {
    while ((open.at(-1)?.level ?? 0) >= level) {
      const section = open.pop();
      if (section) section.end = bodyStart + body.slice(0, at - bodyStart).trimEnd().length;
    }
  };
  for (const { index, 1: marks = '' } of body.matchAll(heading)) {
    const start = bodyStart + index;
    if (sections.length >= MAX_SECTIONS) break;
    if (!isText(start)) continue;
    close(marks.length, start);
    const section = { start, end: bodyEnd, level: marks.length };
    sections.push(section);
    open.push(section);
  }
  close(1, bodyEnd);
  return sections;
}

/**
 * Returns a function that tests whether an offset is outside all of `spans`, which are in order. It must be called with ascending offsets.
 */
function outside(spans: readonly Span[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++;
    return (spans[next]?.start ?? Number.POSITIVE_INFINITY) > at;
  };
}
