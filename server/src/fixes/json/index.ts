/** The fixes of JSON documents, by code. Loaded with the first request for a fix. */

import { wireOf } from '../../model/json/wire.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { type Fix, wholeOf } from '../fix.ts';
import { callFixers } from './calls.ts';
import type { JsonFixers, JsonTarget } from './fix.ts';
import { keeps } from './keeps.ts';
import { messageFixers } from './messages.ts';
import { projectionFixers } from './projection.ts';
import { isLosslessRepair, syntaxFixers } from './syntax-fixes.ts';
import { wireFixers } from './wire.ts';
import { quoteValue, respell, suggestedWord } from './words.ts';

export const jsonFixers: JsonFixers = {
  ...syntaxFixers,
  ...wireFixers,
  'wire-role-unknown': suggestedWord('correct the role'),
  ...messageFixers,
  ...callFixers,
  ...projectionFixers,
  'stream-event': {
    says: 'correct the event, or change a number to a string',
    safe: true,
    fix: (target) => [respell(target) ?? quoteValue(target)],
  },
};

/**
 * Proposals for a problem that leave everything else unchanged. Their other effects are checked by the proof (`prove.ts`) before they are
 * offered.
 */
export function jsonProposalsOf(target: JsonTarget): Fix[] {
  const { code } = target.problem;
  // The fixes of wire documents write the tokens of the grammar. The later variant of the format has other tokens, so it gets no
  // fixes.
  if (getOwn(wireFixers, code) && wireOf(target.reading).im) return [];
  const { fix, proof } = getOwn(jsonFixers, code) ?? {};
  return wholeOf(fix?.(target) ?? []).filter(({ edits }) => (proof ? isLosslessRepair : keeps)(target, edits));
}
