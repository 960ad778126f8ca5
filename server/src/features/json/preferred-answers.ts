/** The label of a message in a row with two answers: whether it belongs to the chosen or the rejected one. */
import type { RowAnswer } from '../../../../protocol/views.ts';
import { pairForms } from '../../grammar/json-shapes.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { lastAtMost, memberOf } from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';

/** The label of a message. `root`: the row that contains the message, or the list of rows. */
export function answerOf(root: JsonNode | undefined, message: Span): { readonly answer?: RowAnswer } {
  const row = root?.kind === 'array' ? lastAtMost(root.items, message.start, ({ start }) => start) : root;
  for (const form of pairForms) {
    const [chosen, rejected] = [memberOf(row, form.chosen)?.value, memberOf(row, form.rejected)?.value];
    if (chosen === undefined || rejected === undefined) continue;
    if (isIn(message, chosen)) return { answer: 'chosen' };
    if (isIn(message, rejected)) return { answer: 'rejected' };
  }
  return {};
}

const isIn = (message: Span, { start, end }: Span) => start <= message.start && message.end <= end;
