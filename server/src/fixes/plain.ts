/** Fixes of messages in plain frames, whatever the tokens of the family are. */
import { userRole } from '../grammar/index.ts';
import { has, Trait } from '../syntax/block.ts';
import { unfinishedAt } from '../syntax/tokens/misspelled.ts';
import { closer } from '../write/index.ts';
import { type Fix, type Fixers, remove, replace, shown, type Target } from './fix.ts';
import { suggested } from './headers.ts';
import { respellFrame } from './support/frames.ts';
import { closeText } from './support/text-end.ts';
import { completeToken, respellEnd } from './terminators.ts';

/** Closes an open message with the usual terminator. Its body stays what it is. */
function close({ block }: Target, safe: boolean): Fix {
  return {
    title: `Insert \`${closer(block.family, false).text}\` at the end`,
    edits: [closeText(block, closer(block.family, false).text, '')],
    preferred: true,
    safe,
  };
}

export const plainFixers: Fixers = {
  'E-STREAM-TRUNCATED': {
    says: 'insert the terminator, or complete it',
    fix: (target) => [
      unfinishedAt(target.block.text, target.block.family.spellings) ? completeToken(target) : close(target, false),
    ],
  },
  'token-misspelled': {
    says: 'write the token, or all that frame a message, where that makes the message whole',
    fix: (target) => {
      const isCut = target.problem.end === target.block.text.length && has(target.block, Trait.Open);
      if (isCut && unfinishedAt(target.block.text, target.block.family.spellings)) return [completeToken(target)];
      const frame = respellFrame(target);
      return frame.length > 0 ? frame : [respellEnd(target)];
    },
  },
  'end-missing': {
    says: 'insert the terminator',
    // What a user or a tool said may hold the next opener as text: `forged-turn`.
    fix: (target) => [close(target, target.message.role !== userRole && target.message.kind !== 'reply')],
  },
  'header-space': {
    says: 'remove the spaces',
    fix: ({ problem }) => [{ title: 'Remove the spaces', edits: [remove(problem)], preferred: true }],
  },
  'E-PARSE-HEADER': {
    says: 'write the role that is meant',
    fix: (target) => {
      const meant = suggested(target);
      const title = `Write \`${meant}\` for ${shown(target.block.text, target.problem)}`;
      return [{ title, edits: [replace(target.problem, meant)], preferred: true }];
    },
  },
  'stray-text': {
    says: 'remove the text',
    // The report is on the first of it; all of it goes, up to the next message.
    fix: ({ problem: { start }, block: { text } }) => {
      const span = { start, end: text.trimEnd().length };
      return [{ title: `Remove ${shown(text, span)}`, edits: [remove(span)] }];
    },
  },
};
