/** The page of the preview. It shows the content that the extension sends, and reports the user's actions to it. */
import {
  type Filter,
  type FromPage,
  isBefore,
  isToPage,
  type Mode,
  type Position,
  type Prompt,
  type ToPage,
  type Training,
  type UserView,
} from '../protocol.ts';
import { changes } from '../training-shapes.ts';
import { label, labelNothing, place, sayHidden, startBar } from './bar.ts';
import { measure, missingAround, ranksOf } from './edges.ts';
import { byId } from './elements.ts';
import { askedOfFault } from './faults.ts';
import { hideFilters, showFilters } from './filters.ts';
import { closeFinder, isFinding, openFinder, refind, refindOnPage, showFound, startFinder } from './finder.ts';
import { foldsAreOf, startFolds, unfold } from './folds.ts';
import { sayFollowing, stayAtEnd } from './following.ts';
import { keep, post as send } from './host.ts';
import { failureItems, type Item, itemsOf, note } from './items.ts';
import { startPanelSpace } from './panel-space.ts';
import { markStretch, promptItems } from './prompt.ts';
import { allowRaw, showRaw } from './raw.ts';
import { exchange } from './reconcile.ts';
import {
  articles,
  barHeight,
  endOf,
  keepInPlace,
  margin,
  markCursor,
  placeAtTop,
  scrollToPlace,
  showPlace,
  startOf,
  units,
} from './scroll.ts';
import { hideBranches, showBranches, startBranches } from './session.ts';
import { speakerOf } from './speakers.ts';
import { showTokens, textIs } from './tokens.ts';
import { trainingItems } from './training.ts';
import { t } from './words.ts';

const post = (message: FromPage) => send(message);
const conversation = byId('conversation');
const news = byId('news');

let view: UserView | undefined;
/** Set if the page shows a prompt or a training, which is on the page as a whole: the version of its document, and its row in a data set. */
let whole: { readonly version: number; readonly row: UserView['conversation'] } | undefined;
let ranks: readonly number[] = [];
/** A position to scroll to when its message arrives (`awaited`), or the rank of a message to put at the top of the view (`awaitedRank`). */
let awaited: Position | undefined;
let awaitedRank: number | undefined;
/** The start of the branch that the user has chosen. Cleared when the token counts arrive or the user scrolls. */
let branchStart: Position | undefined;
/** The rank of a message that gets the focus when it arrives. */
let focused: number | undefined;
/** The last request for messages: the rank of its center, and the time (page milliseconds) before which no other request is sent. */
let lastRequest: { readonly rank: number; readonly until: number } | undefined;
let cursor: Position | undefined;
/** The time (page milliseconds) until which scrolling is caused by the page itself, so that the editor must not follow it. */
let quiet = 0;
/**
 * Whether the user is going to a message (`isLeading`) or to another row (`isLeadingToRow`). The editor follows when the message or the row
 * has arrived.
 */
let isLeading = false;
let isLeadingToRow = false;

/** Announces new messages to screen readers. */
function announce(next: UserView): void {
  const isNew = view !== undefined && next.total > view.total && next.left === view.left && next.after === 0;
  const last = next.messages.at(-1);
  if (isNew && last) news.textContent = t('New message: {0}', speakerOf(last));
}

function show(next: UserView, mode: Mode, debug: boolean, only: Filter, state: string | undefined): void {
  sayFollowing(state);
  announce(next);
  const isOtherRow = next.conversation?.number !== view?.conversation?.number;
  if (view && next.left !== view.left)
    news.textContent =
      next.total === 1
        ? t('1 message is shown; the filter hides {0}.', next.left)
        : t('{0} messages are shown; the filter hides {1}.', next.total, next.left);
  view = next;
  if (whole && isFinding()) closeFinder();
  whole = undefined;
  ranks = ranksOf(next);
  lastRequest = undefined;
  allowRaw(debug || mode === 'model');
  label(mode, debug);
  sayHidden(next.hidden);
  place(next);
  showBranches(next);
  showFilters(next, only, (chosen) => post({ type: 'filter', only: chosen }));
  conversation.ariaBusy = 'false';
  quiet = performance.now() + 200;
  // If the user has chosen to see hidden messages, no note reports their number.
  const items = itemsOf(next, debug || mode === 'model');
  keepInPlace(conversation, () => exchange(conversation, items));
  measure(conversation);
  markCursor(conversation, cursor);
  putOnTop();
  if (awaited !== undefined) scrollTo(awaited);
  if (isLeadingToRow && isOtherRow) leadToRow(next.conversation);
  refind(next.version);
  stayAtEnd();
  more();
}

/** Returns what the total of the token counts is the total of. */
function totalTitle(): string {
  if (whole) return t('Tokens in this prompt');
  return view?.conversation ? t('Tokens in this conversation') : t('Tokens in this document');
}

/** Scrolls the awaited message to the top of the view, and moves the focus to the message to which the user has gone. */
function putOnTop(): void {
  const at = (rank: number) => conversation.querySelector<HTMLElement>(`.unit[data-rank="${rank}"]`);
  const top = awaitedRank === undefined ? undefined : at(awaitedRank);
  awaitedRank = undefined;
  if (top) window.scrollBy(0, top.getBoundingClientRect().top - barHeight() - margin);
  const next =
    focused === undefined ? undefined : at(focused)?.closest('article')?.querySelector<HTMLElement>('.speaker');
  focused = undefined;
  next?.focus();
}

/**
 * The pause (milliseconds) after which the user counts as having stopped scrolling. During a long scroll, no messages are requested, since
 * nobody reads them, and their arrival would interrupt the scrolling. Some browsers do not report the end of scrolling, and users may stop
 * without releasing the scroll bar, so a pause is necessary.
 */
const rest = 'onscrollend' in window ? 400 : 120;
let resting: ReturnType<typeof setTimeout> | undefined;

/** Requests messages that are missing in view, or will be if the user scrolls on. */
function more(isResting = false): void {
  clearTimeout(resting);
  // The page will scroll elsewhere soon.
  if (awaited !== undefined) return;
  const missingRequest = view && missingAround(conversation, view, ranks);
  if (missingRequest === undefined) return;
  const isAsked = lastRequest !== undefined && performance.now() < lastRequest.until;
  if (isAsked || (missingRequest.far && !isResting)) {
    resting = setTimeout(() => more(true), rest);
    return;
  }
  askAround(missingRequest.rank);
  if (missingRequest.far) awaitedRank = missingRequest.rank;
}

function askAround(rank: number): void {
  lastRequest = { rank, until: performance.now() + 500 };
  post({ type: 'window', rank });
}

function showPrompt(prompt: Prompt, debug: boolean): void {
  label('prompt', debug, prompt.template);
  showStretches(promptItems(prompt), prompt, prompt.conversation);
}

function showTraining(training: Training, debug: boolean): void {
  label('training', debug, training.setting?.trainer);
  showStretches(trainingItems(training), training, training.row);
}

/** Shows a prompt or a training, which is on the page as a whole. `row`: its row in a data set. */
function showStretches(items: Item[], of: Prompt | Training, row: UserView['conversation']): void {
  const isOtherView = whole === undefined;
  const isOtherRow = row?.number !== whole?.row?.number;
  view = undefined;
  whole = { version: of.version, row };
  place(row ? { conversation: row } : {});
  hideFilters();
  hideBranches();
  if (isOtherView && isFinding()) closeFinder();
  conversation.ariaBusy = 'false';
  exchange(conversation, items);
  if (isLeadingToRow && isOtherRow && !isOtherView) leadToRow(row);
  refindOnPage();
  if (cursor) markStretch(conversation, cursor);
}

/** Scrolls to a position if its message is on the page. Returns whether it is. */
function scrollTo(at: Position): boolean {
  const { messages = [], before = 0, after = 0 } = view ?? {};
  const [first, last] = [messages[0], messages.at(-1)];
  const isMissing =
    first === undefined ||
    last === undefined ||
    (before > 0 && isBefore(at, first.range.start)) ||
    (after > 0 && isBefore(last.range.end, at));
  awaited = isMissing ? at : undefined;
  if (isMissing) return false;
  quiet = performance.now() + 200;
  scrollToPlace(conversation, at);
  if (isLeading) post({ type: 'scrolled', position: at });
  isLeading = false;
  return true;
}

/** Makes the editor scroll to the row to which the user has gone. */
function leadToRow(row: UserView['conversation']): void {
  isLeadingToRow = false;
  if (row) post({ type: 'scrolled', position: row.range.start });
}

/** Goes to the message at a position, which may have to be loaded. */
function go(position: Position): void {
  const { range } = view?.conversation ?? {};
  const elsewhere = range && (isBefore(position, range.start) || isBefore(range.end, position));
  if (elsewhere) awaited = position;
  isLeading = true;
  if (elsewhere || !scrollTo(position)) post({ type: 'around', position });
}

/** Replaces the messages, which belong to another document or are outdated, with other items. */
function showInstead(items: Item[]): void {
  view = undefined;
  whole = undefined;
  awaited = undefined;
  labelNothing();
  if (items.length > 0) hideFilters();
  hideBranches();
  sayFollowing(undefined);
  news.textContent = '';
  conversation.ariaBusy = String(items.length === 0);
  conversation.replaceChildren();
  exchange(conversation, items);
}

function receive(message: ToPage): void {
  switch (message.type) {
    case 'view':
      textIs(message.uri, message.view.version, message.view.conversation?.number);
      foldsAreOf(message.uri);
      show(message.view, message.mode, message.debug, message.only, message.following);
      return;
    case 'prompt':
      textIs(message.uri, message.prompt.version, `${message.prompt.row ?? ''} in ${message.prompt.template}`);
      showPrompt(message.prompt, message.debug);
      return;
    case 'training':
      showTraining(message.training, message.debug);
      return;
    case 'tokens':
      if ((view ?? whole)?.version !== message.tokens.version) return;
      showTokens(conversation, message.tokens, totalTitle());
      // The token counts make the messages above higher, so scroll to the start of the branch again.
      if (branchStart !== undefined && awaited === undefined) scrollTo(branchStart);
      branchStart = undefined;
      return;
    case 'keep':
      keep(message.state);
      return;
    case 'search':
      if (view ?? whole) openFinder();
      return;
    case 'raw':
      showRaw(message);
      return;
    case 'found':
      showFound(message.query, message.found);
      return;
    case 'failure':
      showInstead(message.isExpected ? [note('empty', message.reason)] : failureItems(message.reason));
      return;
    case 'waiting':
      showInstead([]);
      return;
    case 'scroll':
      scrollTo(message);
      return;
    case 'cursor':
      cursor = message;
      markCursor(conversation, cursor);
      quiet = performance.now() + 200;
      showPlace(conversation, cursor);
      markStretch(conversation, cursor)?.scrollIntoView({ block: 'nearest' });
  }
}

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isToPage(data)) return;
  try {
    receive(data);
  } catch (error) {
    showInstead(
      failureItems(t('The page could not show the conversation: {0}. To try again, edit the document.', String(error))),
    );
  }
});

conversation.addEventListener('click', ({ target: element }) => {
  if (!(element instanceof Element)) return;
  const findDataset = (name: string) => element.closest<HTMLElement>(`[data-${name}]`)?.dataset;
  if (findDataset('again')) return post({ type: 'ready' });
  const other = findDataset('go')?.go;
  if (other !== undefined) return go(JSON.parse(other));
  const button = element.closest<HTMLElement>('.more[data-rank]');
  if (button)
    return toRank(Number(button.dataset.rank) + (button.nextElementSibling?.matches('article, .pair') ? -1 : 1));
  const inTemplate = findDataset('template-line');
  if (inTemplate) {
    const position = { line: Number(inTemplate.templateLine), character: Number(inTemplate.templateColumn) };
    return post({ type: 'inTemplate', position });
  }
  if (findDataset('layers')) return post({ type: 'debug', on: true });
  const revealPosition = findDataset('reveal')?.reveal;
  if (revealPosition !== undefined) return post({ type: 'reveal', position: JSON.parse(revealPosition) });
  const fault = askedOfFault(element);
  if (fault) return getSelection()?.isCollapsed ? post(fault) : undefined;
  if (element.closest('.fold, .facts :not(.line)')) return;
  const change = findDataset('change');
  const what = changes.find((one) => one === change?.change);
  if (what) return post({ type: 'changeTraining', what, option: change?.option });
  const step = findDataset('step');
  if (step) return post({ type: 'problem', step: Number(step.step), inRows: step.rows !== undefined });
  const stretch = findDataset('line');
  if (stretch && getSelection()?.isCollapsed)
    return post({ type: 'reveal', position: { line: Number(stretch.line), character: Number(stretch.column) } });
  const message = element.closest<HTMLElement>('.unit');
  // Ignore clicks on links, and those that end a selection of text.
  if (message === null || element.closest('a') || !getSelection()?.isCollapsed) return;
  post({ type: element.closest('.copy') ? 'copy' : 'reveal', position: startOf(message) });
});

/** Moves the focus to the message with a rank, which may have to be loaded. */
function toRank(rank: number): void {
  focused = rank;
  awaitedRank = rank;
  askAround(rank);
}

/** The arrow keys go to the next or the previous message, even if that is not on the page yet. */
conversation.addEventListener('keydown', (event) => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const from = event.target instanceof Element ? event.target.closest<HTMLElement>('.speaker') : null;
  if (step === 0 || from === null) return;
  event.preventDefault();
  const all = [...conversation.querySelectorAll<HTMLElement>('.speaker')];
  const next = all[all.indexOf(from) + step];
  const { rank: first, lastRank } = from.closest<HTMLElement>('article')?.dataset ?? {};
  const rank = Number(step < 0 ? first : lastRank) + step;
  if (next) next.focus();
  else if (view && rank >= 0 && rank < view.total) toRank(rank);
});

window.addEventListener('scrollend', () => more(true));
let scrolling = false;
window.addEventListener('scroll', () => {
  if (scrolling || view === undefined) return;
  scrolling = true;
  requestAnimationFrame(() => {
    scrolling = false;
    more();
    if (view === undefined || performance.now() < quiet) return;
    branchStart = undefined;
    const position = awaitedRank === undefined ? placeAtTop(conversation) : undefined;
    if (position) post({ type: 'scrolled', position });
  });
});

startBar((message) => {
  if (message.type === 'conversation' || message.type === 'around') isLeadingToRow = true;
  post(message);
});
startFolds(conversation);
startPanelSpace(conversation);
startBranches((branch) => {
  // A branch may share many messages with the main conversation, so go to its first own message.
  awaited = branchStart = view?.session?.branches.find(({ id }) => id === branch)?.position;
  post({ type: 'branch', branch });
});
startFinder({
  ask: (query) => post({ type: 'find', query }),
  whole: () => (whole ? conversation : undefined),
  go,
  articles: () => articles(conversation),
  units: () => units(conversation),
  unfold,
  startOf,
  endOf,
  top: () => placeAtTop(conversation),
});
post({ type: 'ready' });
