/** `ocml explain --format json`: the members of an explanation under the names that docs/interfaces.md documents. */
import type { ErrorExplanation, Explanation } from '../../explain/explain.ts';
import type { ExplainedError, ExplainedOutput, ExplainOutput } from '../printed-json.ts';

/** The internal names of an explanation's members, by the new names in JSON; JSON has both until the next version. */
const oldNames = { parsed: 'made', cause: 'what', likelyIntent: 'meant', remedy: 'todo' } as const;

/** The text of an explanation as JSON, indented. */
export const explanationJson = (explanation: Explanation | ErrorExplanation): string =>
  `${JSON.stringify(explanationMembers(explanation), null, 2)}\n`;

/** The members of an explanation. Old names stay next to the new ones, with the same values. */
export function explanationMembers(explanation: Explanation | ErrorExplanation): ExplainOutput {
  if ('errors' in explanation) return { errors: explanation.errors.map((error) => renamed(error) as ExplainedError) };
  const { repaired } = explanation;
  return {
    ...(renamed(explanation) as ExplainedOutput),
    ...(repaired && { repaired: { ...repaired, asIntended: repaired.meant } }),
  };
}

function renamed(members: object): object {
  const old = new Map(Object.entries(members));
  const fresh = Object.entries(oldNames).flatMap(([name, before]) =>
    old.get(before) === undefined ? [] : [[name, old.get(before)] as const],
  );
  return { ...members, ...Object.fromEntries(fresh) };
}
