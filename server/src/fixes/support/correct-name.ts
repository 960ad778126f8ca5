/** Fixes of the name of a function in a call that is JSON. */
import { type Proposal, replace, type Target } from '../fix.ts';

/** Replaces the reported name with the declared function that is probably meant. The message of the problem names the same function. */
export function correctName({ block, problem, context }: Target): Proposal | undefined {
  const problemText = block.text.slice(problem.start, problem.end);
  const quotes = /^["']/.test(problemText) ? 1 : 0;
  const name = { start: problem.start + quotes, end: problem.end - quotes };
  const toolName = context.declared.meant?.(block.text.slice(name.start, name.end));
  // Other names may need escapes.
  if (toolName === undefined || !/^[\w.-]+$/.test(toolName)) return undefined;
  return {
    title: `Change to \`${toolName}\` in the body`,
    edits: [replace(name, toolName)],
    preferred: true,
    changesBody: true,
  };
}
