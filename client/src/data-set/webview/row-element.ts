/** The element for a row in the list: number, roles, first words, length and problems. */
import { element } from '../../preview/webview/elements.ts';
import { t } from '../../preview/webview/words.ts';
import type { DataSetRow } from '../messages.ts';

export const numberIn = (value: number): string => value.toLocaleString('en');

/** The mark of each role: a letter, and the class for its color. */
const marks = new Map([
  ['system', 'S'],
  ['developer', 'D'],
  ['user', 'U'],
  ['human', 'U'],
  ['assistant', 'A'],
  ['gpt', 'A'],
  ['model', 'A'],
  ['tool', 'T'],
  ['function', 'T'],
  ['ipython', 'T'],
]);

function markOf(role: string): HTMLElement {
  const letter = marks.get(role) ?? [...role.trim()][0]?.toUpperCase() ?? '?';
  return element('span', `mark mark-${marks.has(role) ? letter : 'other'}`, letter);
}

/** Returns the length of a row: in tokens if they have been counted, otherwise in characters. */
function lengthOf({ tokens, length, isPart }: DataSetRow): string {
  if (tokens !== undefined) return tokens === 1 ? t('1 token') : t('{0} tokens', numberIn(tokens));
  if (isPart && length === 0) return '';
  return length === 1 ? t('1 character') : t('{0} characters', numberIn(length));
}

// The formatter is created only once, since creating it takes longer than filling a row.
const compact = new Intl.NumberFormat('en', { notation: 'compact' });
const shortened = (value: number) => (value < 10_000 ? numberIn(value) : compact.format(value));

/** Returns a problem code, followed by its count if there are several. */
export const problemText = ({ code, count }: { readonly code: string; readonly count: number }): string =>
  count === 1 ? code : `${code} × ${numberIn(count)}`;

const levels = ['error', 'warning', 'information'] as const;
const signs = { error: '✕', warning: '▲', information: 'ℹ' };

function problemMarks(problems: NonNullable<DataSetRow['problems']>): HTMLElement[] {
  return levels.flatMap((level) => {
    const count = problems.reduce((sum, one) => sum + (one.level === level ? one.count : 0), 0);
    return count === 0 ? [] : [element('span', `sign ${level}`, `${signs[level]} ${numberIn(count)}`)];
  });
}

/**
 * Returns the shape of a row, or a note that the row is not a conversation. Empty if there is no shape because the row has a fault or was
 * read only in part.
 */
export function shapeOf({ shape, fault, isPart }: DataSetRow): string {
  if (shape !== undefined || fault !== undefined || isPart) return shape ?? '';
  return t('not a conversation');
}

/** Returns the line of text for a row: the reason why it cannot be read, or its first words. */
const lineOf = ({ fault, words, isPart }: DataSetRow): string =>
  fault ?? (words || (isPart ? t('no text visible to users at the beginning') : t('no text visible to users')));

/** Returns everything about a row in words, for screen readers. */
function labelOf(row: DataSetRow): string {
  const { number, roles, moreRoles, problems } = row;
  const more =
    moreRoles > 0 ? [moreRoles === 1 ? t('1 more message') : t('{0} more messages', numberIn(moreRoles))] : [];
  const wrong = (problems ?? []).map(problemText);
  const parts = [
    t('Row {0}', numberIn(number)),
    lineOf(row),
    shapeOf(row),
    [...roles, ...more].join(' '),
    lengthOf(row),
    wrong.length > 0 ? t('problems: {0}', wrong.join(', ')) : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Fills an element with a row, or with a placeholder if the row has not arrived yet. */
export function fillRow(to: HTMLElement, row: DataSetRow | undefined): void {
  to.replaceChildren();
  to.classList.toggle('unknown', row === undefined);
  to.append(element('span', 'apart', row ? labelOf(row) : t('Loading…')));
  if (row === undefined) return;
  const { number, roles, moreRoles, words, problems = [], fault } = row;
  const head = element('div', 'row-head');
  head.ariaHidden = 'true';
  const speakers = element('span', 'marks');
  for (const role of roles) speakers.append(markOf(role));
  if (moreRoles > 0) speakers.append(element('span', 'more-roles', `+${shortened(moreRoles)}`));
  const length = element('span', 'row-length', shortened(row.tokens ?? row.length));
  length.title = lengthOf(row);
  head.append(element('span', 'row-number', numberIn(number)), speakers);
  for (const mark of problemMarks(problems)) head.append(mark);
  head.append(element('span', 'row-shape', shapeOf(row)), length);
  const text = element('div', fault ? 'row-words unreadable' : words ? 'row-words' : 'row-words nothing', lineOf(row));
  text.dir = 'auto';
  text.ariaHidden = 'true';
  to.append(head, text);
}
