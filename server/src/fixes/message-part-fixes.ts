/** Fixes of calls and replies in learned dialects, whose chat templates write names and ids within messages. */
import { type FamilyFixers, type Proposal, replace, type Target, titleText } from './fix.ts';
import { suggested } from './headers.ts';
import { plainFixers } from './plain-header-fixes.ts';

/** Matches names and ids that can be replaced without escapes. */
const plainWord = /^[\w.:-]+$/;

/** Replaces the id or the name in a reply with that of the call that it probably answers. */
function answerCall(target: Target): Proposal | undefined {
  const { problem, block } = target;
  const word = suggested(target);
  if (word === undefined || !plainWord.test(word) || !plainWord.test(block.text.slice(problem.start, problem.end)))
    return undefined;
  return {
    title: `Change to ${titleText(word, { start: 0, end: word.length })} in the body`,
    edits: [replace(problem, word)],
    preferred: true,
    changesBody: true,
  };
}

export const messagePartFixers: FamilyFixers = {
  ...plainFixers,
  'call-id-unmatched': {
    says: 'change the id or the name to that of a call without a reply',
    fix: (target) => [answerCall(target)],
  },
  'tool-name-mismatch': {
    says: 'change the name to that of the tool that was called',
    fix: (target) => [answerCall(target)],
  },
};
