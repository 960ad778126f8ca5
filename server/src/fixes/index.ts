/** The fixes of all codes that have any. Loaded with the first request for a fix. */
import type { Context, Problem } from '../rules/support/rule.ts';
import type { Block } from '../syntax/block.ts';
import { rowsOf } from '../syntax/families/index.ts';
import { getOwn } from '../syntax/get-own.ts';
import { bodyFixers } from './bodies.ts';
import { chatmlFixers } from './chatml/index.ts';
import { documentFixers } from './document-header.ts';
import { type FamilyFixers, type Fix, type Fixer, type Fixers, targetOf, wholeOf } from './fix.ts';
import { headerFixers } from './headers.ts';
import { lostHeaderFixers } from './lost-headers.ts';
import { messagePartFixers } from './message-part-fixes.ts';
import { parseHeaderFixer } from './parse-header.ts';
import { plainFixers } from './plain-header-fixes.ts';
import { replyFixers } from './replies.ts';
import { isSound } from './support/edits.ts';
import { terminatorFixers } from './terminators.ts';
import { tokenFixers } from './token-fixes.ts';
import { toolFixers } from './tools.ts';
import { turnFixers } from './turn-fixes.ts';

/** Restricts fixes that move or insert words in a header to headers in which every word is understood. */
function inSoundHeaders(fixers: Fixers): Fixers {
  return Object.fromEntries(
    Object.entries(fixers).map(([code, { says, fix }]) => [
      code,
      { says, fix: (target) => (isSound(target.message) ? fix(target) : []) } satisfies Fixer,
    ]),
  );
}

const fixers: Fixers = {
  'E-PARSE-HEADER': parseHeaderFixer,
  ...documentFixers,
  ...inSoundHeaders(headerFixers),
  ...lostHeaderFixers,
  ...terminatorFixers,
  ...tokenFixers,
  ...inSoundHeaders({ ...toolFixers, ...replyFixers, ...turnFixers }),
  ...bodyFixers,
};

/** The fixers of each family. OpenChatML 0.1 has its own, because it shares rule codes with 2.x but has other tokens. */
export const fixersOf = rowsOf<FamilyFixers>(
  () => fixers,
  ({ has }) => (has.messageParts ? messagePartFixers : plainFixers),
  { 'openchatml-0.1': chatmlFixers },
);

/** Whether there may be a proposal for a problem. This is decided without reading the message. */
export function hasFixer(problem: Problem, { family }: Context): boolean {
  const fixer = getOwn(fixersOf(family), problem.code);
  return fixer !== undefined && 'fix' in fixer;
}

/** Proposals for a problem. Before they are offered or applied, a proof (`prove.ts`) checks how they change the text that users see. */
export function proposalsOf(problem: Problem, block: Block, context: Context): Fix[] {
  const fixer = getOwn(fixersOf(context.family), problem.code);
  return fixer && 'fix' in fixer ? wholeOf(fixer.fix(targetOf(problem, block, context))) : [];
}
