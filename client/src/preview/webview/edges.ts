/**
 * The page contains only a window of a long conversation. Spacers of about the right height stand for the messages before and after
 * it, so that the scroll bar represents the whole; scrolling there loads the messages.
 */
import type { UserView } from '../protocol.ts';
import { element } from './elements.ts';
import type { Item } from './items.ts';
import { articles } from './scroll.ts';

/** The average height of the messages seen so far, in pixels; and the maximum height of a page in browsers. */
let average = 120;
const highest = 8_000_000;

const heightOf = (count: number) => Math.min(count * average, highest);
/** The number of messages that a part of their spacer represents. */
const countIn = (pixels: number, count: number, of: Element | null) =>
  Math.floor((pixels / Math.max(1, of?.getBoundingClientRect().height ?? 0)) * count);

/** A spacer for `count` messages; empty if there are none. */
export function spacer(where: 'before' | 'after', count: number): Item[] {
  if (count === 0) return [];
  const make = () => {
    const made = element('div', 'spacer');
    made.ariaHidden = 'true';
    return made;
  };
  const place = ({ style }: HTMLElement) => {
    style.height = `${heightOf(count)}px`;
  };
  return [{ key: `spacer ${where}`, make, place }];
}

/** Measures the average height of messages on the page. Small differences are ignored, as they would only make the scroll bar jitter. */
export function measure(parent: HTMLElement): void {
  const all = articles(parent);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined || all.length < 5) return;
  const count = parent.querySelectorAll('.unit').length;
  const seen = (last.getBoundingClientRect().bottom - first.getBoundingClientRect().top) / count;
  if (seen > 0 && Math.abs(seen - average) > average / 4) average = seen;
}

/** The position to which the user has scrolled, if messages are missing there or will be soon. */
interface Missing {
  /** The rank of the message at the center of the new window. */
  readonly rank: number;
  /** Whether the window is out of view, so that the message with the rank should be on top. */
  readonly far: boolean;
}

/** `ranks`: the rank of each message on the page. */
export function missingAround(
  parent: HTMLElement,
  { before, after }: Pick<UserView, 'before' | 'after'>,
  ranks: readonly number[],
): Missing | undefined {
  const all = articles(parent);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const view = window.innerHeight;
  const top = first.getBoundingClientRect().top;
  const bottom = last.getBoundingClientRect().bottom;
  const spacers = parent.querySelectorAll('.spacer');
  if (before > 0 && top > -view) {
    const far = top > view;
    const rank = window.scrollY <= 1 ? 0 : Math.max(0, before - 1 - countIn(top, before, spacers[0] ?? null));
    return { rank: far ? rank : (ranks[0] as number), far };
  }
  if (after > 0 && bottom < 2 * view) {
    const far = bottom < 0;
    const end = ranks.at(-1) as number;
    const isEnd = window.scrollY + view >= document.documentElement.scrollHeight - 1;
    const rank = isEnd ? after : Math.min(after, 1 + countIn(-bottom, after, spacers[spacers.length - 1] ?? null));
    return { rank: far ? end + rank : end, far };
  }
  return undefined;
}

/** The rank of each message in a view; the parts of a divided message share a rank. */
export function ranksOf({ messages, before }: Pick<UserView, 'messages' | 'before'>): number[] {
  let rank = before - 1;
  let last: number | undefined;
  return messages.map(({ index }) => {
    if (index !== last) rank++;
    last = index;
    return rank;
  });
}
