/** The line about the current row in the preview: its number, shape, length, problems and actions. */
import { byId, element } from '../../preview/webview/elements.ts';
import { t } from '../../preview/webview/words.ts';
import type { DataSetRow, ToDataSetPage } from '../messages.ts';
import { numberIn, problemText, shapeOf } from './row-element.ts';

const strip = byId('row');
const problems = byId('row-problems');

type ShownRow = Extract<ToDataSetPage, { type: 'row' }>;

/** `listRow`: the row at the position of `shownRow` in the list, if that row has arrived. */
export function showRow(shownRow: ShownRow | undefined, listRow: DataSetRow | undefined): void {
  strip.hidden = shownRow === undefined;
  if (shownRow === undefined) return;
  const { number, place, isPart = false } = shownRow;
  const row = listRow?.number === number ? listRow : undefined;
  const length = shownRow.length ?? row?.length;
  const fault = shownRow.fault ?? row?.fault;
  byId('row-name').textContent = t('Row {0}', numberIn(number));
  byId('row-facts').textContent = [
    row?.line !== undefined && row.line !== number ? t('line {0}', numberIn(row.line)) : '',
    row ? shapeOf(row) : '',
    length === undefined ? '' : length === 1 ? t('1 character') : t('{0} characters', numberIn(length)),
    place === null ? t('not among the rows listed') : '',
  ]
    .filter((text) => text !== '')
    .join(' · ');
  problems.replaceChildren();
  for (const problem of row?.problems ?? [])
    problems.append(element('span', `badge problem ${problem.level}`, problemText(problem)));
  byId('row-fault').hidden = fault === undefined;
  byId('row-fault').textContent = fault ?? '';
  byId('row-part').hidden = !isPart;
}
