/** Takes the place of VS Code when the page is open in a browser: sends requests to the page's own server, and the answers to the page. */
import type { PreviewAnswer, PreviewQuestion } from '../../../../../protocol/preview-answers.ts';
import {
  type FromPage,
  isBefore,
  isFound,
  isFromPage,
  isUserView,
  type Position,
  type ToPage,
  type UserView,
} from '../../protocol.ts';
import { type Around, messagesOn, top } from '../../window.ts';

/** The view that the user has chosen. At first, hidden layers are shown if the server was started with them. */
let currentQuestion: Omit<PreviewQuestion, 'query'> & { window: Around } = {
  mode: 'user',
  debug: document.body.classList.contains('with-hidden'),
  only: {},
  window: { around: top },
};
let view: UserView | undefined;
let currentRequest: AbortController | undefined;

const post = (message: ToPage) => window.postMessage(message, location.origin);
const fail = (reason: string) => {
  view = undefined;
  post({ type: 'failure', reason });
};

const ended = '`ocml preview` has ended. Start it again to continue reading.';

async function ask(what: 'view' | 'find', question: PreviewQuestion, signal: AbortSignal | null = null) {
  const response = await fetch(`${what}?ask=${encodeURIComponent(JSON.stringify(question))}`, { signal });
  if (!response.ok) throw new Error(`the server responded with status ${response.status}`);
  return (await response.json()) as PreviewAnswer;
}

/** Requests the chosen view. Earlier requests are canceled. */
async function refresh(): Promise<void> {
  currentRequest?.abort();
  const mine = new AbortController();
  currentRequest = mine;
  const { window: around, ...what } = currentQuestion;
  try {
    const { result, failure, name } = await ask('view', { ...what, ...around }, mine.signal);
    if (currentRequest !== mine) return;
    document.title = `Preview ${name}`;
    if (!isUserView(result)) return fail(failure ?? 'The preview could not be created.');
    view = result;
    post({ type: 'view', view, mode: what.mode, debug: what.debug, uri: name, only: what.only });
  } catch {
    if (currentRequest === mine) fail(ended);
  }
}

async function find(query: string): Promise<void> {
  const { window: _, ...what } = currentQuestion;
  const { result } = await ask('find', { ...what, query });
  if (isFound(result)) post({ type: 'found', query, found: result });
}

function choose(what: Partial<typeof currentQuestion>): void {
  // A rank or a number only applies to the previous view, so keep the position instead.
  if (!('around' in currentQuestion.window))
    currentQuestion.window = { around: messagesOn(view)[0]?.range.start ?? top };
  currentQuestion = { ...currentQuestion, ...what };
  void refresh();
}

function copy(position: Position): void {
  const isThere = ({ range: { start } }: UserView['messages'][number]) =>
    !isBefore(start, position) && !isBefore(position, start);
  const message = messagesOn(view).find(isThere);
  if (message) void navigator.clipboard.writeText(message.text);
}

async function showRaw(position: Position, row: boolean): Promise<void> {
  const { window: _, ...what } = currentQuestion;
  if (!what.debug && what.mode !== 'model') return;
  const source = row ? 'row' : 'message';
  const { result } = await ask('view', { ...what, mode: 'user', debug: true, only: {}, around: position, source });
  if (isUserView(result) && result.source !== undefined) post({ type: 'raw', position, row, text: result.source });
}

/** Handles the messages from the page, except for those that need an editor. */
function handle(message: FromPage): void {
  if (message.type === 'ready') void refresh();
  else if (message.type === 'debug') choose({ debug: message.on });
  else if (message.type === 'mode') choose({ mode: message.mode });
  else if (message.type === 'filter') choose({ only: message.only });
  else if (message.type === 'window') choose({ window: { rank: message.rank } });
  else if (message.type === 'conversation') choose({ window: { number: message.number } });
  else if (message.type === 'around') choose({ window: { around: message.position } });
  else if (message.type === 'branch') {
    const chosen = view?.session?.branches.find(({ id }) => id === message.branch);
    choose({ branch: message.branch, ...(chosen && { window: { around: chosen.position } }) });
  } else if (message.type === 'raw') showRaw(message.position, message.row).catch(() => fail(ended));
  else if (message.type === 'find') find(message.query).catch(() => fail(ended));
  else if (message.type === 'copy') copy(message.position);
}

Object.defineProperty(globalThis, 'acquireVsCodeApi', {
  value: () => ({
    postMessage: (message: object) => isFromPage(message) && handle(message),
    getState: () => undefined,
    setState: () => {},
  }),
});

// Ignore messages from other windows, which may have a reference to this one.
window.addEventListener('message', (event) => {
  if (event.source !== window || event.origin !== location.origin) event.stopImmediatePropagation();
});

// Links open in a new window, whose page receives neither a reference to the preview nor its address.
window.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link && !link.getAttribute('href')?.startsWith('#')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
});

const dark = matchMedia('(prefers-color-scheme: dark)');
function chooseTheme(): void {
  document.body.classList.toggle('vscode-dark', dark.matches);
  document.body.classList.toggle('vscode-light', !dark.matches);
}
chooseTheme();
dark.addEventListener('change', chooseTheme);

const changes = new EventSource('changes');
changes.addEventListener('changed', () => void refresh());
changes.addEventListener('error', () => fail(ended));
