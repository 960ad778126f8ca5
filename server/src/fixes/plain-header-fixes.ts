/** Fixes of messages in plain frames that do not depend on the tokens of the family. */
import { userRole } from '../grammar/index.ts';
import { callJson } from '../model/calls/body-calls.ts';
import { has, Trait } from '../syntax/block.ts';
import { openerOf } from '../syntax/families/family.ts';
import { nearlyThis } from '../syntax/tokens/expected-tokens.ts';
import { unfinishedAt } from '../syntax/tokens/misspelled.ts';
import { closer } from '../write/index.ts';
import {
  type FamilyFixers,
  type Fix,
  type Fixers,
  insert,
  type Proposal,
  remove,
  replace,
  type Target,
  titleText,
} from './fix.ts';
import { suggested } from './headers.ts';
import { correctName } from './support/correct-name.ts';
import { respellFrame } from './support/frames.ts';
import { repair } from './support/repair-json.ts';
import { closeText } from './support/text-end.ts';
import { completeToken, mendSeam, respellEnd } from './terminators.ts';

/** Closes an open message with the usual terminator. The body does not change. */
function close({ block }: Target, safe: boolean): Fix {
  const { text } = closer(block.family, false, openerOf(block));
  return {
    title: `Insert \`${text}\` at the end`,
    edits: [closeText(block, text, '')],
    preferred: true,
    safe,
  };
}

/** Inserts the mark that ends the calls of a message, if nothing but the end of the last call is missing. */
function closeCalls({ block }: Target): Proposal | undefined {
  const { mark, completion } = block.family.lackingCallEnd?.(block) ?? {};
  if (completion === undefined) return undefined;
  const { at, text } = completion;
  return {
    title: `Insert ${titleText(text.trim(), { start: 0, end: text.length })} after the calls in the body`,
    edits: [insert(at, text)],
    preferred: true,
    safe: text === mark,
    changesBody: true,
  };
}

/** Corrects a misspelled opener, such as `<|im_strat|>user`, at the beginning of a message. */
export function respellOpener({ block, problem }: Target): Proposal | undefined {
  const { openers } = block.family.frame;
  const typo = openers
    .map((opener) => nearlyThis(block, problem.start, block.text.length, opener))
    .find((one) => one?.start === problem.start);
  if (typo === undefined) return undefined;
  return {
    title: `Replace ${titleText(block.text, typo)} with \`${typo.token.text}\`, which begins a message with its own body`,
    edits: [replace(typo, typo.token.text)],
    preferred: true,
    changesBody: true,
  };
}

/** Corrects the role in an opener such as `<start_of_turn>assistant`, if the chat template writes another word for it, such as `model`. */
function respellRole({ block }: Target): Proposal | undefined {
  const begun = openerOf(block).text;
  const [roleText, word] = /^(\w+)\s?/.exec(block.text.slice(begun.length)) ?? [];
  const opener = block.family.frame.openers.find(
    ({ text, role }) => role !== undefined && role === word && text.startsWith(begun),
  );
  if (opener === undefined || roleText === undefined) return undefined;
  const span = { start: 0, end: begun.length + (/\s$/.test(opener.text) ? roleText : (word as string)).length };
  return {
    title: `Replace ${titleText(block.text, span)} with \`${opener.text.trim()}\`, where the body begins`,
    edits: [replace(span, opener.text)],
    preferred: true,
    changesBody: true,
  };
}

/** Repairs the JSON of a call if it is clear what is meant. */
function mendCall({ block }: Target): Proposal | undefined {
  const span = callJson(block);
  const repaired = span && repair(block.text.slice(span.start, span.end));
  return (
    repaired && { title: repaired.title, edits: [replace(span, repaired.text)], preferred: true, changesBody: true }
  );
}

/** Fixes of doubled tokens. They also apply to ChatML, which has these tokens too. */
export const doubledFixers: Fixers = {
  'sequence-doubled': {
    says: 'remove the second token',
    fix: ({ problem, block }) => [
      { title: `Remove the second ${titleText(block.text, problem)}`, edits: [remove(problem)], preferred: true },
    ],
  },
};

export const plainFixers: FamilyFixers = {
  ...doubledFixers,
  'forged-turn': { none: 'This dialect has no escapes, so its control tokens cannot be written as text.' },
  'tool-undeclared': { says: 'correct the name of the function', fix: (target) => [correctName(target)] },
  'dialect-mixed': {
    none: 'A message in another dialect may be quoted on purpose, and this dialect cannot escape it.',
  },
  'call-json': { says: 'repair the JSON where the repair is certain', fix: (target) => [mendCall(target)] },
  'E-STREAM-TRUNCATED': {
    says: 'insert the terminator, or complete it',
    // Truncated JSON would still be incomplete with a terminator.
    fix: (target) =>
      target.problem.data?.rule === 'json'
        ? []
        : [
            unfinishedAt(target.block.text, target.block.family.spellings)
              ? completeToken(target)
              : close(target, false),
          ],
  },
  'token-misspelled': {
    says: 'correct the token; if the corrected token completes a message, also correct the other tokens that frame it',
    fix: (target) => {
      const isCut = target.problem.end === target.block.text.length && has(target.block, Trait.Open);
      if (isCut && unfinishedAt(target.block.text, target.block.family.spellings)) return [completeToken(target)];
      const frame = respellFrame(target);
      return frame.length > 0 ? frame : [respellEnd(target)];
    },
  },
  'end-missing': {
    says: 'insert the terminator or the mark that ends calls, or correct the tokens that hide where a message ends',
    // The content of a user or a tool may contain the next opener as text, which `forged-turn` reports.
    fix: (target) => [
      target.problem.data?.rule === 'calls'
        ? closeCalls(target)
        : (mendSeam(target) ?? close(target, target.message.role !== userRole && target.message.kind !== 'reply')),
    ],
  },
  'header-space': {
    says: 'remove the spaces',
    fix: ({ problem }) => [{ title: 'Remove the spaces', edits: [remove(problem)], preferred: true }],
  },
  'header-break-missing': {
    says: 'add the missing line breaks',
    fix: (target) => {
      const lineBreaks = suggested(target);
      return [
        {
          title: `Add the missing line break${lineBreaks === '\n' ? '' : 's'}`,
          edits: lineBreaks === undefined ? [] : [insert(target.problem.end, lineBreaks)],
          preferred: true,
          safe: true,
        },
      ];
    },
  },
  'E-PARSE-HEADER': {
    says: 'correct the role or the token',
    fix: (target) => {
      const { token } = target.problem.data ?? {};
      if (typeof token === 'string')
        return [
          {
            title: `Replace ${titleText(target.block.text, target.problem)} with \`${token}\`, where the body begins`,
            edits: [replace(target.problem, token)],
            preferred: true,
            changesBody: true,
          },
        ];
      if (target.block.family.learned) return [respellRole(target)];
      const suggestion = suggested(target);
      const title = `Replace ${titleText(target.block.text, target.problem)} with \`${suggestion}\``;
      return [{ title, edits: [replace(target.problem, suggestion)], preferred: true }];
    },
  },
  'stray-text': {
    says: 'correct a misspelled opener, or remove the text',
    // The problem is reported where the stray text begins, but all of it is removed, up to the next message.
    fix: (target) => {
      const { problem, block } = target;
      const span = { start: problem.start, end: block.text.trimEnd().length };
      return [respellOpener(target), { title: `Remove ${titleText(block.text, span)}`, edits: [remove(span)] }];
    },
  },
};
