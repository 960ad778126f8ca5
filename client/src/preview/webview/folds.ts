/** Folds long parts that end users do not see: about twelve lines are shown, with a button for the rest. */
import { byId, element } from './elements.ts';
import { keep, keptBefore } from './host.ts';
import { t } from './words.ts';

/** The number of visible lines in a folded part; a part with only a few more is not folded. */
const SHOWN_LINES = 12;
const MAX_LINES = 15;
/** The approximate number of characters per line. */
const LINE_LENGTH = 90;

/** The folds of a document: whether all parts are open (by default, none is), and the parts that differ from that. */
interface FoldState {
  readonly all: boolean;
  readonly others: readonly string[];
}

/** The maximum number of documents to remember, and of parts in each; the oldest are forgotten. */
const MAX_DOCUMENTS = 20;
const MAX_PARTS = 2000;

const isState = (value: unknown): value is FoldState =>
  typeof value === 'object' && value !== null && 'all' in value && 'others' in value && Array.isArray(value.others);

const known = keptBefore('folds');
const states = new Map<string, FoldState>(
  Array.isArray(known)
    ? known.flatMap((entry: unknown) =>
        Array.isArray(entry) && typeof entry[0] === 'string' && isState(entry[1]) ? [[entry[0], entry[1]]] : [],
      )
    : [],
);

let current = '';
let all = false;
let others = new Set<string>();

/** Sets the document to which the shown parts belong. */
export function foldsAreOf(uri: string): void {
  if (uri === current) return;
  current = uri;
  const state = states.get(uri);
  all = state?.all === true;
  others = new Set(state?.others);
}

function remember(): void {
  states.delete(current);
  states.set(current, { all, others: [...others].slice(-MAX_PARTS) });
  for (const uri of [...states.keys()].slice(0, -MAX_DOCUMENTS)) states.delete(uri);
  keep({ folds: [...states] });
}

/** The approximate number of lines that a text takes, and the number in its source. */
function linesOf(text: string): { readonly taken: number; readonly written: number } {
  const lines = text.replace(/\n$/, '').split('\n');
  const taken = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_LENGTH)), 0);
  return { taken, written: lines.length };
}

/** Makes a part of a message foldable if it is long. After this, `foldAs` must be called. */
export function foldable(body: HTMLElement): HTMLElement[] {
  const { taken, written } = linesOf(body.textContent ?? '');
  if (taken <= MAX_LINES) return [body];
  body.classList.add('foldable');
  const button = element('button', 'fold');
  button.dataset.lines = written > SHOWN_LINES ? String(written) : '';
  return [body, button];
}

/** Identifies foldable parts by a key in the document, and restores their folding. */
export function foldAs(parent: HTMLElement, key: string): void {
  for (const [i, body] of parent.querySelectorAll<HTMLElement>('.foldable').entries()) {
    body.dataset.fold = `${key}${i === 0 ? '' : `-${i}`}`;
    place(body);
  }
}

function place(body: HTMLElement): void {
  const isOpen = all !== others.has(body.dataset.fold ?? '');
  body.classList.toggle('folded', !isOpen);
  const button = body.nextElementSibling;
  if (!(button instanceof HTMLElement)) return;
  const { lines } = button.dataset;
  button.textContent = isOpen ? t('Show less') : lines ? t('Show all {0} lines', lines) : t('Show all');
  button.ariaExpanded = String(isOpen);
}

function set(body: HTMLElement, isOpen: boolean): void {
  const key = body.dataset.fold ?? '';
  if (isOpen === all) others.delete(key);
  else others.add(key);
  place(body);
  remember();
}

/** Unfolds the part that contains an element; returns whether it was folded. */
export function unfold(within: Element | null | undefined): boolean {
  const body = within?.closest<HTMLElement>('.folded');
  if (!body) return false;
  set(body, true);
  return true;
}

export function startFolds(parent: HTMLElement): void {
  const setAll = (isOpen: boolean) => {
    all = isOpen;
    others.clear();
    for (const body of parent.querySelectorAll<HTMLElement>('.foldable')) place(body);
    remember();
  };
  byId('expand').addEventListener('click', () => setAll(true));
  byId('collapse').addEventListener('click', () => setAll(false));
  parent.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.fold') : null;
    const body = button?.previousElementSibling;
    if (!(body instanceof HTMLElement)) return;
    set(body, body.classList.contains('folded'));
    // Folding a long part whose beginning is above the view would move all of its text out of view, so keep the beginning in view.
    if (body.classList.contains('folded') && body.getBoundingClientRect().top < 0)
      body.scrollIntoView({ block: 'center' });
  });
  // The keyboard can move the focus to a link in a folded part.
  parent.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) unfold(target);
  });
}
