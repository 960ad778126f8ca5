/** Lines of the editor ↔ places on the page. Between the beginnings of two messages, lines are spread evenly. */

const articles = (parent: HTMLElement) => [...parent.querySelectorAll<HTMLElement>('article')];
const startOf = ({ dataset }: HTMLElement) => Number(dataset.start);
const endOf = ({ dataset }: HTMLElement) => Number(dataset.end);

/** The height that the bar takes from the top of the view. */
const barHeight = () => document.getElementById('bar')?.offsetHeight ?? 0;

/** The message that a line belongs to: the last that begins on it or before. */
function messageAt(all: readonly HTMLElement[], line: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(all[middle] as HTMLElement) <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Where a line is, in pixels from the top of the view. */
function yOf(parent: HTMLElement, line: number): number | undefined {
  const all = articles(parent);
  const at = messageAt(all, line);
  const message = all[at];
  if (message === undefined) return all[0]?.getBoundingClientRect().top;
  const next = all[at + 1];
  const { top, bottom } = message.getBoundingClientRect();
  const end = next ? startOf(next) : endOf(message) + 1;
  const share = Math.min(1, (line - startOf(message)) / Math.max(1, end - startOf(message)));
  return top + (bottom - top) * share;
}

export function scrollToLine(parent: HTMLElement, line: number): void {
  const y = yOf(parent, line);
  if (y !== undefined) window.scrollBy(0, line <= 0 ? -window.scrollY : y - barHeight() - 8);
}

/** Scrolls no further than a line needs to be in view. */
export function showLine(parent: HTMLElement, line: number): void {
  const y = yOf(parent, line);
  if (y === undefined) return;
  const top = barHeight() + 8;
  const bottom = window.innerHeight - 60;
  if (y < top) window.scrollBy(0, y - top);
  else if (y > bottom) window.scrollBy(0, y - bottom);
}

/** Marks the message in which the cursor is. */
export function markCursor(parent: HTMLElement, line: number): void {
  const all = articles(parent);
  const current = all[messageAt(all, line)];
  for (const message of all) message.classList.toggle('current', message === current && line <= endOf(message));
}

/** Changes the page and keeps what the reader looks at where it is. */
export function keepInPlace(parent: HTMLElement, change: () => void): void {
  const top = barHeight();
  const anchors = articles(parent).filter((message) => message.getBoundingClientRect().bottom > top);
  const before = anchors.map((message) => message.getBoundingClientRect().top);
  const atTop = window.scrollY === 0;
  change();
  const kept = anchors.findIndex((message) => message.isConnected);
  const anchor = anchors[kept];
  if (anchor && !(atTop && kept === 0 && anchor === articles(parent)[0])) {
    window.scrollBy(0, anchor.getBoundingClientRect().top - (before[kept] as number));
  }
}
