/** Long parts that users do not see are folded: about twelve lines of them are shown, with a way to the rest. */
import { byId, element } from './elements.ts';
import { keep, keptBefore } from './host.ts';
import { t } from './words.ts';

/** So many lines are shown of what is folded, and what has only a few more is not. */
const SHOWN_LINES = 12;
const MAX_LINES = 15;
/** About as many characters are on a line. */
const LINE_LENGTH = 90;

/** The folds of a document: whether all or, without a choice, nothing is open; and the exceptions. */
interface FoldState {
  readonly all: boolean;
  readonly others: readonly string[];
}

/** So many documents are remembered, the last ones, and so many parts of each. */
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

/** From now on, what is shown is of a document. */
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

/** How many lines a text takes about, and how many it has. */
function linesOf(text: string): { readonly taken: number; readonly written: number } {
  const lines = text.replace(/\n$/, '').split('\n');
  const taken = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_LENGTH)), 0);
  return { taken, written: lines.length };
}

/** Makes a part of a message fold if it is long; `foldAs` must follow. */
export function foldable(body: HTMLElement): HTMLElement[] {
  const { taken, written } = linesOf(body.textContent ?? '');
  if (taken <= MAX_LINES) return [body];
  body.classList.add('foldable');
  const button = element('button', 'fold');
  button.dataset.lines = written > SHOWN_LINES ? String(written) : '';
  return [body, button];
}

/** Says which part of the document something that can be folded is, and folds it as it was. */
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

/** Opens what an element is in, if that is folded; whether it was. */
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
    // The text after a long part would be far away once it is folded: the reader stays with its beginning.
    if (body.classList.contains('folded') && body.getBoundingClientRect().top < 0)
      body.scrollIntoView({ block: 'center' });
  });
  // The keyboard leads to a link in it.
  parent.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) unfold(target);
  });
}
