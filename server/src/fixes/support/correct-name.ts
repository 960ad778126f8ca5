/** The name of a function in a call that is JSON. */
import { type Proposal, replace, type Target } from '../fix.ts';

/** Puts the declared function in place that the reported name probably means, as the message of the problem has it. */
export function correctName({ block, problem, context }: Target): Proposal | undefined {
  const written = block.text.slice(problem.start, problem.end);
  const quotes = /^["']/.test(written) ? 1 : 0;
  const name = { start: problem.start + quotes, end: problem.end - quotes };
  const meant = context.declared.meant?.(block.text.slice(name.start, name.end));
  // No form has to escape it.
  if (meant === undefined || !/^[\w.-]+$/.test(meant)) return undefined;
  return {
    title: `Change to \`${meant}\` in the body`,
    edits: [replace(name, meant)],
    preferred: true,
    changesBody: true,
  };
}
