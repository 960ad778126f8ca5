/**
 * Changes the order of the parts of fill-in-the-middle tasks (0.1 §5, A-098). Can also turn each task into one text with the part that the
 * model filled in. Every character in a part is content.
 */
import { fimOrder } from '../../grammar/index.ts';
import { endMark, fimTasks, partsOf } from '../../model/sequence.ts';
import type { Span } from '../../syntax/span.ts';
import { sequenceOf } from './files.ts';
import { type Order, orders } from './orders.ts';
import { type FimPart, fim } from './sequence-tokens.ts';

/** A task with its position in the text (UTF-16 offsets), and the text after each of its tokens. */
export interface Task extends Span {
  readonly parts: Readonly<Record<FimPart, string>>;
}

interface Incomplete extends Span {
  readonly missing: readonly FimPart[];
}

/** The complete tasks in a document, and those with missing tokens. */
export function tasksIn(text: string): { readonly tasks: readonly Task[]; readonly incomplete: readonly Incomplete[] } {
  const tasks: Task[] = [];
  const incomplete: Incomplete[] = [];
  const { blocks } = sequenceOf(text);
  const last = blocks.at(blocks.length - 1);
  let base = 0;
  for (const block of blocks) {
    const parts = partsOf(block, block === last, {});
    const limit = block === last ? (endMark(block, {})?.start ?? block.text.length) : block.text.length;
    for (const [i, inPart] of fimTasks(block, parts).entries()) {
      const partEnd = parts[i]?.after ? (parts[i]?.end as number) : limit;
      for (const [k, { tokens, complete }] of inPart.entries()) {
        const end = inPart[k + 1]?.tokens[0]?.start ?? partEnd;
        const span = { start: base + (tokens[0]?.start ?? 0), end: base + end };
        const textEntries = tokens.map(({ token, end: from }, t) => [
          token.name,
          block.text.slice(from, tokens[t + 1]?.start ?? end),
        ]);
        const missing = fimOrder.filter((name) => !tokens.some(({ token }) => token.name === name));
        if (complete) tasks.push({ ...span, parts: Object.fromEntries(textEntries) as Record<FimPart, string> });
        else incomplete.push({ ...span, missing });
      }
    }
    base += block.text.length;
  }
  return { tasks, incomplete };
}

/** Returns the text with the parts of each task in this order. */
export const reordered = (text: string, tasks: readonly Task[], order: Order): string =>
  replaced(text, tasks, ({ parts }) => orders[order].map((name) => fim[name] + parts[name]).join(''));

/** Returns the text with each task replaced by its prefix, its middle (or `fill`) and its suffix. */
export const filled = (text: string, tasks: readonly Task[], fill?: string): string =>
  replaced(text, tasks, ({ parts }) => parts.fim_prefix + (fill ?? parts.fim_middle) + parts.fim_suffix);

function replaced(text: string, tasks: readonly Task[], by: (task: Task) => string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const task of tasks) {
    pieces.push(text.slice(at, task.start), by(task));
    at = task.end;
  }
  return pieces.join('') + text.slice(at);
}
