/**
 * Computes which rows of a list of any length are in view. Browsers limit the height of a page to some millions of pixels, so a scroll
 * position in a longer list is only approximate: near the beginning and the end, positions are exact, and those in between are scaled; a
 * small scroll movement moves the rows by the same distance everywhere.
 */

export interface ListGeometry {
  readonly count: number;
  /** In pixels, like all other measures here. */
  readonly rowHeight: number;
  readonly viewHeight: number;
}

/** The scroll state of a list: the position of the scroll bar, and the first pixel of the list in view. */
export interface ListPlace {
  readonly scrollTop: number;
  readonly top: number;
}

/** All browsers support pages of this height. */
export const MAX_LIST_HEIGHT = 8_000_000;
/** The distance from either end within which positions are not scaled. */
const exact = 100_000;

const fullHeight = ({ count, rowHeight }: ListGeometry) => count * rowHeight;
export const listHeight = (of: ListGeometry): number => Math.min(fullHeight(of), MAX_LIST_HEIGHT);

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));
/** The greatest possible first pixel in view. */
const maxTop = (of: ListGeometry) => Math.max(0, fullHeight(of) - of.viewHeight);
const maxScrollTop = (of: ListGeometry) => Math.max(0, listHeight(of) - of.viewHeight);

const isScaled = (of: ListGeometry) => fullHeight(of) > MAX_LIST_HEIGHT;

/** The first pixel in view, for a position of the scroll bar. */
export function topAt(of: ListGeometry, scrollTop: number): number {
  const [most, mostScrolled] = [maxTop(of), maxScrollTop(of)];
  const at = clamp(scrollTop, 0, mostScrolled);
  if (!isScaled(of) || at <= exact) return Math.min(at, most);
  if (at >= mostScrolled - exact) return most - (mostScrolled - at);
  return exact + ((at - exact) / (mostScrolled - 2 * exact)) * (most - 2 * exact);
}

/** The position of the scroll bar, for the first pixel in view. */
export function scrollTopAt(of: ListGeometry, top: number): number {
  const [most, mostScrolled] = [maxTop(of), maxScrollTop(of)];
  const at = clamp(top, 0, most);
  if (!isScaled(of) || at <= exact) return at;
  if (at >= most - exact) return mostScrolled - (most - at);
  return exact + ((at - exact) / (most - 2 * exact)) * (mostScrolled - 2 * exact);
}

/** The list's place after the scroll bar has moved: a wheel or a touch moves rows, while dragging the bar jumps elsewhere. */
export function placeAfterScroll(of: ListGeometry, before: ListPlace, scrollTop: number): ListPlace {
  const by = scrollTop - before.scrollTop;
  const isNear = Math.abs(by) <= 2 * of.viewHeight;
  if (!isScaled(of) || !isNear) return { scrollTop, top: topAt(of, scrollTop) };
  return { scrollTop, top: clamp(before.top + by, 0, maxTop(of)) };
}

/** Whether the scroll bar is so close to an end that it has no room for the next movement, although the list goes on. */
export function isStuck(of: ListGeometry, { scrollTop, top }: ListPlace): boolean {
  const { viewHeight } = of;
  const isAtStart = scrollTop < viewHeight && top > scrollTop;
  const isAtEnd = scrollTop > maxScrollTop(of) - viewHeight && maxTop(of) - top > maxScrollTop(of) - scrollTop;
  return isScaled(of) && (isAtStart || isAtEnd);
}

/** The rows in view and `more` on either side, from the first to the one after the last. */
export function rowsInView(of: ListGeometry, top: number, more = 8): readonly [first: number, end: number] {
  const first = Math.floor(top / of.rowHeight) - more;
  const end = Math.ceil((top + of.viewHeight) / of.rowHeight) + more;
  return [clamp(first, 0, of.count), clamp(end, 0, of.count)];
}

/** The first pixel in view after the smallest movement that brings a row into view. */
export function topToShow(of: ListGeometry, top: number, index: number): number {
  const start = index * of.rowHeight;
  const isBefore = start < top;
  const least = start + of.rowHeight - of.viewHeight;
  return clamp(isBefore ? start : Math.max(top, least), 0, maxTop(of));
}
