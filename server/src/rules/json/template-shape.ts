import { hasMessages, type JsonDialectId, type ShapeName } from '../../grammar/index.ts';
import { repeatedKeys } from '../../model/json/ambiguous.ts';
import { listOf, rowsOf } from '../../model/json/list.ts';
import { missingMember, misspelledKeys } from '../../model/json/row-keys.ts';
import {
  isListKind,
  MAX_ROWS_TELLING,
  nearMember,
  type RowKind,
  rowKindOf,
  usualKind,
} from '../../model/json/row-kind.ts';
import { pairOf } from '../../model/json/shapes/answer-shapes.ts';
import { textColumn } from '../../model/json/shapes/text-column.ts';
import { needsNoMessages, unwrapped } from '../../model/json/shapes/wrapped.ts';
import { holdsTexts, shapeOf } from '../../model/json/shapes.ts';
import { isSyntaxFault } from '../../syntax/json/faults.ts';
import { type JsonNode, memberOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { didYouMean, quote } from '../../syntax/wording.ts';
import { type JsonContext, kindOf, valueSpan } from '../support/json-scope.ts';
import type { JsonRule, Report } from '../support/rule.ts';

/**
 * Reports a value other than a list of objects (TPL-08), and an object with repeated keys. Also reports a training row whose shape differs
 * from that of the first row.
 */
export const rule: JsonRule = {
  code: 'template-shape',
  title: 'Not a list of messages',
  section: 'Chat templates, Message Format',
  level: 'error',
  json: {
    dialects: ['messages', 'json'],
    silentOnPlainValues: true,
    check(context, report) {
      checks[context.dialect]?.(context, report);
      if (!context.training) return;
      checkColumns(context, report);
      checkPairs(context, report);
    },
  },
};

/** For each shape of training rows, the phrase for its content in a report. Shapes without a phrase are not for training. */
const columns: Readonly<Partial<Record<ShapeName, string>>> = {
  messages: 'messages',
  anthropic: 'messages',
  sharegpt: 'ShareGPT conversations',
  preference: 'preference pairs',
  'prompt-completion': 'prompts and completions',
  text: 'texts',
};

/** Reports a row whose columns differ from those of the first row, from which trainers derive the shape of all rows. */
const checkColumns: Check = ({ shape, reading, text }, report) => {
  // A string that is not a transcript is reported as a line without messages.
  if (shapeOf(reading)?.dialect === 'text' && !holdsTexts(reading, shape)) return;
  const [first, actual] = [columns[shape], columns[shapeOf(reading)?.name ?? 'unknown']];
  if (reading.root === undefined || first === undefined || actual === undefined || first === actual) return;
  report(
    valueSpan(text, reading.root),
    `This row has ${actual}, but the file begins with rows that have ${first}. Trainers read all rows like the first, so they fail here or learn nothing. Write it like the other rows, or move it to its own file.`,
    { milder: 'warning' },
  );
};

/** Reports a preference pair without the rejected answer. Another rule reports a misspelled name. */
const checkPairs: Check = ({ reading }, report) => {
  for (const row of rowsOf(reading)) {
    const form = pairOf(row)?.form;
    if (form === undefined || memberOf(row, form.rejected)) continue;
    const chosen = memberOf(row, form.chosen);
    if (chosen === undefined || misspelledKeys(row, 'preference').some(({ meant }) => meant === form.rejected))
      continue;
    report(
      chosen.key,
      `${quote(form.rejected)} is missing, so this answer has no counterpart, and preference trainers fail on the row. Add it, or remove the row.`,
      { milder: 'warning' },
    );
  }
};

type Check = (context: JsonContext, report: Report) => void;

/** Checks a value in a file whose shape is known, although no dialect was chosen for it. */
const checkValue: Check = ({ shape, reading, text }, report) => {
  // Other rules report syntax errors, and in a file of unknown shape nothing can be required.
  const isBroken = reading.faults.some(isSyntaxFault);
  if (reading.root === undefined || isBroken || !hasMessages(shape) || needsNoMessages(reading.root)) return;
  if (holdsTexts(reading, shape)) {
    for (const node of textColumn(reading.root).misshapen)
      report(
        valueSpan(text, node),
        '`text` is missing here, unlike in the rest of the list, so data loaders fail on it. Write this element like the other elements, or remove it.',
      );
    return;
  }
  const list = memberOf(reading.root, 'messages')?.value;
  if (list && list.kind !== 'array') {
    report(
      valueSpan(text, list),
      `\`messages\` must be a list, not ${kindOf(list)}. Write \`[{"role": …, "content": …}]\`.`,
    );
    return;
  }
  const missingField = missingMember(reading.root, shape);
  const lacks = missingField
    ? `${quote(missingField.name)} is missing from this row, unlike in the rest of the file`
    : `Messages are missing from this row, but the rest of the file has the shape \`${shape}\``;
  const intendedKey = missingField
    ? missingField.misspelled && missingField.name
    : misspelledKeys(reading.root, shape)[0]?.meant;
  report(
    missingField?.misspelled ?? valueSpan(text, reading.root),
    `${lacks}. Data loaders fail on it. Write it like the other rows, or remove it.${didYouMean(intendedKey)}`,
  );
};

const checkList: Check = (context, report) => {
  const { reading, text } = context;
  const faults = new Set(reading.faults.map(({ start }) => start));
  // After a fault, it is uncertain which key belongs to which object.
  const repeated = reading.root && reading.faults.length === 0 ? repeatedKeys(reading.root) : [];
  for (const key of repeated) {
    report(
      key,
      `This object already has ${quote(key.value)}: some parsers take the first, some the last, and some fail. Remove one of them.`,
    );
  }
  const { misshapen, texts = [], list, rowOf } = listOf(reading);
  const rows = new Set(rowOf && list?.kind === 'array' ? list.items : []);
  const usual = usualKind([...rows].slice(0, MAX_ROWS_TELLING).map(unwrapped));
  for (const node of misshapen) {
    // A word without quotes is already reported as a syntax error.
    if (faults.has(node.start) && /\w/.test(text[node.start] ?? '')) continue;
    // A misspelled key is reported instead of the whole row.
    if (rows.has(node) && usual !== undefined && nearMember(unwrapped(node), usual)) continue;
    const says =
      node === reading.root && node.kind === 'object'
        ? 'Templates expect a list of messages, not this object. Write `[{"role": …, "content": …}]`, or an object with a `messages` list.'
        : rows.has(node) && node.kind === 'object'
          ? `The keys of this row differ from those of the first row, so data loaders fail on it. Write it like the other rows, or remove it.${didYouMean(misspelledKeys(node, shapeOf(reading)?.name ?? 'unknown')[0]?.meant)}`
          : texts.length > 0
            ? `A prompt or an answer must be a string or a list of messages, not ${kindOf(node)}.`
            : `A message must be an object with \`role\` and \`content\`, not ${kindOf(node)}.`;
    report(valueSpan(text, node), says);
  }
  checkKinds(context, report);
};

/**
 * Describes how a row differs from the other rows, if no program can read both kinds; otherwise undefined. `usual`: the kind of the other
 * rows.
 */
function oddRow(row: JsonNode, usual: RowKind): readonly [at: Span, says: string, meant?: string] | undefined {
  const kind = rowKindOf(row);
  if (kind === undefined) return undefined;
  const whose = usual === '' ? 'objects' : `objects with ${quote(usual)}`;
  const fails = 'so data loaders fail on it. Write it like the other rows';
  if (isListKind(kind) !== isListKind(usual))
    return [
      row,
      isListKind(kind)
        ? `This row is a list, but the other rows in this file are ${whose}, ${fails}: put the list into such an object.`
        : `This row is an object, but the other rows in this file are lists, ${fails}: as a list of messages.`,
    ];
  const near = nearMember(row, usual);
  if (near === undefined) return undefined;
  return [
    near,
    `This row has ${quote(near.value)}, but the other rows in this file have ${quote(usual)}, ${fails}.`,
    usual,
  ];
}

/** The shapes whose rows may be lists as well as objects. */
const rowShapes: ReadonlySet<ShapeName> = new Set([
  'messages',
  'sharegpt',
  'preference',
  'prompt-completion',
  'anthropic',
]);

/** Reports rows whose kind differs from that of the other rows of the file or list. */
const checkKinds: Check = ({ shape, rows: facts, reading, text }, report) => {
  const usual = facts?.kind;
  const { rowOf, list } = listOf(reading);
  const items = rowOf && list?.kind === 'array' ? list.items : undefined;
  const isLine = usual !== undefined && rowShapes.has(shape);
  const kind = items ? usualKind(items.slice(0, MAX_ROWS_TELLING).map(unwrapped)) : isLine ? usual : undefined;
  if (kind === undefined) return;
  // If a line contains a list of rows, the list counts as one row of another kind.
  const rows = items && !isLine ? items : reading.root ? [reading.root] : [];
  for (const row of rows) {
    const [at, says, intendedKey] = oddRow(unwrapped(row), isLine ? usual : kind) ?? [];
    // If the row has another shape, `checkColumns` reports that, and the name of its list is correct in that shape.
    if (intendedKey && isLine && columns[shape] !== columns[shapeOf(reading)?.name ?? 'unknown']) continue;
    if (at && says)
      report(valueSpan(text, at), `${says}${didYouMean(intendedKey)}`, {
        milder: 'warning',
        ...(intendedKey && { data: { suggestion: intendedKey } }),
      });
  }
};

const checks: Partial<Record<JsonDialectId, Check>> = { messages: checkList, json: checkValue };
