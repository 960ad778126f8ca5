/**
 * The page contains only a part of a long conversation, called its window. A spacer on either side stands in for the messages that are not
 * on the page. Its height is about theirs, so the scroll bar represents the whole conversation. When the user scrolls to a spacer, its
 * messages are loaded.
 */
import type { UserView } from '../protocol.ts';
import { element } from './elements.ts';
import type { Item } from './items.ts';
import { articles } from './scroll.ts';

/** The average height of the messages so far (`average`), and the maximum height of a page in browsers, both in pixels. */
let average = 120;
const highest = 8_000_000;

const heightOf = (count: number) => Math.min(count * average, highest);
/** Converts a height within a spacer to a number of messages. `count`: the number of messages for which the whole spacer stands in. */
const countIn = (pixels: number, count: number, of: Element | null) =>
  Math.floor((pixels / Math.max(1, of?.getBoundingClientRect().height ?? 0)) * count);

/** Returns the spacer for `count` messages; none if there are no such messages. */
export function spacer(where: 'before' | 'after', count: number): Item[] {
  if (count === 0) return [];
  const make = () => {
    const spacerElement = element('div', 'spacer');
    spacerElement.ariaHidden = 'true';
    return spacerElement;
  };
  const place = ({ style }: HTMLElement) => {
    style.height = `${heightOf(count)}px`;
  };
  return [{ key: `spacer ${where}`, make, place }];
}

/** Measures the average height of the messages on the page. Small changes are ignored, since they would only make the scroll bar jitter. */
export function measure(parent: HTMLElement): void {
  const all = articles(parent);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined || all.length < 5) return;
  const count = parent.querySelectorAll('.unit').length;
  const height = (last.getBoundingClientRect().bottom - first.getBoundingClientRect().top) / count;
  if (height > 0 && Math.abs(height - average) > average / 4) average = height;
}

/** A request for missing messages to which the user has scrolled, or may scroll soon. */
interface Missing {
  /** The rank of the message at the center of the new window. */
  readonly rank: number;
  /** Whether the view shows only a spacer. The message with this rank should then be at the top of the view. */
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

/** Returns the rank of each message in a view. The parts of a divided message have the same rank. */
export function ranksOf({ messages, before }: Pick<UserView, 'messages' | 'before'>): number[] {
  let rank = before - 1;
  let last: number | undefined;
  return messages.map(({ index }) => {
    if (index !== last) rank++;
    last = index;
    return rank;
  });
}
