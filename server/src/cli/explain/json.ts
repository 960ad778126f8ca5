/** `ocml explain --format json`: the fields of an explanation, under the names that docs/interfaces.md documents. */
import type { ErrorExplanation, Explanation } from '../../explain/explain.ts';
import type { ExplainedError, ExplainedOutput, ExplainOutput } from '../printed-json.ts';

/** Maps the new names of fields to the internal names, which were also their old names in JSON. JSON has both until the next version. */
const oldNames = { parsed: 'made', cause: 'what', likelyIntent: 'meant', remedy: 'todo' } as const;

/** Returns an explanation as indented JSON. */
export const explanationJson = (explanation: Explanation | ErrorExplanation): string =>
  `${JSON.stringify(explanationMembers(explanation), null, 2)}\n`;

/** Returns the fields of an explanation. The old names stay in addition to the new ones, with the same values. */
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
