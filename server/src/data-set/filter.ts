/** Filters rows by their roles, tools, shape, reasoning and last message. */
import type { DataSetFilter } from '../../../protocol/data-sets.ts';
import { modelRole } from '../grammar/index.ts';
import type { RowFacts } from '../inspect/row-facts.ts';
import { shapeLabel } from './summary.ts';

/** The part of a filter that applies to the messages of a row. */
export type FactsFilter = Omit<DataSetFilter, 'codes' | 'length' | 'tokens'>;

export const asksForFacts = ({ roles, tools, shapes, hasReasoning, endsWithoutAnswer }: FactsFilter): boolean =>
  [roles, tools, shapes].some((list) => list !== undefined) ||
  hasReasoning !== undefined ||
  endsWithoutAnswer !== undefined;

/** Whether a row matches the filter. `facts`: undefined if the row cannot be read. */
export function fits(facts: RowFacts | undefined, filter: FactsFilter): boolean {
  const { roles, tools, shapes, hasReasoning, endsWithoutAnswer } = filter;
  const messages = facts?.messages ?? [];
  if (roles && !messages.some(({ role }) => roles.includes(role))) return false;
  if (tools && !toolsOf(facts).some((tool) => tools.includes(tool))) return false;
  if (shapes && (messages.length === 0 || !isOneOf(shapes, facts?.shape))) return false;
  if (hasReasoning !== undefined && messages.some(({ reasoning }) => reasoning.length > 0) !== hasReasoning)
    return false;
  const isOpen = messages.length > 0 && messages.at(-1)?.role !== modelRole;
  return endsWithoutAnswer === undefined || isOpen === endsWithoutAnswer;
}

const isOneOf = (shapes: readonly string[], shape: string | undefined): boolean =>
  shapes.includes(shapeLabel(shape)) || (shape !== undefined && shapes.includes(shape));

/** Returns the tools that a row declares, and those that its messages call. */
const toolsOf = (facts: RowFacts | undefined): string[] => [
  ...(facts?.declared ?? []),
  ...(facts?.messages ?? []).flatMap(({ calls }) => calls.map(({ tool }) => tool)),
];

export const isWithin = (
  value: number,
  range: { readonly least?: number; readonly most?: number } | undefined,
): boolean => value >= (range?.least ?? 0) && value <= (range?.most ?? Number.POSITIVE_INFINITY);
