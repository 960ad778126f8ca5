/** The line about the current row in the preview: its number, shape, length, problems and actions. */
import { byId, element } from '../../preview/webview/elements.ts';
import { t } from '../../preview/webview/words.ts';
import type { DataSetRow, ToDataSetPage } from '../messages.ts';
import { numberIn, problemText, shapeOf } from './row-element.ts';

const strip = byId('row');
const problems = byId('row-problems');

type ShownRow = Extract<ToDataSetPage, { type: 'row' }>;

/** `known`: the row at the position of `shown` in the list, if that row has arrived. */
export function showRow(shown: ShownRow | undefined, known: DataSetRow | undefined): void {
  strip.hidden = shown === undefined;
  if (shown === undefined) return;
  const { number, place, isPart = false } = shown;
  const row = known?.number === number ? known : undefined;
  const length = shown.length ?? row?.length;
  const fault = shown.fault ?? row?.fault;
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
