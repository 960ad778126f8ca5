/** The list of rows. Only the rows in view are requested and have elements on the page. */
import { byId, element } from '../../preview/webview/elements.ts';
import type { DataSetRow } from '../messages.ts';
import {
  isStuck,
  type ListGeometry,
  type ListPlace,
  listHeight,
  placeAfterScroll,
  rowsInView,
  scrollTopAt,
  topToShow,
} from './list-geometry.ts';
import { fillRow } from './row-element.ts';

const list = byId('rows');
const ground = byId('rows-height');

/** The height of a row in pixels, which is also set for `.row` in the style sheet. */
const ROW_HEIGHT = 46;
/** The maximum number of rows per request (`asked`), and in memory (`kept`). */
const MAX_ROWS = { asked: 100, kept: 4_000 };
/** The time in milliseconds after which rows that have not arrived are requested again. */
const patience = 700;
/** The pause in scrolling after which the scroll bar is moved to match the rows, in milliseconds. */
const rest = 150;

interface Page {
  want(from: number, count: number): void;
  /** Called when the user has gone to a row. */
  choose(position: number): void;
  /** Called when the user wants to continue reading in the current row. */
  enter(): void;
}

let page: Page;
let count = 0;
let listPlace: ListPlace = { scrollTop: 0, top: 0 };
/** The position of the current row (`active`), and the position of the row that the user chose and that is not shown yet (`awaited`). */
let active: number | undefined;
let awaited: { readonly place: number; readonly until: number } | undefined;
const rows = new Map<number, DataSetRow>();
/** The positions of rows that may have changed. They stay on the page until their new state has arrived. */
const stale = new Set<number>();
const elements = new Map<number, HTMLElement>();
let request = { from: 0, end: 0, until: 0 };

const geometry = (): ListGeometry => ({ count, rowHeight: ROW_HEIGHT, viewHeight: list.clientHeight });

export const rowAt = (at: number | undefined): DataSetRow | undefined => (at === undefined ? undefined : rows.get(at));
export const activePlace = (): number | undefined => active;
export const knownRows = (): Iterable<DataSetRow> => rows.values();

/** Sets the number of rows. `isOther`: the rows are not the same as before. */
export function showCount(next: number, isOther: boolean): void {
  if (isOther) {
    rows.clear();
    stale.clear();
    awaited = undefined;
    active = undefined;
    request = { from: 0, end: 0, until: 0 };
    for (const rowElement of elements.values()) rowElement.remove();
    elements.clear();
    moveTo(0);
  }
  if (next === count && !isOther) return;
  count = next;
  list.ariaBusy = 'false';
  moveTo(listPlace.top);
  render();
}

/** Marks all rows as possibly out of date. */
export function outdate(): void {
  for (const at of rows.keys()) stale.add(at);
  request = { from: 0, end: 0, until: 0 };
  render();
}

export function showRows(from: number, next: readonly DataSetRow[]): void {
  for (const [i, row] of next.entries()) {
    const isSame = JSON.stringify(rows.get(from + i)) === JSON.stringify(row);
    rows.set(from + i, row);
    stale.delete(from + i);
    const rowElement = elements.get(from + i);
    if (rowElement && !isSame) fillRow(rowElement, row);
  }
  // If fewer rows than requested have arrived, the others do not exist or will be requested again after a while.
  if (next.length >= request.end - request.from) request = { from: 0, end: 0, until: 0 };
  forgetFar();
  render();
}

function forgetFar(): void {
  if (rows.size <= MAX_ROWS.kept) return;
  const [first, end] = rowsInView(geometry(), listPlace.top, MAX_ROWS.kept / 4);
  for (const at of rows.keys()) if (at < first || at >= end) rows.delete(at);
}

/** Marks the row at a position as the current row. The position is null if the current row is not in the list. */
export function showActive(at: number | null): void {
  if (awaited && performance.now() < awaited.until && awaited.place !== at) return;
  awaited = undefined;
  activate(at ?? undefined);
}

function activate(at: number | undefined): void {
  active = at;
  if (at !== undefined) moveTo(topToShow(geometry(), listPlace.top, at));
  render();
}

/** Scrolls the list so that `top` is the first pixel in view. */
function moveTo(top: number): void {
  const of = geometry();
  ground.style.height = `${listHeight(of)}px`;
  const scrollTop = Math.round(scrollTopAt(of, top));
  if (list.scrollTop !== scrollTop) list.scrollTop = scrollTop;
  // Read the position back, since the browser may have rounded it. If the list is not scaled, it is also the first pixel in view.
  listPlace = placeOf(of, top);
}

function placeOf(of: ListGeometry, top: number): ListPlace {
  const isScaled = listHeight(of) < of.count * of.rowHeight;
  return { scrollTop: list.scrollTop, top: isScaled ? top : list.scrollTop };
}

function render(): void {
  // Measure before changing anything. Otherwise, the browser would compute the layout again for each row.
  const of = geometry();
  const { scrollTop } = list;
  const [first, end] = rowsInView(of, listPlace.top);
  const isIn = (at: number) => (at >= first && at < end) || (at === active && at < count);
  for (const [at, rowElement] of elements)
    if (!isIn(at)) {
      rowElement.remove();
      elements.delete(at);
    }
  for (let at = first; at < end; at++) show(at);
  if (active !== undefined && active < count) show(active);
  for (const [at, rowElement] of elements) positionRow(at, rowElement, of, scrollTop);
  if (active === undefined) list.removeAttribute('aria-activedescendant');
  else list.setAttribute('aria-activedescendant', `row-${active}`);
  wantMissing(first, end);
}

function show(at: number): void {
  if (elements.has(at)) return;
  const rowElement = element('div', 'row');
  rowElement.id = `row-${at}`;
  rowElement.role = 'option';
  rowElement.ariaPosInSet = String(at + 1);
  fillRow(rowElement, rows.get(at));
  elements.set(at, rowElement);
  // Keep the elements in the order of the rows, for screen readers.
  const after = elements.get(at + 1);
  ground.insertBefore(rowElement, after?.isConnected ? after : null);
}

function positionRow(at: number, rowElement: HTMLElement, of: ListGeometry, scrollTop: number): void {
  const { viewHeight } = of;
  // A row far out of view is only on the page because it is the current one, to which screen readers refer. It must not make the page
  // higher.
  const from = Math.max(-viewHeight, Math.min(2 * viewHeight, at * ROW_HEIGHT - listPlace.top));
  const y = Math.max(0, Math.min(scrollTop + from, listHeight(of) - ROW_HEIGHT));
  rowElement.style.transform = `translateY(${y}px)`;
  change(rowElement, 'ariaSetSize', String(count));
  change(rowElement, 'ariaSelected', String(at === active));
}

/** Sets an attribute only if its value changes, since browsers spend time even on an unchanged value. */
function change(rowElement: HTMLElement, name: 'ariaSetSize' | 'ariaSelected', value: string): void {
  if (rowElement[name] !== value) rowElement[name] = value;
}

let waiting: ReturnType<typeof setTimeout> | undefined;

function wantMissing(first: number, end: number): void {
  let from = first;
  while (from < end && rows.has(from) && !stale.has(from)) from++;
  if (from >= end) return;
  const now = performance.now();
  if (now < request.until) {
    clearTimeout(waiting);
    waiting = setTimeout(render, request.until - now + 10);
    return;
  }
  const to = Math.min(end, from + MAX_ROWS.asked);
  request = { from, end: to, until: now + patience };
  page.want(from, to - from);
}

/** Moves the scroll bar to the position that matches the rows in view. */
function moveBar(): void {
  const { scrollTop } = list;
  moveTo(listPlace.top);
  if (list.scrollTop !== scrollTop) render();
}

let isDrawing = false;
let resting: ReturnType<typeof setTimeout> | undefined;

list.addEventListener(
  'scroll',
  () => {
    if (list.scrollTop === listPlace.scrollTop) return;
    listPlace = placeAfterScroll(geometry(), listPlace, list.scrollTop);
    clearTimeout(resting);
    if (isStuck(geometry(), listPlace)) moveTo(listPlace.top);
    else resting = setTimeout(moveBar, rest);
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(() => {
      isDrawing = false;
      render();
    });
  },
  { passive: true },
);

let viewHeight = 0;

new ResizeObserver(() => {
  const of = geometry();
  // When the filters above the list open, the list becomes shorter. The current row should stay in view.
  const isInView = active !== undefined && topToShow({ ...of, viewHeight }, listPlace.top, active) === listPlace.top;
  moveTo(isInView && viewHeight > 0 ? topToShow(of, listPlace.top, active as number) : listPlace.top);
  viewHeight = of.viewHeight;
  render();
}).observe(list);

let timer: ReturnType<typeof setTimeout> | undefined;

function choose(at: number): void {
  const next = Math.max(0, Math.min(count - 1, at));
  if (count === 0) return;
  awaited = { place: next, until: performance.now() + 2000 };
  activate(next);
  // While a key is held down, only some of the rows are shown.
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    if (active !== undefined) page.choose(active);
  }, 30);
}

list.addEventListener('click', ({ target }) => {
  const row = target instanceof Element ? target.closest<HTMLElement>('.row') : null;
  if (row) choose(Number(row.id.slice('row-'.length)));
});

list.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const view = Math.max(1, Math.floor(list.clientHeight / ROW_HEIGHT) - 1);
  const at = active ?? -1;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: Math.max(0, at) - 1,
    PageDown: at + view,
    PageUp: at - view,
    Home: 0,
    End: count - 1,
  };
  const next = Object.getOwnPropertyDescriptor(steps, event.key)?.value;
  if (next !== undefined) choose(next);
  else if (event.key === 'Enter') page.enter();
  else return;
  event.preventDefault();
});

export function startList(callbacks: Page): void {
  page = callbacks;
}
