/** Folds long parts that end users do not see. About twelve lines of each are shown, with a button that unfolds the rest. */
import { byId, element } from './elements.ts';
import { keep, keptBefore } from './host.ts';
import { t } from './words.ts';

/** The number of lines that a folded part shows. A part that has only a few more is not folded (`MAX_LINES`). */
const SHOWN_LINES = 12;
const MAX_LINES = 15;
/** The approximate number of characters per line. */
const LINE_LENGTH = 90;

/** The folding of a document. All parts are unfolded (`all`) or folded, except for those in `others`, which are in the opposite state. */
interface FoldState {
  readonly all: boolean;
  readonly others: readonly string[];
}

/** The maximum number of documents to remember, and of parts in each. The oldest are forgotten first. */
const MAX_DOCUMENTS = 20;
const MAX_PARTS = 2000;

const isState = (value: unknown): value is FoldState =>
  typeof value === 'object' && value !== null && 'all' in value && 'others' in value && Array.isArray(value.others);

const storedStates = keptBefore('folds');
const states = new Map<string, FoldState>(
  Array.isArray(storedStates)
    ? storedStates.flatMap((entry: unknown) =>
        Array.isArray(entry) && typeof entry[0] === 'string' && isState(entry[1]) ? [[entry[0], entry[1]]] : [],
      )
    : [],
);

let current = '';
let all = false;
let others = new Set<string>();

/** Restores the folding for the document that the page now shows. */
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

/** Estimates how many lines a text takes on the page (`taken`), and counts the lines of its source (`written`). */
function linesOf(text: string): { readonly taken: number; readonly written: number } {
  const lines = text.replace(/\n$/, '').split('\n');
  const taken = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_LENGTH)), 0);
  return { taken, written: lines.length };
}

/** Makes the body of a message foldable if it is long. Call `foldAs` afterwards. */
export function foldable(body: HTMLElement): HTMLElement[] {
  const { taken, written } = linesOf(Array.from(body.children, (block) => block.textContent).join('\n'));
  if (taken <= MAX_LINES) return [body];
  body.classList.add('foldable');
  const button = element('button', 'fold');
  button.dataset.lines = written > SHOWN_LINES ? String(written) : '';
  return [body, button];
}

/** Gives the foldable parts of a message a key, by which their folding is restored. */
export function foldAs(parent: HTMLElement, key: string): void {
  for (const [i, body] of parent.querySelectorAll<HTMLElement>('.foldable').entries()) {
    body.dataset.fold = `${key}${i === 0 ? '' : `-${i}`}`;
    updateFold(body);
  }
}

function updateFold(body: HTMLElement): void {
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
  updateFold(body);
  remember();
}

/** Unfolds the part that contains an element. Returns whether the part was folded. */
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
    for (const body of parent.querySelectorAll<HTMLElement>('.foldable')) updateFold(body);
    remember();
  };
  byId('expand').addEventListener('click', () => setAll(true));
  byId('collapse').addEventListener('click', () => setAll(false));
  parent.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.fold') : null;
    const body = button?.previousElementSibling;
    if (!(body instanceof HTMLElement)) return;
    set(body, body.classList.contains('folded'));
    // If the beginning of the part is above the view, folding would move the part out of view, so scroll to its beginning.
    if (body.classList.contains('folded') && body.getBoundingClientRect().top < 0)
      body.scrollIntoView({ block: 'center' });
  });
  // The keyboard can move the focus to a link inside a folded part, which is then unfolded.
  parent.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) unfold(target);
  });
}
