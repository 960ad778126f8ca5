/** Shows the prompt that a chat template renders: control tokens, text from messages, and omissions. */
import type { Position, Prompt } from '../protocol.ts';
import { element } from './elements.ts';
import type { Item } from './items.ts';
import { kinds } from './speakers.ts';
import { t } from './words.ts';

export function promptItems({ template, stretches, dropped, notes, error, ...places }: Prompt): Item[] {
  const items = notes.map(
    (text): Item => ({ key: `prompt note ${text}`, make: () => element('p', 'note told', text) }),
  );
  if (error !== undefined)
    items.push({ key: `prompt error ${error} ${JSON.stringify(places)}`, make: () => failure(error, places) });
  if (dropped.length > 0) items.push({ key: JSON.stringify(dropped), make: () => droppedList(dropped) });
  if (error === undefined)
    items.push({ key: JSON.stringify([template, stretches]), make: () => promptText(stretches) });
  return items;
}

function promptText(stretches: Prompt['stretches']): HTMLElement {
  const text = element('pre', 'prompt');
  text.dir = 'auto';
  for (const { text: written, kind, position, end, role } of stretches) {
    const speaker = role === undefined ? undefined : (kinds.get(role) ?? 'tool');
    const stretch = element('span', `stretch ${kind}${speaker ? ` of-${speaker}` : ''}`, written);
    if (position) linkToPlace(stretch, position);
    if (end) {
      stretch.dataset.endLine = String(end.line);
      stretch.dataset.endColumn = String(end.character);
    }
    text.append(stretch);
  }
  return text;
}

/** Returns an element that says why there is no prompt, with buttons that go to the message and to the line of the template. */
function failure(error: string, { errorAt, templateAt }: Pick<Prompt, 'errorAt' | 'templateAt'>): HTMLElement {
  const all = element('div', 'dropped');
  all.append(element('p', 'note failure', error));
  if (errorAt) {
    const button = element('button', 'more', t('Show the message'));
    linkToPlace(button, errorAt);
    all.append(button);
  }
  if (templateAt) {
    const button = element('button', 'more', t('Show line {0} of the template', templateAt.line + 1));
    button.dataset.templateLine = String(templateAt.line);
    button.dataset.templateColumn = String(templateAt.character);
    all.append(button);
  }
  return all;
}

/** Marks the parts of the prompt that correspond to the editor's cursor. Returns the first of them. */
export function markStretch(page: HTMLElement, { line, character }: Position): HTMLElement | undefined {
  const isBefore = (a: string | undefined, b: string | undefined, [c, d]: readonly [number, number]) =>
    Number(a) < c || (Number(a) === c && Number(b) <= d);
  const covering = [...page.querySelectorAll<HTMLElement>('.stretch[data-end-line]')].filter(
    ({ dataset }) =>
      isBefore(dataset.line, dataset.column, [line, character]) &&
      !isBefore(dataset.endLine, dataset.endColumn, [line, character - 1]),
  );
  for (const old of page.querySelectorAll('.stretch.current')) old.classList.remove('current');
  for (const one of covering) one.classList.add('current');
  return covering[0];
}

function droppedList(dropped: Prompt['dropped']): HTMLElement {
  const all = element('div', 'dropped');
  all.append(
    element(
      'p',
      'note',
      dropped.length === 1 ? t('The template omits 1 part:') : t('The template omits {0} parts:', dropped.length),
    ),
  );
  for (const { what, position } of dropped) {
    const button = element('button', 'more', what);
    linkToPlace(button, position);
    all.append(button);
  }
  return all;
}

/** Makes an element go to a position in the document when it is clicked. */
export function linkToPlace({ dataset }: HTMLElement, { line, character }: Position): void {
  dataset.line = String(line);
  dataset.column = String(character);
}
