/** Fixes of tokens in bodies: missing escapes, literal blocks, misspellings, thought sections, and messages that lost their tokens. */

import { answerChannel, modelRole, type TokenFact, thoughtChannel, tokenByName } from '../grammar/index.ts';
import { foreignEnd } from '../model/foreign-tokens.ts';
import { message } from '../model/message.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { type Segment, segments } from '../syntax/body.ts';
import { append } from '../syntax/lists.ts';
import type { Span } from '../syntax/span.ts';
import { ENDLITERAL, LITERAL, START, tokenAt } from '../syntax/tokens/tokens.ts';
import { closer, plainly, writeHeader } from '../write/index.ts';
import {
  type Fix,
  type FixEdit,
  type Fixers,
  insert,
  type Proposal,
  remove,
  replace,
  type Target,
  titleText,
} from './fix.ts';
import { nativeTokens } from './foreign.ts';
import { suggested } from './headers.ts';
import { firstReply } from './support/exchanges.ts';
import { respellFrame } from './support/frames.ts';
import { completes, completeToken, respellEnd } from './terminators.ts';

function escape({ block, problem }: Target, more: Partial<Fix> = {}): Fix {
  return { title: `Escape ${titleText(block.text, problem)} as text`, edits: [insert(problem.start, '<')], ...more };
}

function wrap(span: Span, title: string, more: Partial<Fix> = {}): Fix {
  return { title, edits: [insert(span.start, LITERAL.text), insert(span.end, ENDLITERAL.text)], ...more };
}

function wrapToken({ problem }: Target): Fix {
  return wrap(problem, 'Wrap the token in a literal block');
}

/** The message that seems to begin inside the content of a user or a tool, if it can be turned into text. */
function forged({ block, context }: Target): Block | undefined {
  const place = context.blocks.placeOf(block);
  const next = place && context.blocks.at(place.index + 1);
  // A call to which another message replies is genuine.
  if (next && firstReply(message(next), context)) return undefined;
  const open = next === undefined || next.terminator === undefined || has(next, Trait.HasLiteral);
  return open ? undefined : next;
}

function escapeTurn(target: Target): Proposal | undefined {
  const next = forged(target);
  if (next === undefined) return undefined;
  const edits: FixEdit[] = [];
  for (let at = 0; at >= 0 && at < next.bodyEnd; at = next.text.indexOf('<|', at + 2)) {
    const token = tokenAt(next.text, at);
    if (token && token.kind !== 'foreign' && next.text[at - 1] !== '<') edits.push(insert(at, '<', next));
  }
  append(edits, endOf(next));
  return { title: 'Escape the tokens of the message to make it part of the preceding body', edits, changesBody: true };
}

/** Ends the extended text of the user or the tool with the usual terminator. */
function endOf(next: Block): FixEdit[] {
  return next.terminator === 'end' ? [] : [replace({ start: next.bodyEnd, end: next.end }, '<|end|>', next)];
}

function wrapTurn(target: Target): Proposal | undefined {
  const next = forged(target);
  const title = 'Wrap the message in a literal block to make it part of the preceding body';
  if (next === undefined) return undefined;
  const edits = [insert(0, LITERAL.text, next), insert(next.bodyEnd, ENDLITERAL.text, next), ...endOf(next)];
  return { title, edits, changesBody: true };
}

/**
 * Replaces a token with the intended one, if this repairs the message. In other messages, the intended token would only cause further
 * problems.
 */
function respell(target: Target, token: TokenFact): Proposal | undefined {
  const { block, problem } = target;
  const { start, end } = problem;
  const title = `Change to \`${token.text}\``;
  const edits = [replace({ start, end }, token.text)];
  const inHeader = block.kind === 'message' && end <= Math.min(block.headerEnd, block.bodyEnd);
  if (inHeader) {
    if (token.name === 'message') {
      const { header } = target.message;
      // A misspelled token directly before the correct one is a duplicate.
      if (has(block, Trait.HasMessage) && block.text.slice(end, block.headerEnd).trim() === '')
        return { title: `Remove ${titleText(block.text, problem)}`, edits: [remove(problem)], preferred: true };
      // The words before the token cannot be part of a header, so the token may be plain text.
      if (!has(block, Trait.HasMessage) && header.bodyStart !== end) return undefined;
      return { title: `${title}, where the body begins`, edits, preferred: true, changesBody: true };
    }
    // Without `<|message|>`, every token in the header affects where the body begins, so no fix is offered.
    return has(block, Trait.HasMessage) ? { title, edits, preferred: true, safe: true } : undefined;
  }
  const rest = block.text.slice(end, block.text.length).trim();
  const closes =
    token.kind === 'terminator' &&
    completes(target.message, token.name, start) &&
    block.terminator === undefined &&
    block.kind === 'message' &&
    rest === '';
  if (!closes) return undefined;
  return { title: `${title}, which ends the body`, edits, preferred: true, changesBody: true };
}

/** Corrects a misspelled `<|start|>` after another message. */
function respellStart({ block, problem }: Target): Proposal | undefined {
  const { start, end } = problem;
  // If the next token is not part of a header, another message would become part of the new body.
  if (tokenAt(block.text, block.text.indexOf('<|', end))?.kind !== 'part') return undefined;
  return {
    title: 'Change to `<|start|>`, which begins a message with its own body',
    edits: [replace({ start, end }, '<|start|>')],
    preferred: true,
    changesBody: true,
  };
}

/** Ends a literal block before the terminator of the first message in it. */
function closeForgotten({ block, problem }: Target): Proposal | undefined {
  const { text } = block;
  const literal = segments(block).find(({ start, end }) => start < problem.start && problem.end <= end);
  for (
    let at = text.indexOf('<|', literal?.start ?? text.length);
    at >= 0 && at < problem.start;
    at = text.indexOf('<|', at + 2)
  ) {
    const token = tokenAt(text, at);
    if (token?.kind !== 'terminator') continue;
    const title = `Close the literal block in the body before ${titleText(text, { start: at, end: at + token.text.length })}`;
    return { title, edits: [insert(at, ENDLITERAL.text)], preferred: true, changesBody: true };
  }
  return undefined;
}

function closeLiteral({ block, problem, message }: Target): Proposal | undefined {
  const { text } = block;
  const fits =
    message.kind === 'call'
      ? ['call']
      : message.role === modelRole && message.effectiveChannel === answerChannel
        ? ['end', 'return']
        : ['end'];
  let last: number | undefined;
  for (let at = text.indexOf('<|', problem.end); at >= 0; at = text.indexOf('<|', at + 2)) {
    if (fits.includes(tokenAt(text, at)?.name ?? '')) last = at;
  }
  // Text after the last terminator would be outside any message.
  const closed = last !== undefined && text.slice(text.indexOf('>', last) + 1).trim() === '';
  if (!closed || last === undefined) {
    const edits = [insert(text.length, `${ENDLITERAL.text}<|${fits[0]}|>`)];
    return { title: 'Close the literal block in the body, and then the message, at the end', edits, preferred: true };
  }
  const title = `Close the literal block in the body before the last ${titleText(text, { start: last, end: text.indexOf('>', last) + 1 })}`;
  return { title, edits: [insert(last, ENDLITERAL.text)], preferred: true, changesBody: true };
}

/** The end marker of the thought section that the marker at this index begins. */
function ownEnd(marks: readonly Segment[], at: number): Segment | undefined {
  const name = marks[at]?.token?.name.replace('start', 'end');
  return marks.slice(at + 1).find(({ token }) => token?.name === name);
}

/** Escapes a marker, together with the end marker of its section, which would otherwise be unmatched. */
function escapeThought(target: Target): Proposal | undefined {
  const { block } = target;
  const marks = segments(block).filter(({ token, kind }) => kind === 'token' && token?.kind === 'thought');
  const at = marks.findIndex(({ start }) => start === target.problem.start);
  const end = ownEnd(marks, at);
  const fix = escape(target);
  return end ? { ...fix, edits: [...fix.edits, insert(end.start, '<')] } : fix;
}

/** Moves a thought section to a new `analysis` message before this one. */
function moveThought({ block, problem, context }: Target): Proposal | undefined {
  const marks = segments(block).filter(({ token, kind }) => kind === 'token' && token?.kind === 'thought');
  const at = marks.findIndex(({ start }) => start === problem.start);
  const [mark, next] = [marks[at], marks[at + 1]];
  if (!mark?.token?.name.startsWith('start_')) return undefined;
  const endMark = ownEnd(marks, at);
  const end = endMark?.end ?? next?.start ?? block.bodyEnd;
  const header = writeHeader({ ...plainly(modelRole, ''), channel: thoughtChannel }, block.family);
  const analysis = header + block.text.slice(mark.start, end) + closer(block.family, false).text;
  const lineBreak =
    context.family.frame.between === '' ? '' : (/\r\n|\r|\n/.exec(block.text.slice(block.end))?.[0] ?? '\n');
  return {
    title: 'Move this section of the body to an `analysis` message',
    edits: [insert(0, analysis + lineBreak), remove({ start: mark.start, end })],
    preferred: true,
    changesBody: true,
  };
}

/** Replaces a terminator of another dialect with that of the document. */
function ownTerminator({ block, message, problem }: Target): Fix {
  const token = message.kind === 'call' ? '<|call|>' : '<|end|>';
  return {
    title: `Replace ${titleText(block.text, problem)} with \`${token}\``,
    edits: [replace(problem, token)],
    preferred: true,
    safe: true,
  };
}

export const tokenFixers: Fixers = {
  'token-in-body': {
    says: 'escape the token, or wrap it in a literal block',
    fix: (target) => [escape(target, { preferred: true }), wrapToken(target)],
  },
  'token-misspelled': {
    says: 'correct the token; if the corrected token completes a message, also correct the other tokens that frame it',
    fix(target) {
      const token = tokenByName.get((suggested(target) ?? '').slice(2, -2));
      const atEnd = target.problem.end === target.block.text.length;
      const completed = atEnd ? completeToken(target) : undefined;
      if (completed) return [completed];
      const frame = respellFrame(target);
      if (frame.length > 0) return frame;
      const ended = respellEnd(target);
      if (ended) return [ended];
      return [token === START ? respellStart(target) : token && respell(target, token)];
    },
  },
  'literal-unclosed': {
    says: 'close the literal block before the terminator that is meant to end its message',
    fix: (target) => [target.problem.data?.rule === 'inner' ? closeForgotten(target) : closeLiteral(target)],
  },
  'literal-unmatched': {
    says: 'escape the marker, or remove it',
    fix: (target) => [
      escape(target, { preferred: true }),
      { title: 'Remove `<|endliteral|>` from the body', edits: [remove(target.problem)], changesBody: true },
    ],
  },
  'forged-turn': {
    says: 'escape the tokens of the turn, or wrap the turn in a literal block',
    fix: (target) => [escapeTurn(target), wrapTurn(target)],
  },
  'dialect-mixed': {
    says: 'change the terminator to one of this dialect; convert plain 0.1 messages to 2.x; wrap tokens in bodies in literal blocks',
    fix: (target) => (foreignEnd(target.block) ? [ownTerminator(target)] : nativeTokens(target)),
  },
  'E-PERM-VISIBILITY': {
    says: 'move the marked section to an `analysis` message',
    fix: (target) => [moveThought(target), escapeThought(target)],
  },
  'cot-outside-analysis': {
    says: 'move the marked section to an `analysis` message, or escape the marker',
    fix: (target) => [moveThought(target), escapeThought(target)],
  },
};
