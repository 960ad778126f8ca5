/** Shows the status of the data set: the number of rows, background jobs, changes of the file, and notes. */
import { byId, element } from '../../preview/webview/elements.ts';
import { t } from '../../preview/webview/words.ts';
import type { DataSetState, Selection } from '../messages.ts';
import { numberIn } from './row-element.ts';

const count = byId('rows-count');
const news = byId('rows-news');
const job = byId('rows-job');
const done = byId<HTMLProgressElement>('rows-done');
const doing = byId('rows-doing');
const disk = byId('rows-disk');
const notes = byId('rows-notes');
const list = byId('rows');
const empty = byId('rows-empty');

type Job = NonNullable<DataSetState['job']>;

const percentOf = (share: number) => `${Math.floor(100 * Math.max(0, Math.min(1, share)))}%`;
const rowsIn = (rows: number) => (rows === 1 ? t('1 row') : t('{0} rows', numberIn(rows)));

function countText({ rows, isComplete, read, size, selected }: DataSetState, { find, filter }: Selection): string {
  const all = isComplete
    ? rowsIn(rows)
    : t('{0} so far, {1} of the file counted', rowsIn(rows), percentOf(size > 0 ? read / size : 0));
  const isOnlySorted = find === undefined && filter === undefined;
  if (selected === undefined || (isOnlySorted && selected.isComplete)) return all;
  return selected.isComplete
    ? t('{0} of {1}', numberIn(selected.count), all)
    : t('{0} found so far; {1}', rowsIn(selected.count), all);
}

const jobs = (): Readonly<Record<Job['kind'], string>> => ({
  find: t('Searching'),
  filter: t('Filtering'),
  sort: t('Sorting'),
  check: t('Checking'),
  export: t('Exporting'),
});

function jobText({ kind, done, found }: Job): string {
  const how = `${jobs()[kind]}: ${percentOf(done)}`;
  if (kind === 'sort') return how;
  if (kind === 'export') return t('{0}, {1} written', how, rowsIn(found));
  return kind === 'check' ? t('{0}, {1} with problems', how, rowsIn(found)) : t('{0}, {1}', how, rowsIn(found));
}

let running: Job['kind'] | undefined;

/** Announces to screen readers that a job has begun or ended, but not its progress. */
function announce(state: DataSetState, selection: Selection): void {
  const { kind } = state.job ?? {};
  if (kind === running) return;
  const ended = running;
  running = kind;
  if (kind) say(t('{0}…', jobs()[kind]));
  else if (ended === 'check' && state.problems)
    say(t('The file has been checked: {0} with problems.', rowsIn(state.problems.rows)));
  else if (state.selected && Object.keys(selection).length > 0) say(countText(state, selection));
}

/** Shows a text, and announces it to screen readers once. */
export function say(text: string): void {
  news.textContent = text;
}

const diskTexts = (): Readonly<Record<NonNullable<DataSetState['onDisk']>, string>> => ({
  grown: t('The file has grown since it was read.'),
  changed: t('The file has changed since it was read.'),
  gone: t('The file no longer exists: it was deleted, moved or renamed.'),
});

export function showState(state: DataSetState, selection: Selection): void {
  count.textContent = countText(state, selection);
  job.hidden = state.job === undefined;
  if (state.job) {
    done.value = Math.max(0, Math.min(1, state.job.done));
    doing.textContent = jobText(state.job);
  }
  announce(state, selection);
  disk.hidden = state.onDisk === undefined;
  if (state.onDisk) byId('rows-disk-text').textContent = diskTexts()[state.onDisk];
  showNotes(state.notes);
  showEmpty(state);
}

let notesShown = '';

function showNotes(all: readonly string[]): void {
  const look = JSON.stringify(all);
  if (look === notesShown) return;
  notesShown = look;
  notes.hidden = all.length === 0;
  notes.replaceChildren();
  for (const text of all) notes.append(element('li', '', text));
}

function showEmpty({ rows, isComplete, selected }: DataSetState): void {
  const isNone = selected ? selected.count === 0 && selected.isComplete : rows === 0 && isComplete;
  list.hidden = isNone;
  empty.hidden = !isNone;
  byId('rows-text').hidden = true;
  if (isNone)
    byId('rows-empty-text').textContent = selected
      ? t('No rows match the active filters.')
      : t('The file has no rows.');
}

/** Shows why the data set cannot be opened, in place of its rows. */
export function showRefusal(reason: string, isText: boolean): void {
  list.hidden = true;
  empty.hidden = false;
  job.hidden = true;
  disk.hidden = true;
  showNotes([]);
  byId('rows-empty-text').textContent = reason;
  byId('rows-text').hidden = !isText;
  count.textContent = t('Not open');
  say(reason);
}
