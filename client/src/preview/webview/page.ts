/** The page of the preview: shows what the extension sends, and tells it what the user does. */
import type { FromPage, ToPage, UserView } from '../protocol.ts';
import { exchange } from './exchange.ts';
import { failureItem, itemsOf } from './items.ts';
import { keepInPlace, markCursor, scrollToLine, showLine } from './scroll.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void; setState(state: unknown): void };

const vscode = acquireVsCodeApi();
const byId = (id: string) => document.getElementById(id) as HTMLElement;
const conversation = byId('conversation');
const debugSwitch = byId('debug');
const banner = byId('banner');

let view: UserView | undefined;
/** A line to scroll to once its message is there. */
let awaited: number | undefined;
let cursor = -1;

function show(next: UserView, debug: boolean): void {
  view = next;
  document.body.classList.toggle('debug', debug);
  debugSwitch.setAttribute('aria-checked', String(debug));
  banner.hidden = !debug;
  keepInPlace(conversation, () => exchange(conversation, itemsOf(next, debug)));
  markCursor(conversation, cursor);
  if (awaited !== undefined) scrollTo(awaited);
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

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  switch (data.type) {
    case 'view':
      vscode.setState({ uri: data.uri });
      show(data.view, data.debug);
      return;
    case 'failure':
      exchange(conversation, [failureItem(data.reason)]);
      return;
    case 'scroll':
      scrollTo(data.line);
      return;
    case 'cursor':
      cursor = data.line;
      markCursor(conversation, cursor);
      showLine(conversation, cursor);
  }
});

debugSwitch.addEventListener('click', () => {
  vscode.postMessage({ type: 'debug', on: debugSwitch.getAttribute('aria-checked') !== 'true' });
});

conversation.addEventListener('click', ({ target }) => {
  const element = target as Element;
  const around = element.closest<HTMLElement>('[data-around]')?.dataset.around;
  if (around !== undefined) vscode.postMessage({ type: 'around', line: Number(around) });
  const message = element.closest<HTMLElement>('article');
  // A click that selects text, or follows a link, is meant for that.
  if (message === null || element.closest('a') || !getSelection()?.isCollapsed) return;
  const position = { line: Number(message.dataset.start), character: Number(message.dataset.character) };
  vscode.postMessage({ type: 'reveal', position });
});

vscode.postMessage({ type: 'ready' });
