import type { ShapeName } from '../../grammar/index.ts';
import { listOf, rowsOf } from '../../model/json/list.ts';
import { readUnit } from '../../syntax/json/json-unit.ts';
import { type JsonNode, memberOf } from '../../syntax/json/nodes.ts';
import { breaksIn } from '../../syntax/lines.ts';
import { valueSpan } from '../support/json-scope.ts';
import type { JsonRule } from '../support/rule.ts';

/** The shapes that contain training rows. The events of a stream may repeat. */
const rowShapes: ReadonlySet<ShapeName> = new Set([
  ...(['messages', 'sharegpt', 'preference', 'prompt-completion', 'anthropic', 'text', 'plain-text'] as const),
]);

/** Whether the lines of a file in a given shape can be rows of a data set. */
export const holdsRows = (shape: ShapeName): boolean => rowShapes.has(shape);

/** Whether a value is a row, as opposed to a single message. Messages may repeat. */
export const isRow = (root: JsonNode | undefined): boolean =>
  root?.kind === 'array' || (root?.kind === 'object' && memberOf(root, 'role') === undefined && !isEvent(root));
const isEvent = (root: JsonNode) => memberOf(root, 'action') ?? memberOf(root, 'observation');

/**
 * The message for a row that equals an earlier one. `line`: the number of the earlier line or, with `listed`, of the list element, counted
 * from 0.
 */
export const repeatsRow = (line: number, listed = false): string =>
  `This row is the same as ${listed ? 'row' : 'the one on line'} ${line + 1}${listed ? ' in this list' : ''}, so a model trained on this file learns it more often than the other rows. Remove one of them.`;

/**
 * Reports a training row with the same text as an earlier one. `ocml check` compares the rows of large files itself
 * (`cli/check/repeated-rows.ts`).
 */
export const rule: JsonRule = {
  code: 'row-duplicate',
  title: 'Row that occurs twice',
  section: 'Language notes, A-145',
  level: 'off',
  levels: { training: 'warning' },
  json: {
    dialects: ['messages', 'json'],
    silentOnPlainValues: true,
    check({ reading, text }, report) {
      if (listOf(reading).rowOf === undefined) return;
      const lineByRow = new Map<string, number>();
      let [line, counted] = [0, 0];
      for (const row of rowsOf(reading)) {
        line += breaksIn(text.slice(counted, row.start));
        counted = row.start;
        const rowText = text.slice(row.start, row.end);
        const first = lineByRow.get(rowText);
        if (first === undefined) lineByRow.set(rowText, line);
        else if (isRow(row)) report(valueSpan(text, row), repeatsRow(first));
      }
    },
    sequence({ lines, shape }) {
      if (!lines || !holdsRows(shape)) return undefined;
      const lineByRow = new Map<string, number>();
      return (unit, report, line = 0) => {
        const rowText = unit.text.trim();
        const first = lineByRow.get(rowText);
        if (first === undefined) lineByRow.set(rowText, line);
        else if (rowText !== '') {
          const { root } = readUnit(unit);
          if (root && isRow(root)) report(valueSpan(unit.text, root), repeatsRow(first));
        }
      };
    },
  },
};
