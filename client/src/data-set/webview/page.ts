/** The page of a data set: the list of rows, next to the preview of the current row. */
import '../../preview/webview/page.ts';
import { byId } from '../../preview/webview/elements.ts';
import { keep, keptBefore, post as send } from '../../preview/webview/host.ts';
import { type FromDataSetPage, isToDataSetPage, type Selection, type ToDataSetPage } from '../messages.ts';
import { say, showRefusal, showState } from './data-set-status.ts';
import { activePlace, knownRows, outdate, rowAt, showActive, showCount, showRows, startList } from './list.ts';
import { startEdge } from './list-edge.ts';
import { focusFind, numberOf, showCodes, showSelection, startSelection } from './selection-bar.ts';
import { showRow } from './shown-row.ts';

const post = (message: FromDataSetPage) => send(message);
const list = byId('rows');
const goTo = byId<HTMLInputElement>('rows-go');

/** The generation of the selection in the list, and the problems that were found in the data set, as a string to compare. */
let generation = -1;
let problems = '';
let shownRow: Extract<ToDataSetPage, { type: 'row' }> | undefined;

const showShown = () => showRow(shownRow, rowAt(shownRow?.place ?? undefined));

function receive(message: ToDataSetPage): void {
  switch (message.type) {
    case 'dataSet': {
      const { state } = message;
      showState(state, message.selection);
      showCodes(state.problems?.codes);
      showSelection(message.selection);
      showCount(state.selected?.count ?? state.rows, generation !== message.generation);
      generation = message.generation;
      const nextProblems = JSON.stringify(state.problems);
      if (nextProblems !== problems) outdateSoon();
      problems = nextProblems;
      return;
    }
    case 'dataSetRefused':
      shownRow = undefined;
      showShown();
      showRefusal(message.reason, message.isText);
      return;
    case 'rows':
      if (message.generation !== generation) return;
      showRows(message.from, message.rows);
      showShown();
      return;
    case 'row':
      if (shownRow?.number !== message.number) keep({ row: message.number });
      shownRow = message;
      showActive(message.place);
      showShown();
      return;
    case 'dataSetNote':
      note(message.text);
      return;
    case 'focusList':
      list.focus();
      return;
    case 'focusFind':
      focusFind();
      return;
    case 'focusGoTo':
      goTo.focus();
      goTo.select();
  }
}

let outdating: ReturnType<typeof setTimeout> | undefined;

/** Requests the rows again after a while, since a check of the file updates them more often than a user can read. */
function outdateSoon(): void {
  if (outdating !== undefined) return;
  outdating = setTimeout(() => {
    outdating = undefined;
    outdate();
  }, 400);
}

let noting: ReturnType<typeof setTimeout> | undefined;

const noteBox = byId('rows-note');

/** Shows a note for a few seconds. */
function note(text: string): void {
  noteBox.textContent = text;
  noteBox.hidden = false;
  clearTimeout(noting);
  noting = setTimeout(hideNote, 8_000);
}

function hideNote(): void {
  noteBox.hidden = true;
}

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isToDataSetPage(data)) return;
  try {
    receive(data);
  } catch (error) {
    say(String(error));
  }
});

startList({
  want: (from, count) => post({ type: 'rowsWanted', generation, from, count }),
  choose: (place) => post({ type: 'showPlace', place }),
  enter: () => byId('conversation').focus(),
});
startSelection((selection: Selection) => {
  // A note may be about the previous selection, for example about an invalid regular expression.
  hideNote();
  post({ type: 'selectRows', selection });
}, knownRows);
startEdge();

goTo.addEventListener('keydown', ({ key }) => {
  const number = numberOf(goTo);
  if (key === 'Enter' && number !== undefined) post({ type: 'goToRow', number });
  if (key !== 'Enter' && key !== 'Escape') return;
  goTo.value = '';
  list.focus();
});
// A digit typed in the list begins the number of the row to go to.
list.addEventListener('keydown', (event) => {
  if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  goTo.focus();
  goTo.value = event.key;
});
// In the list and the bars around it, Ctrl+F searches the rows; in the preview, it searches the conversation.
byId('data-set').addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  focusFind();
});

const buttons = {
  'rows-check': { type: 'checkRows' },
  'rows-report': { type: 'showReport' },
  'rows-export': { type: 'exportRows' },
  'rows-stop': { type: 'stopJob' },
  'rows-reload': { type: 'reloadDataSet' },
  'rows-text': { type: 'openAsText' },
  'row-previous-problem': { type: 'problemRow', backwards: true },
  'row-next-problem': { type: 'problemRow', backwards: false },
  'row-open': { type: 'openRow' },
  'row-copy': { type: 'copyRow' },
  'row-all': { type: 'showWholeRow' },
} as const;
for (const [id, message] of Object.entries(buttons)) byId(id).addEventListener('click', () => post(message));

const before = keptBefore('row');
post({ type: 'dataSetReady', ...(Number.isSafeInteger(before) && { row: before as number }) });
if (activePlace() === undefined) list.focus();
