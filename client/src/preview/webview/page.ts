/** The page of the preview: shows what the extension sends, and tells it what the user does. */
import { type FromPage, isToPage, type Position, type Prompt, type ToPage, type UserView } from '../protocol.ts';
import { exchange } from './exchange.ts';
import { failureItems, type Item, itemsOf } from './items.ts';
import { markStretch, promptItems } from './prompt.ts';
import { keepInPlace, markCursor, scrollToLine, showLine } from './scroll.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void; setState(state: unknown): void };

const vscode = acquireVsCodeApi();
const byId = (id: string) => document.getElementById(id) as HTMLElement;
const conversation = byId('conversation');
const debugSwitch = byId('debug');
const banner = byId('banner');
const templateButton = byId('template');
const compareButton = byId('compare');

let view: UserView | undefined;
/** A line to scroll to once its message is there. */
let awaited: number | undefined;
let cursor: Position | undefined;

function show(next: UserView, debug: boolean): void {
  view = next;
  templateButton.textContent = 'Prompt…';
  compareButton.hidden = true;
  document.body.classList.toggle('debug', debug);
  debugSwitch.setAttribute('aria-checked', String(debug));
  banner.hidden = !debug;
  conversation.ariaBusy = 'false';
  keepInPlace(conversation, () => exchange(conversation, itemsOf(next, debug)));
  markCursor(conversation, cursor?.line ?? -1);
  if (awaited !== undefined) scrollTo(awaited);
}

function showPrompt(prompt: Prompt, debug: boolean): void {
  view = undefined;
  debugSwitch.setAttribute('aria-checked', String(debug));
  document.body.classList.toggle('debug', debug);
  banner.hidden = !debug;
  conversation.ariaBusy = 'false';
  templateButton.textContent = `Prompt: ${prompt.template.split('/').at(-1)}`;
  compareButton.hidden = false;
  exchange(conversation, promptItems(prompt));
  if (cursor) markStretch(conversation, cursor);
}

function scrollTo(line: number): void {
  const { messages = [], before = 0, after = 0 } = view ?? {};
  const missing =
    messages.length === 0 ||
    (before > 0 && line < (messages[0]?.range.start.line ?? 0)) ||
    (after > 0 && line > (messages.at(-1)?.range.end.line ?? 0));
  awaited = missing ? line : undefined;
  if (!missing) scrollToLine(conversation, line);
}

/** Shows something else than messages: what was shown before is of another document, or not true any more. */
function showInstead(items: Item[]): void {
  view = undefined;
  awaited = undefined;
  document.body.classList.remove('debug');
  banner.hidden = true;
  conversation.ariaBusy = String(items.length === 0);
  conversation.replaceChildren();
  exchange(conversation, items);
}

function receive(message: ToPage): void {
  switch (message.type) {
    case 'view':
      vscode.setState({ uri: message.uri });
      show(message.view, message.debug);
      return;
    case 'prompt':
      vscode.setState({ uri: message.uri });
      showPrompt(message.prompt, message.debug);
      return;
    case 'failure':
      showInstead(failureItems(message.reason));
      return;
    case 'waiting':
      showInstead([]);
      return;
    case 'scroll':
      scrollTo(message.line);
      return;
    case 'cursor':
      cursor = message;
      markCursor(conversation, cursor.line);
      showLine(conversation, cursor.line);
      markStretch(conversation, cursor)?.scrollIntoView({ block: 'nearest' });
  }
}

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isToPage(data)) return;
  try {
    receive(data);
  } catch (error) {
    showInstead(failureItems(`The page could not show the conversation: ${error}. The next edit tries again.`));
  }
});

templateButton.addEventListener('click', () => vscode.postMessage({ type: 'template' }));

compareButton.addEventListener('click', () => vscode.postMessage({ type: 'compare' }));

debugSwitch.addEventListener('click', () => {
  vscode.postMessage({ type: 'debug', on: debugSwitch.getAttribute('aria-checked') !== 'true' });
});

conversation.addEventListener('click', ({ target: element }) => {
  if (!(element instanceof Element)) return;
  if (element.closest('[data-again]')) vscode.postMessage({ type: 'ready' });
  const around = element.closest<HTMLElement>('[data-around]')?.dataset.around;
  if (around !== undefined) vscode.postMessage({ type: 'around', line: Number(around) });
  const inTemplate = element.closest<HTMLElement>('[data-template-line]')?.dataset;
  if (inTemplate) {
    const position = { line: Number(inTemplate.templateLine), character: Number(inTemplate.templateColumn) };
    vscode.postMessage({ type: 'inTemplate', position });
    return;
  }
  const place = element.closest<HTMLElement>('[data-line]')?.dataset;
  if (place && getSelection()?.isCollapsed) {
    vscode.postMessage({ type: 'reveal', position: { line: Number(place.line), character: Number(place.column) } });
    return;
  }
  const message = element.closest<HTMLElement>('article');
  // A click that selects text, or follows a link, is meant for that.
  if (message === null || element.closest('a') || !getSelection()?.isCollapsed) return;
  const position = { line: Number(message.dataset.start), character: Number(message.dataset.character) };
  vscode.postMessage({ type: 'reveal', position });
});

vscode.postMessage({ type: 'ready' });
