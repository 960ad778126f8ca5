/** The bar with which users select the rows to show: words to find, filters, which can be removed one by one, and the order. */
import { byId, element } from '../../preview/webview/elements.ts';
import { t } from '../../preview/webview/words.ts';
import type { DataSetFilter, DataSetRow, Selection } from '../messages.ts';
import { numberIn } from './row-element.ts';

const query = byId<HTMLInputElement>('rows-query');
const isCased = byId('rows-case');
const isPattern = byId('rows-pattern');
const toggle = byId('rows-filter');
const panel = byId('rows-filters');
const codes = byId('rows-codes');
const sort = byId<HTMLSelectElement>('rows-sort');
const chips = byId('rows-chips');

type Name = keyof DataSetFilter;

/** The fields with lists of words. A row passes the filter if any of the words applies. */
const wordFields = {
  roles: byId<HTMLInputElement>('rows-roles'),
  tools: byId<HTMLInputElement>('rows-tools-called'),
  shapes: byId<HTMLInputElement>('rows-shapes'),
};
const rangeFields = {
  length: [byId<HTMLInputElement>('rows-length-least'), byId<HTMLInputElement>('rows-length-most')],
  tokens: [byId<HTMLInputElement>('rows-tokens-least'), byId<HTMLInputElement>('rows-tokens-most')],
} as const;
const boxes = {
  hasReasoning: byId<HTMLInputElement>('rows-reasoning'),
  endsWithoutAnswer: byId<HTMLInputElement>('rows-unanswered'),
};

let currentSelection: Selection = {};
let select: (selection: Selection) => void;

const wordsIn = ({ value }: HTMLInputElement): readonly string[] | undefined => {
  const words = value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return words.length > 0 ? words : undefined;
};

/** Reads a typed number, with or without separators. */
export function numberOf({ value }: HTMLInputElement): number | undefined {
  const digits = value.replace(/[\s.,_']/g, '');
  const number = Number(digits);
  return digits !== '' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function boundsIn([least, most]: (typeof rangeFields)['length']): DataSetFilter['length'] {
  const [from, to] = [numberOf(least), numberOf(most)];
  if (from === undefined && to === undefined) return undefined;
  return { ...(from !== undefined && { least: from }), ...(to !== undefined && { most: to }) };
}

const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined && one !== false)) as T;

function filterIn(): DataSetFilter | undefined {
  const chosen = [...codes.querySelectorAll<HTMLElement>('.chip[aria-pressed="true"]')];
  const filter = defined({
    codes: chosen.length > 0 ? chosen.map(({ dataset }) => dataset.code ?? '') : undefined,
    roles: wordsIn(wordFields.roles),
    tools: wordsIn(wordFields.tools),
    shapes: wordsIn(wordFields.shapes),
    length: boundsIn(rangeFields.length),
    tokens: boundsIn(rangeFields.tokens),
    hasReasoning: boxes.hasReasoning.checked || undefined,
    endsWithoutAnswer: boxes.endsWithoutAnswer.checked || undefined,
  });
  return Object.keys(filter).length > 0 ? (filter as DataSetFilter) : undefined;
}

function findIn(): Selection['find'] {
  if (query.value === '') return undefined;
  return defined({
    words: query.value,
    isPattern: isPattern.ariaPressed === 'true' || undefined,
    ignoresCase: isCased.ariaPressed !== 'true' || undefined,
  }) as NonNullable<Selection['find']>;
}

function sortIn(): Selection['sort'] {
  const [by, descending] = sort.value.split(' ');
  if (by !== 'length' && by !== 'tokens') return undefined;
  return { by, ...(descending && { descending: true }) };
}

function apply(): void {
  const next = defined({ find: findIn(), filter: filterIn(), sort: sortIn() }) as Selection;
  if (JSON.stringify(next) !== JSON.stringify(currentSelection)) select(next);
}

/** Makes fields and chips show the current selection. */
export function showSelection(selection: Selection): void {
  if (JSON.stringify(selection) === JSON.stringify(currentSelection) && chips.dataset.shown) return;
  currentSelection = selection;
  chips.dataset.shown = 'true';
  const { find, filter = {}, sort: order } = selection;
  query.value = find?.words ?? '';
  isPattern.ariaPressed = String(find?.isPattern ?? false);
  if (find) isCased.ariaPressed = String(!find.ignoresCase);
  for (const name of ['roles', 'tools', 'shapes'] as const) wordFields[name].value = (filter[name] ?? []).join(', ');
  for (const name of ['length', 'tokens'] as const) {
    const [least, most] = rangeFields[name];
    [least.value, most.value] = [String(filter[name]?.least ?? ''), String(filter[name]?.most ?? '')];
  }
  for (const name of ['hasReasoning', 'endsWithoutAnswer'] as const) boxes[name].checked = filter[name] ?? false;
  for (const chip of codes.querySelectorAll<HTMLElement>('.chip'))
    chip.ariaPressed = String(filter.codes?.includes(chip.dataset.code ?? '') ?? false);
  sort.value = order ? `${order.by}${order.descending ? ' descending' : ''}` : '';
  toggle.classList.toggle('on', selection.filter !== undefined);
  showChips();
}

const bounds = ({ least, most }: NonNullable<DataSetFilter['length']>): string =>
  least !== undefined && most !== undefined
    ? t('{0} to {1}', numberIn(least), numberIn(most))
    : least !== undefined
      ? t('at least {0}', numberIn(least))
      : t('at most {0}', numberIn(most ?? 0));

/** For each filter, a function that returns the text of its chip. */
const texts: { readonly [N in Name]: (value: NonNullable<DataSetFilter[N]>) => string } = {
  codes: (codes) => t('Problems: {0}', codes.join(', ')),
  roles: (roles) => t('Roles: {0}', roles.join(', ')),
  tools: (tools) => t('Tools: {0}', tools.join(', ')),
  shapes: (shapes) => t('Shapes: {0}', shapes.join(', ')),
  length: (length) => t('Characters: {0}', bounds(length)),
  tokens: (tokens) => t('Tokens: {0}', bounds(tokens)),
  hasReasoning: () => t('Has reasoning'),
  endsWithoutAnswer: () => t('Last message is not from the assistant'),
};

function without(name: Name): Selection {
  const { [name]: _, ...filter } = currentSelection.filter ?? {};
  const { filter: __, ...rest } = currentSelection;
  return { ...rest, ...(Object.keys(filter).length > 0 && { filter }) };
}

function showChips(): void {
  const isFocused = chips.contains(document.activeElement);
  const chipElements: HTMLElement[] = [];
  const { find, filter = {} } = currentSelection;
  if (find) {
    const { find: _, ...rest } = currentSelection;
    chipElements.push(chip(find.isPattern ? t('Search: /{0}/', find.words) : t('Search: {0}', find.words), rest));
  }
  for (const name of Object.keys(texts) as Name[]) {
    const value = filter[name];
    if (value !== undefined) chipElements.push(chip((texts[name] as (value: unknown) => string)(value), without(name)));
  }
  chips.hidden = chipElements.length === 0;
  chips.replaceChildren();
  for (const one of chipElements) chips.append(one);
  if (!isFocused) return;
  const next = chips.querySelector<HTMLElement>('button') ?? query;
  next.focus();
}

function chip(text: string, selection: Selection): HTMLElement {
  const button = element('button', 'chip');
  const value = element('span', 'value', text);
  value.dir = 'auto';
  const cross = element('span', 'cross', '✕');
  cross.ariaHidden = 'true';
  button.append(value, cross);
  button.ariaLabel = t('Remove: {0}', text);
  button.title = button.ariaLabel;
  button.addEventListener('click', () => select(selection));
  return button;
}

let codesShown = '';

/** Shows a button for each problem code found so far, to filter by it. */
export function showCodes(counts: { readonly [code: string]: number } | undefined): void {
  const look = JSON.stringify(counts ?? null);
  if (look === codesShown) return;
  codesShown = look;
  const pressed = new Set(currentSelection.filter?.codes);
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.code : undefined;
  const all = Object.entries(counts ?? {}).sort(([, a], [, b]) => b - a);
  for (const code of pressed) if (!all.some(([name]) => name === code)) all.push([code, 0]);
  codes.replaceChildren(element('span', 'title', t('Problems')));
  for (const [code, count] of all) {
    const button = element('button', 'chip');
    button.append(element('span', 'value', code), element('span', 'count', numberIn(count)));
    button.dataset.code = code;
    button.ariaPressed = String(pressed.has(code));
    button.addEventListener('click', () => {
      button.ariaPressed = String(button.ariaPressed !== 'true');
      apply();
    });
    codes.append(button);
    if (code === focused) button.focus();
  }
  const none = counts === undefined ? t('To find problems, use “Check File”.') : t('None found so far.');
  if (all.length === 0) codes.append(element('span', 'note', none));
}

/** Suggests the roles and shapes that occur in the rows received so far. */
function suggest(rows: Iterable<DataSetRow>): void {
  const [roles, shapes] = [new Set<string>(), new Set<string>()];
  for (const row of rows) {
    for (const role of row.roles) roles.add(role);
    if (row.shape !== undefined) shapes.add(row.shape);
  }
  fill('known-roles', roles);
  fill('known-shapes', shapes);
}

const MAX_SUGGESTIONS = 50;

function fill(id: string, values: ReadonlySet<string>): void {
  const list = byId(id);
  list.replaceChildren();
  for (const value of [...values].slice(0, MAX_SUGGESTIONS)) {
    const option = element('option');
    option.value = value;
    list.append(option);
  }
}

function openPanel(on: boolean): void {
  panel.hidden = !on;
  toggle.ariaExpanded = String(on);
  if (on) panel.querySelector<HTMLElement>('button, input')?.focus();
}

export function focusFind(): void {
  query.focus();
  query.select();
}

/** `choose`: called with the new selection when the user changes it. `getRows`: returns the rows received so far. */
export function startSelection(choose: (selection: Selection) => void, getRows: () => Iterable<DataSetRow>): void {
  select = choose;
  query.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') query.value = '';
    if (key === 'Enter' || key === 'Escape') apply();
  });
  for (const button of [isCased, isPattern])
    button.addEventListener('click', () => {
      button.ariaPressed = String(button.ariaPressed !== 'true');
      if (query.value !== '') apply();
    });
  toggle.addEventListener('click', () => {
    suggest(getRows());
    openPanel(panel.hidden !== false);
  });
  sort.addEventListener('change', apply);
  byId('rows-apply').addEventListener('click', apply);
  for (const box of Object.values(boxes)) box.addEventListener('change', apply);
  panel.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Enter' && target instanceof HTMLInputElement) apply();
    if (key !== 'Escape') return;
    openPanel(false);
    toggle.focus();
  });
}
