/** The labels of a message in a row: the field that contains it as text, and the answer of a preference row to which it belongs. */
import type { RowAnswer } from '../../../../protocol/views.ts';
import { pairForms } from '../../grammar/json-shapes.ts';
import type { JsonMessage } from '../../model/json/message.ts';
import { unwrapped } from '../../model/json/shapes/wrapped.ts';
import { type JsonNode, type JsonReading, lastAtMost, memberOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';

/** The answer to which a message belongs. `root`: the row that contains the message, or the list of rows. */
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
 * The name of the field whose text is the message, as it is written. In Alpaca, for example, `instruction` and `input` are two texts by the
 * user, which would look like two turns without their names. A name that is the role says nothing more.
 */
export function fieldOf({ text, root }: JsonReading, message: JsonMessage): { readonly field?: string } {
  const row = rowAt(root, message);
  if (row?.kind !== 'object' || isMessage(row)) return {};
  const member = lastAtMost(row.members, message.start, ({ key }) => key.start);
  const { value } = member ?? {};
  if (member === undefined || (value?.kind !== 'string' && value?.kind !== 'number')) return {};
  // A message consists of the value or of the whole member. A part of the value is a turn of a longer text.
  const isWhole = message.start === value.start || message.start === member.key.start;
  if (!isWhole || message.end !== value.end) return {};
  // With a mapping of names, `key.value` is the usual name.
  const field = stringIn(text.slice(member.key.start, member.key.end)) ?? member.key.value;
  return field === message.role ? {} : { field };
}

/** The value of a string in JSON; undefined if it is malformed. */
function stringIn(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}

const isMessage = (node: JsonNode) => memberOf(node, 'role') !== undefined || memberOf(node, 'from') !== undefined;

/** The row that contains a message. `root`: that row, or the list of rows. */
function rowAt(root: JsonNode | undefined, message: Span): JsonNode | undefined {
  const row = root?.kind === 'array' ? lastAtMost(root.items, message.start, ({ start }) => start) : root;
  return row && unwrapped(row);
}

const isIn = (message: Span, { start, end }: Span) => start <= message.start && message.end <= end;
