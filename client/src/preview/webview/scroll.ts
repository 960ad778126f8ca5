/**
 * Maps positions in the editor to heights on the page, and vice versa. Between the starts of two messages, the mapping is linear: by lines
 * or, if both are on one line, as in a data set, by characters.
 */
import { isBefore, type Position } from '../protocol.ts';

/** Returns the articles on the page in the order of the document: messages, and calls with their replies. */
export const articles = (parent: HTMLElement) => [...parent.querySelectorAll<HTMLElement>('article')];
/** Returns all messages in the order of the document, including replies that are shown in the card of their call. */
export function units(parent: HTMLElement): HTMLElement[] {
  const all = [...parent.querySelectorAll<HTMLElement>('.unit')];
  const isMoved = all.some((one, i) => i > 0 && isBefore(startOf(one), startOf(all[i - 1] as HTMLElement)));
  return isMoved ? all.sort((a, b) => (isBefore(startOf(a), startOf(b)) ? -1 : 1)) : all;
}
export const startOf = ({ dataset }: HTMLElement): Position => ({
  line: Number(dataset.start),
  character: Number(dataset.character),
});
export const endOf = ({ dataset }: HTMLElement): Position => ({
  line: Number(dataset.end),
  character: Number(dataset.endCharacter),
});

/**
 * Returns the distance from the top of the view to the lower edge of the bar. The bar is at the top or, in a narrow data set page, below
 * the rows.
 */
export const barHeight = () => document.getElementById('bar')?.getBoundingClientRect().bottom ?? 0;
export const margin = 8;

/**
 * Returns the index of the last message that satisfies a condition; -1 if there is none. All messages that satisfy the condition must
 * precede those that do not.
 */
function lastOf(all: readonly HTMLElement[], holds: (one: HTMLElement) => boolean): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(all[middle] as HTMLElement)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the index of the message at a position: the last that begins at or before it. */
const messageAt = (all: readonly HTMLElement[], position: Position) =>
  lastOf(all, (one) => !isBefore(position, startOf(one)));

/** Returns the range of a message in the document, up to the start of the next one. */
function reachOf(all: readonly HTMLElement[], at: number): readonly [Position, Position] {
  const message = all[at] as HTMLElement;
  const next = all[at + 1];
  return [startOf(message), next ? startOf(next) : endOf(message)];
}

/** Returns the fraction of a range that is before a position, from 0 to 1. */
function shareOf({ line, character }: Position, [from, to]: readonly [Position, Position]): number {
  const share =
    from.line === to.line
      ? (character - from.character) / Math.max(1, to.character - from.character)
      : (line - from.line) / (to.line - from.line);
  return Math.max(0, Math.min(1, share));
}

/** Returns the position at a fraction of a range. */
function placeAt(share: number, [from, to]: readonly [Position, Position]): Position {
  if (from.line === to.line)
    return { line: from.line, character: Math.floor(from.character + share * (to.character - from.character)) };
  const line = Math.floor(from.line + share * (to.line - from.line));
  return { line, character: line === from.line ? from.character : 0 };
}

/** Returns the distance of a position from the top of the view, in pixels. */
function yOf(parent: HTMLElement, position: Position): number | undefined {
  const all = units(parent);
  const at = messageAt(all, position);
  const message = all[at];
  if (message === undefined) return all[0]?.getBoundingClientRect().top;
  const { top, bottom } = boxOf(message);
  return top + (bottom - top) * shareOf(position, reachOf(all, at));
}

/** Returns the upper and the lower edge of a message, without the replies in its card. */
function boxOf(unit: HTMLElement): { readonly top: number; readonly bottom: number } {
  const { top, bottom } = unit.getBoundingClientRect();
  return { top, bottom: unit.querySelector('.unit')?.getBoundingClientRect().top ?? bottom };
}

/** Returns the message of a card at a vertical position: the call, or one of its replies. */
const partAt = (article: HTMLElement, y: number) =>
  [...article.querySelectorAll<HTMLElement>('.unit')].findLast((one) => one.getBoundingClientRect().top <= y) ??
  article;

/** Returns the first position below the bar. Undefined if there are no messages. */
export function placeAtTop(parent: HTMLElement): Position | undefined {
  const y = barHeight() + margin;
  const all = articles(parent);
  if (window.scrollY === 0 && all[0]) return startOf(all[0]);
  const at = lastOf(all, (one) => one.getBoundingClientRect().top <= y);
  const article = all[Math.max(0, at)];
  if (article === undefined) return undefined;
  const unit = partAt(article, y);
  const { top, bottom } = boxOf(unit);
  const share = Math.max(0, Math.min(1, (y - top) / Math.max(1, bottom - top)));
  const reach = unit === article ? reachOf(all, Math.max(0, at)) : ([startOf(unit), endOf(unit)] as const);
  return placeAt(share, reach);
}

export function scrollToPlace(parent: HTMLElement, position: Position): void {
  const y = yOf(parent, position);
  const isTop = position.line <= 0 && position.character <= 0;
  if (y !== undefined) window.scrollBy(0, isTop ? -window.scrollY : y - barHeight() - margin);
}

/** Scrolls just far enough to bring a position into view. */
export function showPlace(parent: HTMLElement, position: Position): void {
  const y = yOf(parent, position);
  if (y === undefined) return;
  const top = barHeight() + margin;
  const bottom = window.innerHeight - 60;
  if (y < top) window.scrollBy(0, y - top);
  else if (y > bottom) window.scrollBy(0, y - bottom);
}

/** Marks the message at the cursor, or the card that contains it. */
export function markCursor(parent: HTMLElement, cursor: Position | undefined): void {
  const all = units(parent);
  const unit = cursor && all[messageAt(all, cursor)];
  const current = unit && !isBefore(endOf(unit), cursor) ? unit.closest('article') : undefined;
  for (const article of articles(parent)) article.classList.toggle('current', article === current);
}

/** The spacer before the messages is not made smaller than this, in pixels. */
const MIN_SPACE = 1000;

/**
 * Keeps the content in view in place by changing the height of the spacer before the messages, which is only an estimate. If the spacer is
 * too small for that, scrolls the page instead, which interrupts the user's own scrolling.
 */
function moveBack(parent: HTMLElement, by: number): void {
  const before = parent.firstElementChild as HTMLElement | null;
  const height = before?.matches('.spacer') ? before.getBoundingClientRect().height - by : 0;
  if (before && height >= MIN_SPACE) before.style.height = `${height}px`;
  else window.scrollBy(0, by);
}

/** Calls `change`, which changes the page, and keeps the content in view in place. */
export function keepInPlace(parent: HTMLElement, change: () => void): void {
  const top = barHeight();
  const anchors = articles(parent).filter((message) => message.getBoundingClientRect().bottom > top);
  const before = anchors.map((message) => message.getBoundingClientRect().top);
  const atTop = window.scrollY === 0;
  change();
  const anchorIndex = anchors.findIndex((message) => message.isConnected);
  const anchor = anchors[anchorIndex];
  if (anchor && !(atTop && anchorIndex === 0 && anchor === articles(parent)[0])) {
    const by = anchor.getBoundingClientRect().top - (before[anchorIndex] as number);
    if (by !== 0) moveBack(parent, by);
  }
}
