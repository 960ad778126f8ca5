/**
 * Suppresses problems that are only consequences of broken JSON. In a row, a message or an event with a syntax fault, only
 * syntax faults are reported, since its values are unknown.
 */
import type { Problem } from '../../rules/support/rule.ts';
import { isSyntaxFault } from '../../syntax/json/faults.ts';
import type { JsonNode, JsonReading } from '../../syntax/json/nodes.ts';
import { indexBefore } from '../../syntax/span.ts';

/** Codes for faults in the JSON syntax. */
export const syntaxCodes = new Set(['wire-json', 'wire-smart-quote', 'wire-raw-newline', 'wire-trailing-comma']);

/** Codes of problems that involve several values, any of which may contain the syntax fault. */
const relationCodes = new Set([
  'call-id-duplicate',
  'call-id-unmatched',
  'call-unanswered',
  'message-order',
  'tool-name-mismatch',
  'tool-undeclared',
]);

/** Removes the problems that may only be due to broken JSON. */
export function withoutSyntaxFallout(problems: readonly Problem[], { faults, root }: JsonReading): readonly Problem[] {
  const broken = faults.filter(isSyntaxFault);
  if (broken.length === 0 || problems.every(({ code }) => syntaxCodes.has(code))) return problems;
  const starts = [0, ...elementsOf(root).map(({ start }) => start)];
  const inBroken = new Set(broken.map(({ start }) => indexBefore(starts, start)));
  return problems.filter(
    ({ code, start }) =>
      syntaxCodes.has(code) || (!relationCodes.has(code) && !inBroken.has(indexBefore(starts, start))),
  );
}

/** Returns the independent elements of a value: the items of a list, or the items of the lists in an object. */
function elementsOf(root: JsonNode | undefined): readonly JsonNode[] {
  if (root?.kind === 'array') return root.items;
  if (root?.kind !== 'object') return [];
  return root.members.flatMap(({ value }) => (value?.kind === 'array' ? value.items : []));
}
