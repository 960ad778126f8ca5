/** Shows the prompt that a chat template renders: control tokens, text from messages, and omissions. */
import { isBefore, type Position, type Prompt } from '../protocol.ts';
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
  if (error !== undefined) return items;
  if (dropped.length > 0) items.push({ key: `omitted ${dropped.length}`, make: () => omittedNote(dropped.length) });
  items.push({
    key: JSON.stringify([template, stretches, dropped]),
    make: () => promptText(stretches, dropped),
  });
  return items;
}

/** Returns the prompt. The parts that the template omits are named beside the text, where they would be. */
function promptText(stretches: Prompt['stretches'], dropped: Prompt['dropped']): HTMLElement {
  const text = element('pre', 'prompt');
  text.dir = 'auto';
  const waiting = dropped.toSorted(
    (a, b) => Number(isBefore(b.position, a.position)) - Number(isBefore(a.position, b.position)),
  );
  /** The last text of a message so far, after which omitted parts are named. */
  let last: HTMLElement | undefined;
  const nameOmitted = (before?: Position) => {
    for (let [one] = waiting; one && !(before && isBefore(before, one.position)); [one] = waiting) {
      const part = omittedPart(one);
      if (last) last.after(part);
      else text.append(part);
      last = part;
      waiting.shift();
    }
  };
  for (const { text: stretchText, kind, position, end, role } of stretches) {
    if (position) nameOmitted(position);
    const speaker = role === undefined ? undefined : (kinds.get(role) ?? 'tool');
    const stretch = element('span', `stretch ${kind}${speaker ? ` of-${speaker}` : ''}`, stretchText);
    if (position) {
      linkToPlace(stretch, position);
      last = stretch;
    }
    if (end) {
      stretch.dataset.endLine = String(end.line);
      stretch.dataset.endColumn = String(end.character);
    }
    text.append(stretch);
  }
  nameOmitted();
  return text;
}

function omittedPart({ what, position }: Prompt['dropped'][number]): HTMLElement {
  const button = element('button', 'omitted', t('Omitted: {0}', what));
  linkToPlace(button, position);
  return button;
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

function omittedNote(count: number): HTMLElement {
  const text =
    count === 1
      ? t('The template omits 1 part, which is named beside the prompt.')
      : t('The template omits {0} parts, which are named beside the prompt.', count);
  return element('p', 'note told', text);
}

/** Makes an element go to a position in the document when it is clicked. */
export function linkToPlace({ dataset }: HTMLElement, { line, character }: Position): void {
  dataset.line = String(line);
  dataset.column = String(character);
}
