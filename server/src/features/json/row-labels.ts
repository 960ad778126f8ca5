/** The labels of a message in a row: the field that contains it as text, and the answer of a preference row to which it belongs. */
import type { RowAnswer } from '../../../../protocol/views.ts';
import { pairForms } from '../../grammar/json-shapes.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { lastAtMost, memberOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';

/** The label of a message. `root`: the row that contains the message, or the list of rows. */
export function answerOf(root: JsonNode | undefined, message: Span): { readonly answer?: RowAnswer } {
  const row = rowAt(root, message);
  for (const form of pairForms) {
    const [chosen, rejected] = [memberOf(row, form.chosen)?.value, memberOf(row, form.rejected)?.value];
    if (chosen === undefined || rejected === undefined) continue;
    if (isIn(message, chosen)) return { answer: 'chosen' };
    if (isIn(message, rejected)) return { answer: 'rejected' };
  }
  return {};
}

/**
 * The name of the field whose text is the message. In Alpaca, for example, `instruction` and `input` are two texts by the user, which would
 * look like two turns without their names. An answer that is labelled as chosen or rejected needs no other name.
 */
export function fieldOf(root: JsonNode | undefined, message: Span): { readonly field?: string } {
  const row = rowAt(root, message);
  if (row?.kind !== 'object') return {};
  const member = row.members.find(({ value }) => value?.kind === 'string' && isIn(message, value));
  const isNamed = pairForms.some(
    ({ chosen, rejected }) => member?.key.value === chosen || member?.key.value === rejected,
  );
  return member === undefined || isNamed ? {} : { field: member.key.value };
}

/** The row that contains a message. `root`: that row, or the list of rows. */
const rowAt = (root: JsonNode | undefined, message: Span) =>
  root?.kind === 'array' ? lastAtMost(root.items, message.start, ({ start }) => start) : root;

const isIn = (message: Span, { start, end }: Span) => start <= message.start && message.end <= end;
