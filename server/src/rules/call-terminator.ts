import { isCutInString, jsonFault } from '../model/body-json.ts';
import { terminator } from './support/places.ts';
import { Aspect, inHarmonyMode, type Rule } from './support/rule.ts';
import { holdsSeam } from './support/seam.ts';

/** Reports an outgoing call with a terminator other than `<|call|>` (2.2 §6, A-063). */
export const rule: Rule = {
  code: 'call-terminator',
  title: 'Call not closed by `<|call|>`',
  section: '2.2 §6',
  level: 'error',
  levels: { ...inHarmonyMode('warning'), training: 'error' },
  needs: ['channels'],
  message: {
    when: Aspect.Call,
    check(message, _context, report) {
      const { block, tool } = message;
      if (block.terminator === undefined || block.terminator === 'call' || holdsSeam(block)) return;
      // The terminator lies in a string of the arguments, so the call continues after it.
      if (isCutInString(message, jsonFault(message))) return;
      report(
        terminator(block),
        `A call to \`${tool}\` must end with \`<|call|>\`, where sampling stops so that the tool can run; after \`<|${block.terminator}|>\`, the runtime may ignore the call. Write \`<|call|>\` instead.`,
        {
          data: { suggestion: '<|call|>' },
        },
      );
    },
  },
};
