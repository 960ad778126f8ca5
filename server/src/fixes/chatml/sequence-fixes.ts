/** Fixes of the parts outside messages in OpenChatML 0.1: the marks of a sequence, and fill-in-the-middle tasks. */
import { fimOrder, infillOrders, type SequencePair, sequencePairs } from '../../grammar/index.ts';
import { beginMark, endMark, fimTasks, outerTokens, type PlacedToken, partsOf } from '../../model/sequence.ts';
import type { Context } from '../../rules/support/rule.ts';
import type { Block } from '../../syntax/block.ts';
import {
  type Fix,
  type FixEdit,
  type Fixers,
  insert,
  type Proposal,
  type Proposals,
  remove,
  replace,
  type Target,
} from '../fix.ts';
import { suggested } from '../headers.ts';
import { doubledFixers } from '../plain-header-fixes.ts';
import { lineBreakAt } from './edits.ts';

/** Removes a mark if there is no other text outside the message of its block. Such text might be read differently without the mark. */
function dropMark({ problem, block, context }: Target): Proposal | undefined {
  const alone = block.text.slice(block.end).trim() === block.text.slice(problem.start, problem.end);
  if (!alone || context.blocks.length === 1) return undefined;
  return { title: 'Remove the token', edits: [remove(problem)] };
}

/** Adds both marks of a sequence. */
function enclose(first: Block, last: Block, context: Context): Fix {
  // The default is `<s>`, because it is a real token, whereas `[BOS]` only represents one.
  const { begin, end } = context.sequencePair ?? (sequencePairs[1] as SequencePair);
  const lineBreak = lineBreakAt(last, context);
  const at = first.text.startsWith('\uFEFF') ? 1 : 0;
  const apart = /[\r\n]$/.test(last.text) ? '' : lineBreak;
  return {
    title: `Insert \`${begin}\` at the beginning and \`${end}\` at the end`,
    edits: [insert(at, begin + lineBreak, first), insert(last.text.length, apart + end, last)],
    preferred: true,
  };
}

/** Makes the end mark match the begin mark, or adds the missing one of the two. */
function balance(target: Target): Proposals {
  const { context } = target;
  const mark = suggested(target);
  const [first, last] = [context.blocks.at(0), context.blocks.at(context.blocks.length - 1)];
  if (first === undefined || last === undefined) return [];
  if (mark === undefined) return [enclose(first, last, context)];
  const title = `Insert \`${mark}\``;
  const drop = dropMark(target);
  const begin = beginMark(first, context);
  if (begin === undefined) {
    const at = first.text.startsWith('\uFEFF') ? 1 : 0;
    // Directly before text, `<s>` would be read as HTML.
    const apart = first.kind === 'prelude' && !first.text.startsWith('<|', at) ? lineBreakAt(last, context) : '';
    return [{ title: `${title} at the beginning`, edits: [insert(at, mark + apart, first)], preferred: true }, drop];
  }
  const end = endMark(last, context);
  if (end) return [{ title: `Change to \`${mark}\``, edits: [replace(end, mark, last)], preferred: true }];
  const ownLine = /^[ \t]*[\r\n]/.test(first.text.slice(begin.end));
  const before = last.text.slice(-1);
  const apart = /[\r\n]/.test(before) || (!ownLine && before === '>') ? '' : lineBreakAt(last, context);
  return [
    { title: `${title} at the end`, edits: [insert(last.text.length, apart + mark, last)], preferred: true },
    drop,
  ];
}

interface Task {
  readonly tokens: readonly PlacedToken[];
  /** The stretch of the task, from the end of the previous task to the start of the next one. */
  readonly start: number;
  readonly end: number;
  /** Whether this is the first task in its part of the text. */
  readonly isFirst: boolean;
}

/** The task with the problem. */
function taskAt({ block, problem, context }: Target): Task | undefined {
  const isLast = context.blocks.at(context.blocks.length - 1) === block;
  const parts = partsOf(block, isLast, context);
  for (const [i, tasks] of fimTasks(block, parts).entries()) {
    const at = tasks.findIndex(({ tokens }) => tokens.some(({ start }) => start === problem.start));
    const [task, next, part] = [tasks[at], tasks[at + 1], parts[i]];
    if (task === undefined || part === undefined) continue;
    const end = next?.tokens[0]?.start ?? part.end;
    return { tokens: task.tokens, start: part.start, end, isFirst: at === 0 };
  }
  return undefined;
}

/**
 * Adds the missing tokens if the existing ones determine where they belong: the prefix begins the text, and the suffix follows the middle.
 */
function complete(target: Target): Proposal | undefined {
  const task = taskAt(target);
  if (task === undefined) return undefined;
  const placeOf = (name: string) => task.tokens.find(({ token }) => token.name === name);
  const [prefix, middle, suffix] = fimOrder.map(placeOf);
  const places = [prefix, middle, suffix].filter((one) => one !== undefined);
  const hole = suffix?.start ?? middle?.end;
  const { start: from, end: to } = task;
  const others = outerTokens(target.block).filter(
    ({ start, token }) => token.kind !== 'fim' && start >= from && start < to,
  );
  const edits: (FixEdit | undefined)[] = [];
  // After a message, text before the task is stray text. Elsewhere, it is the prefix.
  const first = places[0]?.start ?? from;
  const isFirst = target.block.text.slice(from, first).trim() === '';
  const isClear = others.length === 0 && (prefix !== undefined || isFirst || target.block.kind !== 'message');
  if (!isClear) return undefined;
  if (prefix === undefined) edits.push(insert(isFirst ? first : from, '<|fim_prefix|>'));
  if (middle === undefined) edits.push(insert(hole, '<|fim_middle|>'));
  if (suffix === undefined) edits.push(insert(hole, '<|fim_suffix|>'));
  const names = fimOrder.filter((name) => placeOf(name) === undefined).map((name) => `\`<|${name}|>\``);
  return { title: `Insert ${names.join(' and ')}`, edits, preferred: true };
}

/** Sorts the tokens of a task, each together with the text that follows it. A line break at the end of the task stays at the end. */
function reorder(target: Target): Proposal | undefined {
  const task = taskAt(target);
  const first = task?.tokens[0];
  if (task === undefined || first === undefined) return undefined;
  const { text } = target.block;
  const end = task.end - (/(?:\r\n|\r|\n)?$/.exec(text.slice(0, task.end))?.[0].length ?? 0);
  const last = task.tokens[task.tokens.length - 1];
  const span = { start: first.start, end: Math.max(end, last?.end ?? 0) };
  const stretches = task.tokens.map(({ token, start }, i) => ({
    rank: (fimOrder as readonly string[]).indexOf(token.name),
    text: text.slice(start, task.tokens[i + 1]?.start ?? span.end),
  }));
  // The tokens may be in another order on purpose if models were trained on that order.
  const ofInfill = infillOrders.some((order) => task.tokens.every(({ token }, i) => token.name === order[i]));
  const sorted = stretches.sort((a, b) => a.rank - b.rank).map((one) => one.text);
  return {
    title: 'Reorder to prefix, middle, suffix, each with the text that follows it',
    edits: [replace(span, sorted.join(''))],
    preferred: !ofInfill,
  };
}

export const sequenceFixers: Fixers = {
  ...doubledFixers,
  'sequence-unbalanced': {
    says: 'insert the missing token, or replace a token that does not match',
    fix: balance,
  },
  'fim-incomplete': {
    says: 'insert the missing tokens if the other tokens determine their positions',
    fix: (target) => [complete(target)],
  },
  'fim-order': {
    says: 'reorder the tokens, each with the text that follows it',
    fix: (target) => [reorder(target)],
  },
};
