/** The prompt of a chat template on the page: its control tokens, what messages say, and what was left out. */
import type { Position, Prompt } from '../protocol.ts';
import type { Item } from './items.ts';

export function promptItems({ template, stretches, dropped, notes, error }: Prompt): Item[] {
  const items = notes.map((text): Item => ({ key: `prompt note ${text}`, make: () => made('p', 'note told', text) }));
  if (error !== undefined) items.push({ key: `prompt error ${error}`, make: () => made('p', 'note failure', error) });
  if (dropped.length > 0) items.push({ key: JSON.stringify(dropped), make: () => droppedList(dropped) });
  if (error === undefined)
    items.push({ key: JSON.stringify([template, stretches]), make: () => promptText(stretches) });
  return items;
}

function promptText(stretches: Prompt['stretches']): HTMLElement {
  const text = made('pre', 'prompt');
  text.dir = 'auto';
  for (const { text: written, kind, position } of stretches) {
    const stretch = made('span', `stretch ${kind}`, written);
    if (position) placed(stretch, position);
    text.append(stretch);
  }
  return text;
}

function droppedList(dropped: Prompt['dropped']): HTMLElement {
  const all = made('div', 'dropped');
  all.append(made('p', 'note', `The template leaves out ${dropped.length === 1 ? 'this' : 'these'}:`));
  for (const { what, position } of dropped) {
    const button = made('button', 'more', what);
    placed(button, position);
    all.append(button);
  }
  return all;
}

function placed({ dataset }: HTMLElement, { line, character }: Position): void {
  dataset.line = String(line);
  dataset.column = String(character);
}

function made(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
