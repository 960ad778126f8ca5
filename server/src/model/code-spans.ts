/** Finds code in Markdown: fenced blocks, and spans within a line. Tags and headings in code are plain text. */
import type { Span } from '../syntax/span.ts';

const fence = /^[ \t]{0,3}(`{3,}|~{3,})[^`\r\n]*$/gm;
const ticks = /`+/g;

/**
 * Returns a function that checks whether an offset is in code. Unclosed fences and spans do not count as code. The function must
 * be called with ascending offsets.
 */
export function codeSpans(text: string, from: number, to: number): (at: number) => boolean {
  const body = text.slice(from, to);
  if (!body.includes('`') && !body.includes('~~~')) return () => false;
  const spans = fencesIn(body);
  let next = 0;
  return (offset) => {
    const at = offset - from;
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++;
    if ((spans[next]?.start ?? Number.POSITIVE_INFINITY) <= at) return true;
    return inSpan(body, at);
  };
}

/** A code fence: its opening and closing lines, and the lines between them, all with their line breaks. */
interface CodeFence extends Span {
  readonly inner: Span;
}

/** Returns the code fences between two offsets of a text, in order and without overlaps. */
export function codeFences(text: string, from: number, to: number): CodeFence[] {
  const body = text.slice(from, to);
  if (!body.includes('```') && !body.includes('~~~')) return [];
  return fencesIn(body).map(({ start, end, inner }) => ({
    start: from + start,
    end: from + end,
    inner: { start: from + inner.start, end: from + inner.end },
  }));
}

function fencesIn(body: string): CodeFence[] {
  const fences: CodeFence[] = [];
  let open: { start: number; end: number; mark: string } | undefined;
  for (const { 0: line, 1: mark = '', index } of body.matchAll(fence)) {
    if (open === undefined) open = { start: index, end: index + line.length, mark };
    else if (mark.startsWith(open.mark) && line.trim() === mark) {
      const inner = { start: Math.min(index, open.end + (body.startsWith('\r\n', open.end) ? 2 : 1)), end: index };
      fences.push({ start: open.start, end: index + line.length, inner });
      open = undefined;
    }
  }
  return fences;
}

/** The maximum distance from an offset within which backticks are searched for (UTF-16 units), so that long lines are not slow. */
const MAX_LINE_LENGTH = 1000;

/** Whether the same number of backticks precedes and follows an offset on its line. */
function inSpan(body: string, at: number): boolean {
  const start = Math.max(body.lastIndexOf('\n', at - 1) + 1, at - MAX_LINE_LENGTH);
  const before = body.slice(start, at);
  if (!before.includes('`')) return false;
  const after = /[^\r\n]*/y;
  after.lastIndex = at;
  const rest: readonly string[] = (after.exec(body)?.[0] ?? '').slice(0, MAX_LINE_LENGTH).match(ticks) ?? [];
  let open = '';
  for (const [run] of before.matchAll(ticks)) {
    if (open === '') open = run;
    else if (open === run) open = '';
  }
  return open !== '' && rest.includes(open);
}
