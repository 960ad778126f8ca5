/**
 * Where JSON is broken, suppresses all problems other than its syntax faults: the values are unknown there, so other problems
 * are only consequences. The suppressed part is a row, a message or an event, up to the beginning of the next one.
 */
import type { Problem } from '../../rules/support/rule.ts';
import { isSyntaxFault } from '../../syntax/json/faults.ts';
import type { JsonNode, JsonReading } from '../../syntax/json/nodes.ts';
import { indexBefore } from '../../syntax/span.ts';

/** Codes for faults in the JSON syntax. */
const syntaxCodes = new Set(['wire-json', 'wire-smart-quote', 'wire-raw-newline', 'wire-trailing-comma']);

/** Codes of problems between several values, any of which may be the broken one. */
const relationCodes = new Set([
  'call-id-duplicate',
  'call-id-unmatched',
  'call-unanswered',
  'message-order',
  'tool-name-mismatch',
  'tool-undeclared',
]);

/** The problems of a value, without those caused by its broken JSON. */
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

/** The independent parts of a value: its items if it is a list, otherwise the items of the lists in its members. */
function elementsOf(root: JsonNode | undefined): readonly JsonNode[] {
  if (root?.kind === 'array') return root.items;
  if (root?.kind !== 'object') return [];
  return root.members.flatMap(({ value }) => (value?.kind === 'array' ? value.items : []));
}
