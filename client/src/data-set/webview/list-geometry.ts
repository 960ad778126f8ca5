/**
 * Computes which rows of a list are in view, however long the list is. Browsers limit the height of a page to some millions of pixels. In
 * longer lists, a pixel of the scroll bar therefore stands for several pixels of the list. Near both ends, positions are exact. A small
 * scroll movement moves the rows by the same distance everywhere.
 */

export interface ListGeometry {
  readonly count: number;
  /** All lengths here are in pixels. */
  readonly rowHeight: number;
  readonly viewHeight: number;
}

/** The scroll state of a list. `scrollTop`: the position of the scroll bar; `top`: the first pixel of the list in view. */
export interface ListPlace {
  readonly scrollTop: number;
  readonly top: number;
}

/** The maximum height of the list's element on the page. All browsers support this height. */
export const MAX_LIST_HEIGHT = 8_000_000;
/** Positions within this distance from either end are exact. */
const exact = 100_000;

const fullHeight = ({ count, rowHeight }: ListGeometry) => count * rowHeight;
export const listHeight = (of: ListGeometry): number => Math.min(fullHeight(of), MAX_LIST_HEIGHT);

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));
/** The value of `top` when the list is scrolled to its end. */
const maxTop = (of: ListGeometry) => Math.max(0, fullHeight(of) - of.viewHeight);
const maxScrollTop = (of: ListGeometry) => Math.max(0, listHeight(of) - of.viewHeight);

const isScaled = (of: ListGeometry) => fullHeight(of) > MAX_LIST_HEIGHT;

/** Converts a position of the scroll bar to the first pixel of the list in view. */
export function topAt(of: ListGeometry, scrollTop: number): number {
  const [most, mostScrolled] = [maxTop(of), maxScrollTop(of)];
  const at = clamp(scrollTop, 0, mostScrolled);
  if (!isScaled(of) || at <= exact) return Math.min(at, most);
  if (at >= mostScrolled - exact) return most - (mostScrolled - at);
  return exact + ((at - exact) / (mostScrolled - 2 * exact)) * (most - 2 * exact);
}

/** Converts the first pixel of the list in view to a position of the scroll bar. */
export function scrollTopAt(of: ListGeometry, top: number): number {
  const [most, mostScrolled] = [maxTop(of), maxScrollTop(of)];
  const at = clamp(top, 0, most);
  if (!isScaled(of) || at <= exact) return at;
  if (at >= most - exact) return mostScrolled - (most - at);
  return exact + ((at - exact) / (most - 2 * exact)) * (mostScrolled - 2 * exact);
}

/**
 * Returns the scroll state after a movement of the scroll bar. A short movement, for example by wheel or touch, moves the rows by the same
 * distance. A long movement, for example by dragging the bar, jumps to another part of the list.
 */
export function placeAfterScroll(of: ListGeometry, before: ListPlace, scrollTop: number): ListPlace {
  const by = scrollTop - before.scrollTop;
  const isNear = Math.abs(by) <= 2 * of.viewHeight;
  if (!isScaled(of) || !isNear) return { scrollTop, top: topAt(of, scrollTop) };
  return { scrollTop, top: clamp(before.top + by, 0, maxTop(of)) };
}

/** Whether the scroll bar is so close to an end of the page that it soon cannot move any further, although the list continues. */
export function isStuck(of: ListGeometry, { scrollTop, top }: ListPlace): boolean {
  const { viewHeight } = of;
  const isAtStart = scrollTop < viewHeight && top > scrollTop;
  const isAtEnd = scrollTop > maxScrollTop(of) - viewHeight && maxTop(of) - top > maxScrollTop(of) - scrollTop;
  return isScaled(of) && (isAtStart || isAtEnd);
}

/** Returns the range of the rows in view, extended by `more` rows on either side. `end` is the row after the last one. */
export function rowsInView(of: ListGeometry, top: number, more = 8): readonly [first: number, end: number] {
  const first = Math.floor(top / of.rowHeight) - more;
  const end = Math.ceil((top + of.viewHeight) / of.rowHeight) + more;
  return [clamp(first, 0, of.count), clamp(end, 0, of.count)];
}

/** Returns the value of `top` after the smallest movement that brings a row completely into view. */
export function topToShow(of: ListGeometry, top: number, index: number): number {
  const start = index * of.rowHeight;
  const isBefore = start < top;
  const least = start + of.rowHeight - of.viewHeight;
  return clamp(isBefore ? start : Math.max(top, least), 0, maxTop(of));
}
