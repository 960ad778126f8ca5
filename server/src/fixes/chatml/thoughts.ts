/** Fixes of thoughts in OpenChatML 0.1: unmatched tokens, nested blocks, wrong roles, and flags. */

import { systemRole } from '../../grammar/index.ts';
import { headerInfo } from '../../model/message.ts';
import { type Thought, thoughtsOf } from '../../model/thoughts.ts';
import type { Context } from '../../rules/support/rule.ts';
import { nearest } from '../../syntax/ascending.ts';
import type { Block } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import type { Span } from '../../syntax/span.ts';
import {
  type Fix,
  type Fixers,
  insert,
  type Proposal,
  type Proposals,
  remove,
  replace,
  type Target,
  titleText,
} from '../fix.ts';
import { suggested } from '../headers.ts';
import { memoizePerDocument } from '../support/memoize-per-document.ts';
import { inBackticks } from './edits.ts';
import { tagFixes } from './tag-fixes.ts';

/**
 * A thought block without an end token, and an end token without a block. They can belong together only if there is no other unmatched end
 * token.
 */
function mismatched(block: Block): { open: Thought; end: Span } | undefined {
  const { blocks, unmatched } = thoughtsOf(block);
  const opened = blocks.filter(({ end }) => end === undefined);
  const [open, end] = [opened[0], unmatched[0]];
  return open && end && unmatched.length === 1 ? { open, end } : undefined;
}

/** Replaces an unmatched end token with the end token of the block that is open. */
function agree({ block }: Target): Proposal | undefined {
  const mismatch = mismatched(block);
  if (mismatch === undefined) return undefined;
  const { open, end } = mismatch;
  const token = `<|end_${open.name}|>`;
  return {
    title: `Replace ${titleText(block.text, end)} in the body with \`${token}\``,
    edits: [replace(end, token)],
    preferred: true,
    changesBody: true,
  };
}

/** Ends a block before the next one, or at the end of the body. In both cases, the thought stays hidden. */
function endThought(target: Target): Proposals {
  const { block, problem } = target;
  const token = suggested(target);
  const agreed = agree(target);
  if (token === undefined || agreed) return [agreed];
  const marks = segments(block).filter(({ token: fact }) => fact?.kind === 'thought');
  const next = marks.find(({ start }) => start > problem.start);
  // If the next token is an end token, it belongs to an outer block.
  if (next && !next.token?.name.startsWith('start_')) return [];
  const at = next?.start ?? block.bodyEnd;
  const where = next ? 'before the next thought' : 'at its end';
  const whole: Fix = {
    title: `Insert \`${token}\` in the body, ${where}`,
    edits: [insert(at, token)],
    preferred: true,
    changesBody: true,
  };
  const line = /[^\r\n]*\S[^\r\n]*/.exec(block.text.slice(problem.end, at));
  const lineEnd = problem.end + (line?.index ?? 0) + (line?.[0].trimEnd().length ?? 0);
  if (line === null || block.text.slice(lineEnd, at).trim() === '') return [whole];
  const first: Fix = {
    title: `Insert \`${token}\` in the body, where the line ends`,
    edits: [insert(lineEnd, token)],
    changesBody: true,
  };
  return [whole, first];
}

/** Begins a block at the start of the body, or after the previous block. Also offers to remove the end token. */
function beginThought(target: Target): Proposals {
  const { block, problem } = target;
  const token = suggested(target);
  const agreed = agree(target);
  if (token === undefined || agreed) return [agreed];
  const before = segments(block).findLast(({ kind, end }) => kind === 'token' && end <= problem.start);
  const dropped: Fix = {
    title: `Remove ${titleText(block.text, problem)} from the body`,
    edits: [remove(problem)],
    changesBody: true,
  };
  const { blocks } = thoughtsOf(block);
  const open = blocks.some(
    ({ start, end }) => start.end <= problem.start && (end?.start ?? problem.end) > problem.start,
  );
  if (open || (before && before.token?.kind !== 'thought')) return [dropped];
  const begun: Fix = {
    title: `Insert \`${token}\` ${before ? 'after the preceding thought' : 'where the thought begins'} in the body`,
    edits: [insert(before?.end ?? block.bodyStart, token)],
    preferred: true,
    changesBody: true,
  };
  return [begun, dropped];
}

/** Separates nested blocks: moves the inner block after the outer one, or ends the outer block where the inner one begins. */
function unnest({ block, problem }: Target): Proposal | undefined {
  const { blocks } = thoughtsOf(block);
  const inner = blocks.find(({ start }) => start.start === problem.start);
  const around = blocks.find(
    ({ start, end }) => start.start < problem.start && end !== undefined && end.start > problem.start,
  );
  const [innerEnd, outerEnd] = [inner?.end, around?.end];
  if (innerEnd === undefined || outerEnd === undefined) return undefined;
  const moved = innerEnd.start < outerEnd.start ? { start: problem.start, end: innerEnd.end } : outerEnd;
  const at = moved === outerEnd ? problem.start : outerEnd.end;
  const text = block.text.slice(moved.start, moved.end);
  return {
    title:
      moved === outerEnd
        ? `In the body, move ${titleText(block.text, outerEnd)} before this thought`
        : 'In the body, move this thought after the thought that contains it',
    edits: [insert(at, text), remove(moved)],
    preferred: true,
    changesBody: true,
  };
}

/** Puts both tokens of a block in backticks, because they may only be mentioned. */
function quoteThought({ block, problem }: Target): Proposal | undefined {
  const thought = thoughtsOf(block).blocks.find(({ start }) => start.start === problem.start);
  return inBackticks(block, [problem, ...(thought?.end ? [thought.end] : [])], titleText(block.text, problem));
}

/** The system messages of the document, by their index. */
const systems = memoizePerDocument((context) => {
  const systemByIndex = new Map<number, Block>();
  let i = 0;
  for (const block of context.blocks) {
    if (block.kind === 'message' && headerInfo(block).role === systemRole) systemByIndex.set(i, block);
    i++;
  }
  return { found: systemByIndex, order: [...systemByIndex.keys()] };
});

/** The nearest system message before a block, which applies to it. */
function systemBefore(block: Block, context: Context): Block | undefined {
  const { found: systemByIndex, order } = systems(context);
  const before = systemByIndex.get(nearest(order, context.blocks.placeOf(block)?.index ?? 0, 'before') ?? -1);
  return before?.terminator === undefined ? undefined : before;
}

function flagged(system: Block, flag: string): boolean {
  return thoughtsOf(system).flags.some(({ token }) => token?.text === flag);
}

function moveFlag({ block, problem, context }: Target): Proposals {
  const flag = block.text.slice(problem.start, problem.end);
  const system = systemBefore(block, context);
  const quoted = inBackticks(block, [problem], titleText(block.text, problem));
  if (system === undefined) return [quoted];
  const edits = [...(flagged(system, flag) ? [] : [insert(system.bodyEnd, flag, system)]), remove(problem, block)];
  const title =
    edits.length > 1
      ? 'from this body to the body of the system message'
      : 'from this body; the system message already has it';
  return [
    {
      title: `${edits.length > 1 ? 'Move' : 'Remove'} \`${flag}\` ${title}`,
      edits,
      preferred: true,
      changesBody: true,
    },
    quoted,
  ];
}

function addFlag(target: Target): Proposal | undefined {
  const flag = suggested(target);
  const system = systemBefore(target.block, target.context);
  return {
    title: `Add \`${flag}\` to the body of the system message`,
    edits: [insert(system?.bodyEnd, flag, system)],
    preferred: true,
    changesBody: true,
  };
}

export const thoughtFixers: Fixers = {
  'thought-unclosed': {
    says: 'insert the end token, or replace the end token of another block with it',
    fix: (target) => tagFixes(target) ?? endThought(target),
  },
  'thought-unmatched': { says: 'insert the begin token, or remove the end token', fix: beginThought },
  'thought-nesting': {
    says: 'separate the nested blocks, so that one follows the other',
    fix: (target) => [unnest(target)],
  },
  'thought-role': { says: 'wrap the tokens in backticks', fix: (target) => [quoteThought(target)] },
  'thought-flag-role': { says: 'move the flag to the system message, or wrap it in backticks', fix: moveFlag },
  'thought-unflagged': { says: 'add the flag to the system message', fix: (target) => [addFlag(target)] },
};
