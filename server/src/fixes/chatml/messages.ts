/** Fixes of the beginnings and ends of messages in OpenChatML 0.1, and of the text between messages. */
import { modelRole, systemRole } from '../../grammar/index.ts';
import { endByOpening } from '../../model/calls/tagged-calls.ts';
import type { Message } from '../../model/message.ts';
import { beginMark, outerTokens, partsOf } from '../../model/sequence.ts';
import { unfinishedAt } from '../../syntax/tokens/misspelled.ts';
import { IM_END } from '../../syntax/tokens/tokens.ts';
import { type Fixers, insert, type Proposal, remove, replace, type Target, titleText } from '../fix.ts';
import { respellOpener } from '../plain-header-fixes.ts';
import { completeToken, mendSeam } from '../terminators.ts';
import { close, endToken, lineBreakAt } from './edits.ts';

/** Closes a call that ends with `<tool_call>` instead of `</tool_call>`, and its message. */
function endCall(target: Target): Proposal | undefined {
  const { block, message, context } = target;
  const tag = endByOpening(block, message.role);
  return (
    tag && {
      title: `Change to \`</tool_call>\` in the body, and insert \`${endToken}\` after it`,
      edits: [replace(tag, '</tool_call>'), close(block, context)],
      preferred: true,
      changesBody: true,
    }
  );
}

/** Closes a message that may be complete except for its end token. */
function truncated(target: Target): Proposal | undefined {
  const { block, context } = target;
  if (unfinishedAt(block.text, block.family.spellings)) return completeToken(target);
  const mark = beginMark(context.blocks.at(0), context);
  const end = mark?.pair.end;
  if (end === undefined) {
    return { title: `Insert \`${endToken}\` at the end`, edits: [close(block, context)], preferred: true };
  }
  const blockText = block.text.trimEnd();
  if (blockText.endsWith(end) && blockText.length - end.length >= block.bodyStart) {
    return {
      title: `Insert \`${endToken}\` before \`${end}\`, so that the body ends there`,
      edits: [insert(blockText.length - end.length, endToken)],
      preferred: true,
      changesBody: true,
    };
  }
  const { start, text } = close(block, context);
  const first = context.blocks.at(0)?.text ?? '';
  const apart = /^[ \t]*[\r\n]/.test(first.slice(mark?.end)) ? lineBreakAt(block, context) : '';
  return {
    title: `Insert \`${endToken}\` and \`${end}\` at the end`,
    edits: [insert(start, text + apart + end)],
    preferred: true,
  };
}

/** The role that usually speaks after a message. */
const after = ({ role, block }: Message) => block.family.roles.find(({ name }) => name === role)?.next;

/** Removes a second end token, or, if there is text before it, adds the missing beginning of a message. */
function endWithoutStart(target: Target): Proposal | undefined {
  const { block, problem } = target;
  const { text } = block;
  const before = outerTokens(block).findLast(({ end }) => end <= problem.start);
  const mark = beginMark(block, target.context);
  const from = before?.end ?? mark?.end ?? block.end;
  const isClosed = before === undefined ? block.kind === 'message' : before.token === IM_END;
  const textBefore = text.slice(from, problem.start);
  const end = problem.end + (/^[ \t]*/.exec(text.slice(problem.end))?.[0].length ?? 0);
  // Text without a beginning that contains other tokens is too ambiguous for a fix.
  if (!isClosed && (before || outerTokens(block).some(({ token }) => token.kind === 'foreign'))) return undefined;
  if (textBefore.trim() === '') {
    // If the only token were removed, the document would no longer be recognized as ChatML.
    if (block.kind === 'prelude' && target.context.blocks.length === 1) return undefined;
    return {
      title: `Remove this \`${endToken}\``,
      edits: [remove({ start: isClosed ? from : problem.start, end })],
      preferred: true,
      safe: isClosed && block.kind === 'message',
    };
  }
  // With a beginning, the end token completes a message, and any text after that message would be stray text.
  const parts = partsOf(block, false, target.context);
  const part = parts.find(({ start, end }) => start <= problem.start && problem.end <= end);
  if ((block.kind === 'prelude' || part !== parts[0]) && text.slice(problem.end, part?.end).trim() !== '')
    return undefined;
  const role = (block.kind === 'message' ? after(target.message) : undefined) ?? modelRole;
  const at = from + textBefore.search(/[^\s\uFEFF]/);
  const header = /^(\w+)(?: name=\S+)?\r?\n/.exec(text.slice(at, problem.start))?.[1];
  if (block.family.roles.some(({ name }) => name === header))
    return {
      title: `Insert \`<|im_start|>\` before \`${header}\`, to begin a message with its own body`,
      edits: [insert(at, '<|im_start|>'), remove({ start: problem.end, end })],
      preferred: true,
      changesBody: true,
    };
  return {
    title: `Insert \`<|im_start|>${role}\` before the text, to make it the body of a message`,
    edits: [
      insert(at, `<|im_start|>${role}${lineBreakAt(block, target.context)}`),
      remove({ start: problem.end, end }),
    ],
    preferred: true,
    changesBody: true,
  };
}

/**
 * Removes all stray text, although the problem is only reported where it begins. Text with tokens that have problems of their own is not
 * removed.
 */
function removeStray({ block, problem, context }: Target): Proposal | undefined {
  const { text } = block;
  const isLast = context.blocks.at(context.blocks.length - 1) === block;
  const part = partsOf(block, isLast, context).find(({ start, end }) => start <= problem.start && problem.start < end);
  const others = outerTokens(block).filter(({ start }) => start >= problem.start && start < (part?.end ?? 0));
  if (part === undefined || others.some(({ start, token }) => start > problem.start || token.kind === 'fim'))
    return undefined;
  let end = problem.start + text.slice(problem.start, part.end).trimEnd().length;
  while (' \t'.includes(text[end] ?? '-')) end++;
  const span = { start: problem.start, end };
  return { title: `Remove ${titleText(text, span)}`, edits: [remove(span)] };
}

function closeAtEnd({ block, message, context }: Target): Proposal {
  return {
    title: `Insert \`${endToken}\` at the end`,
    edits: [close(block, context)],
    preferred: true,
    // The content of a user or a tool may quote the opener that seems to begin the next message.
    safe: message.role === modelRole || message.role === systemRole,
  };
}

export const messageFixers: Fixers = {
  'E-STREAM-TRUNCATED': {
    says: 'insert or complete the end token, and insert the end token of the sequence; if a second `<tool_call>` ends the call, change it to `</tool_call>`',
    fix: (target) => [endCall(target), truncated(target)],
  },
  'end-missing': {
    says: 'insert the end token, or correct the tokens that hide where a message ends',
    fix: (target) => [mendSeam(target) ?? closeAtEnd(target)],
  },
  'start-missing': {
    says: 'remove a second end token; correct a misspelled opener, or insert a missing opener before the text',
    fix: (target) => [respellOpener(target) ?? endWithoutStart(target)],
  },
  'stray-text': {
    says: 'correct a misspelled opener, or remove the text',
    fix: (target) => [respellOpener(target), removeStray(target)],
  },
};
