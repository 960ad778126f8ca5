/** Fixes of tokens in OpenChatML 0.1: misspelled tokens, tokens of 2.x, and tokens that a body only mentions. */
import { chatmlTokenByName, modelRole, systemRole, type TokenFact } from '../../grammar/index.ts';
import { fimTasks, outerTokens, partsOf } from '../../model/sequence.ts';
import { thoughtName, thoughtsOf } from '../../model/thoughts.ts';
import { has, Trait } from '../../syntax/block.ts';
import { IM_END, IM_START } from '../../syntax/tokens/tokens.ts';
import { type Fixers, type Proposal, type Proposals, replace, type Target, titleText } from '../fix.ts';
import { nativeTokens } from '../foreign.ts';
import { suggested } from '../headers.ts';
import { respellFrame } from '../support/frames.ts';
import { completes, completeToken, respellEnd } from '../terminators.ts';
import { inBackticks } from './edits.ts';

/** Tests for each kind of token: whether the intended token would be effective at this position without leaving another fault. */
const fits: Partial<Record<TokenFact['kind'], (target: Target, token: TokenFact) => boolean>> = {
  terminator: ({ block, problem, message }, token) =>
    has(block, Trait.HasMessage) &&
    completes(message, token.name, problem.start) &&
    block.terminator === undefined &&
    problem.start >= block.bodyStart &&
    block.text.slice(problem.end).trim() === '',
  opener: ({ block, problem, context }) => {
    const rest = block.text.slice(problem.end);
    const next = outerTokens(block).find(({ start }) => start > problem.start);
    if (next?.token !== IM_END) return false;
    const begun = problem.start >= block.end && block.kind === 'message' && block.terminator !== undefined;
    return begun && /^(?:system|user|assistant|tool)[\r\n]/.test(rest) && context.blocks.placeOf(block) !== undefined;
  },
  flag: ({ message, problem, block }) => message.role === systemRole && problem.end <= block.bodyEnd,
  thought: ({ message, block, problem }, token) => {
    if (message.role !== modelRole || problem.start < block.bodyStart || problem.end > block.bodyEnd) return false;
    const { blocks, unmatched } = thoughtsOf(block);
    const name = token.name.replace(/^(?:start|end)_/, '');
    const marks = [...blocks.flatMap(({ start, end }) => [start, end ?? start]), ...unmatched];
    if (token.name.startsWith('end_')) {
      const open = blocks.findLast(({ start }) => start.start < problem.start);
      return open?.name === name && open.end === undefined;
    }
    const next = marks.filter(({ start }) => start > problem.start).sort((a, b) => a.start - b.start)[0];
    const end = unmatched.find((mark) => mark === next);
    return end !== undefined && thoughtName(end) === name;
  },
  fim: ({ block, problem, context }, token) => {
    const parts = partsOf(block, false, context);
    const tasks = fimTasks(block, parts).find(
      (_, i) => (parts[i]?.start ?? 0) <= problem.start && problem.end <= (parts[i]?.end ?? 0),
    );
    return tasks?.length === 1 && !tasks[0]?.complete && !tasks[0]?.tokens.some((one) => one.token === token);
  },
};

/**
 * Replaces a token with the intended one, if this fixes the message. In other messages, the intended token would only cause further
 * problems.
 */
function respell(target: Target, token: TokenFact | undefined): Proposal | undefined {
  const { block, problem } = target;
  if (token === undefined || !fits[token.kind]?.(target, token)) return undefined;
  const inBody = problem.end <= block.bodyEnd && block.kind === 'message';
  const where = token.kind === 'terminator' ? ', which ends the body' : inBody ? ' in the body' : '';
  const title =
    token === IM_START
      ? `Change to \`${token.text}\`, which begins a message with its own body`
      : `Change to \`${token.text}\`${where}`;
  return {
    title,
    edits: [replace(problem, token.text)],
    preferred: true,
    ...((inBody || token.kind === 'opener') && { changesBody: true }),
  };
}

function misspelled(target: Target): Proposals {
  const { block, problem } = target;
  const cut = problem.end === block.text.length ? completeToken(target) : undefined;
  if (cut) return [cut];
  const frame = respellFrame(target);
  return frame.length > 0
    ? frame
    : [respellEnd(target) ?? respell(target, chatmlTokenByName.get((suggested(target) ?? '').slice(2, -2)))];
}

function quote(target: Target): Proposals {
  return [inBackticks(target.block, [target.problem], titleText(target.block.text, target.problem))];
}

export const tokenFixers: Fixers = {
  'token-misspelled': {
    says: 'correct the token; if the corrected token completes a message, also correct the other tokens that frame it',
    fix: misspelled,
  },
  'dialect-mixed': {
    says: 'convert plain 2.x messages to 0.1; wrap tokens in bodies in backticks',
    fix: nativeTokens,
  },
  'token-in-body': { says: 'wrap the token in backticks', fix: quote },
};
