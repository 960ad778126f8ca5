/**
 * Of a long conversation only a window is on the page. What is before and after it has its place there, about as high as it
 * would be, so that the scroll bar is that of the whole; the one who scrolls there is shown what belongs there.
 */
import type { UserView } from '../protocol.ts';
import { element } from './elements.ts';
import type { Item } from './items.ts';
import { articles } from './scroll.ts';

/** The height of a message on average, in pixels, as far as they have been seen; and how high browsers let a page be. */
let average = 120;
const highest = 8_000_000;

const heightOf = (count: number) => Math.min(count * average, highest);
/** How many of some messages are in a part of their place. */
const countIn = (pixels: number, count: number, of: Element | null) =>
  Math.floor((pixels / Math.max(1, of?.getBoundingClientRect().height ?? 0)) * count);

/** Stands for `count` messages; none, and there is nothing. */
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

/** Learns from what is on the page how high messages are. Little differences would only have the scroll bar tremble. */
export function measure(parent: HTMLElement): void {
  const all = articles(parent);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined || all.length < 5) return;
  const count = parent.querySelectorAll('.unit').length;
  const seen = (last.getBoundingClientRect().bottom - first.getBoundingClientRect().top) / count;
  if (seen > 0 && Math.abs(seen - average) > average / 4) average = seen;
}

/** Where the user has scrolled to, if messages are missing there or will be soon. */
interface Missing {
  /** Of the message to show the window around. */
  readonly rank: number;
  /** Nothing of the window is in view: the message of the rank is to be on top. */
  readonly far: boolean;
}

/** `ranks`: that of each message on the page. */
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

/** The rank of each message of a view: what a message is divided into shares one. */
export function ranksOf({ messages, before }: Pick<UserView, 'messages' | 'before'>): number[] {
  let rank = before - 1;
  let last: number | undefined;
  return messages.map(({ index }) => {
    if (index !== last) rank++;
    last = index;
    return rank;
  });
}
