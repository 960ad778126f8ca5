/** `ocml explain --format json`: the fields of an explanation, under the names that docs/interfaces.md documents. */
import type { ErrorExplanation, Explanation } from '../../explain/explain.ts';
import type { ExplainedError, ExplainedOutput, ExplainOutput } from '../printed-json.ts';

/**
 * Maps the new names of fields to the internal names, which are also the old names in the JSON output. The output contains both until the
 * next version.
 */
const oldNames = { parsed: 'made', cause: 'what', likelyIntent: 'meant', remedy: 'todo' } as const;

/** Returns an explanation as indented JSON. */
export const explanationJson = (explanation: Explanation | ErrorExplanation): string =>
  `${JSON.stringify(explanationMembers(explanation), null, 2)}\n`;

/** Returns the fields of an explanation, each under its new name and its old name with the same value. */
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
