/**
 * The search in a conversation. The server returns the messages that contain the words, and the matches on the page are marked. A step goes
 * to the next match in the message or, after its last match, to the next message.
 */
import { type FoundMatches, isBefore, type Position } from '../protocol.ts';
import { byId } from './elements.ts';
import { t } from './words.ts';

const bar = byId('finder');
const query = byId<HTMLInputElement>('query');
const hits = byId('hits');
const toggle = byId('search');

/** The functions of the page that the search needs. */
interface Page {
  ask(query: string): void;
  /** Returns the element to search if all of the content is on the page, such as a prompt. The server is then not asked. */
  whole(): HTMLElement | undefined;
  /** Shows the message that begins at a position, which may have to be loaded. */
  go(position: Position): void;
  /** Returns the elements of the messages on the page. */
  articles(): readonly HTMLElement[];
  /** Returns the messages on the page in the order of the document, including replies that are shown in the card of their call. */
  units(): readonly HTMLElement[];
  /** Unfolds the part that contains an element. */
  unfold(within: Element | null): boolean;
  startOf(article: HTMLElement): Position;
  endOf(article: HTMLElement): Position;
  /** Returns the first position of the document that is in view. */
  top(): Position | undefined;
}

/** The pause in typing before the search, in milliseconds. */
const pause = 120;
const MAX_MARKED_MATCHES = 2_000;

let page: Page;
let foundMatches: FoundMatches | undefined;
let current = -1;
/** The matches on the page (`marks`), and the current one (`marked`). */
let marks: Range[] = [];
let marked: Range | undefined;
/** The match to go to in the current message, once the message is on the page. */
let awaited: 'first' | 'last' | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

export const isFinding = () => !bar.hidden;

export function openFinder(): void {
  bar.hidden = false;
  toggle.ariaExpanded = 'true';
  query.focus();
  query.select();
  if (query.value !== '') ask(0);
}

export function closeFinder(): void {
  bar.hidden = true;
  toggle.ariaExpanded = 'false';
  forget();
  toggle.focus();
}

function forget(): void {
  clearTimeout(timer);
  [foundMatches, current, awaited] = [undefined, -1, undefined];
  hits.textContent = '';
  mark();
}

function ask(delay = pause): void {
  clearTimeout(timer);
  if (query.value === '') forget();
  else timer = setTimeout(() => (page.whole() ? findOnPage(true) : page.ask(query.value)), delay);
}

/** Searches the page itself. `isNew`: whether the words are new, so that the first match in view becomes the current one. */
function findOnPage(isNew: boolean): void {
  const at = marked && marks.indexOf(marked);
  mark();
  const top = byId('bar').getBoundingClientRect().bottom;
  const first = marks.findIndex((range) => range.getBoundingClientRect().bottom > top);
  const next = isNew || at === undefined ? Math.max(0, first) : Math.min(at, marks.length - 1);
  showOnPage(next, isNew);
}

/** Makes one of the matches on the page the current one. `isGoing`: whether to scroll to it. */
function showOnPage(at: number, isGoing: boolean): void {
  const range = marks[at];
  const count = marks.length < MAX_MARKED_MATCHES ? String(marks.length) : t('more than {0}', marks.length);
  hits.textContent = range ? t('Match {0} of {1}', at + 1, count) : t('Nothing found');
  const holder = range && holderOf(range);
  if (range && holder && isGoing) reveal(range, holder);
  else {
    marked = range;
    highlights()?.set('current', new Highlight(...(range ? [range] : [])));
  }
}

/** Searches a prompt or a training again after it has changed. */
export function refindOnPage(): void {
  if (!bar.hidden && query.value !== '') findOnPage(false);
}

/** Shows the result of a search. */
export function showFound(of: string, answer: FoundMatches): void {
  if (bar.hidden || of !== query.value) return;
  const was = foundMatches?.places[current] ?? page.top();
  const isNew = foundMatches === undefined || current < 0;
  foundMatches = answer;
  const after = answer.places.findIndex((position) => !was || !isBefore(position, was));
  current = answer.places.length === 0 ? -1 : Math.max(0, after);
  say();
  mark();
  // After an edit of the document, the search is repeated, but the view must not move.
  if (isNew && current >= 0) go('first');
}

/** Marks the matches again after the messages on the page have changed. If the document has a new version, searches it again. */
export function refind(version: number): void {
  if (bar.hidden) return;
  mark();
  if (awaited && current >= 0) take();
  if (foundMatches && foundMatches.version !== version) ask();
}

function say(): void {
  if (foundMatches === undefined) return;
  const { places, more } = foundMatches;
  const count = more ? t('more than {0}', places.length) : String(places.length);
  hits.textContent = places.length === 0 ? t('Nothing found') : t('Message {0} of {1}', current + 1, count);
}

const highlights = () => (typeof Highlight === 'undefined' ? undefined : CSS.highlights);

function mark(): void {
  marks = [];
  marked = undefined;
  const words = isFinding() && query.value !== '' ? query.value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : undefined;
  if (words !== undefined)
    for (const article of searched())
      for (const range of rangesIn(article, new RegExp(words, 'giu'))) marks.push(range);
  highlights()?.set('found', new Highlight(...marks.slice(0, MAX_MARKED_MATCHES)));
  highlights()?.delete('current');
}

/** Returns the elements whose matches are marked. */
function searched(): readonly HTMLElement[] {
  const all = page.whole();
  return all ? [all] : page.articles();
}

/** Returns the ranges of a pattern's matches in the text of an element. */
function rangesIn(element: HTMLElement, pattern: RegExp): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  const ends: number[] = [];
  let text = '';
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    text += node.data;
    nodes.push(node);
    ends.push(text.length);
  }
  const point = (at: number, last: boolean) => {
    const i = ends.findIndex((end) => (last ? end >= at : end > at));
    const node = nodes[i] as Text;
    return [node, at - ((ends[i] as number) - node.data.length)] as const;
  };
  const ranges: Range[] = [];
  for (const {
    index,
    0: { length },
  } of text.matchAll(pattern)) {
    if (ranges.length >= MAX_MARKED_MATCHES) break;
    const range = new Range();
    range.setStart(...point(index, false));
    range.setEnd(...point(index + length, true));
    ranges.push(range);
  }
  return ranges;
}

/**
 * Returns the element of the current search result, if it is on the page. It is the first message that ends after the start of the result.
 */
function article(): HTMLElement | undefined {
  const position = foundMatches?.places[current];
  if (position === undefined) return undefined;
  const one = page.units().find((unit) => isBefore(position, page.endOf(unit)));
  const next = foundMatches?.places[current + 1];
  return one && !(next && !isBefore(page.startOf(one), next)) ? one : undefined;
}

/** Returns the element that contains a match. */
const holderOf = ({ startContainer }: Range) =>
  startContainer instanceof Element ? startContainer : startContainer.parentElement;
const marksIn = (one: HTMLElement | undefined) => marks.filter((range) => holderOf(range)?.closest('.unit') === one);

function go(to: 'first' | 'last'): void {
  awaited = to;
  say();
  const position = foundMatches?.places[current];
  if (position === undefined) return;
  page.go(position);
  take();
}

/** Goes to the awaited match, if its message is on the page. */
function take(): void {
  const one = article();
  if (one === undefined || awaited === undefined) return;
  const all = marksIn(one);
  const range = awaited === 'first' ? all[0] : all.at(-1);
  awaited = undefined;
  reveal(range, one);
}

/**
 * Scrolls to a match. The range is undefined if the words occur only in the source, for example in the address of a link; the message is
 * then shown.
 */
function reveal(range: Range | undefined, one: Element): void {
  marked = range;
  highlights()?.set('current', new Highlight(...(range ? [range] : [])));
  if (range) page.unfold(holderOf(range));
  const top = Math.max(byId('bar').getBoundingClientRect().bottom, bar.getBoundingClientRect().bottom);
  const box = (range ?? one).getBoundingClientRect();
  if (box.top < top + 20 || box.bottom > window.innerHeight - 20)
    window.scrollBy(0, box.top - top - (window.innerHeight - top) / 3);
}

function step(by: 1 | -1): void {
  if (page.whole()) {
    const at = marked ? marks.indexOf(marked) : -1;
    if (marks.length > 0) showOnPage((Math.max(at, by === 1 ? -1 : 0) + by + marks.length) % marks.length, true);
    return;
  }
  if (foundMatches === undefined || foundMatches.places.length === 0) return;
  const one = article();
  const all = marksIn(one);
  const next = marked && all.includes(marked) ? all[all.indexOf(marked) + by] : undefined;
  if (next && one) return reveal(next, one);
  const { length } = foundMatches.places;
  current = (current + by + length) % length;
  go(by === 1 ? 'first' : 'last');
}

export function startFinder(searchedPage: Page): void {
  page = searchedPage;
  toggle.addEventListener('click', () => (bar.hidden ? openFinder() : closeFinder()));
  byId('forth').addEventListener('click', () => step(1));
  byId('back').addEventListener('click', () => step(-1));
  byId('close').addEventListener('click', closeFinder);
  query.addEventListener('input', () => {
    current = -1;
    foundMatches = undefined;
    hits.textContent = '';
    mark();
    ask();
  });
  bar.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') closeFinder();
    else if (event.key === 'Enter' && event.target === query) step(event.shiftKey ? -1 : 1);
  });
  window.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    openFinder();
  });
}
