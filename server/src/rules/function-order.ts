import { functionSteps, type Step } from '../model/calls/functions.ts';
import { CallThread } from '../model/calls/pairing.ts';
import { resultsWithoutCall } from './support/results.ts';
import type { Rule } from './support/rule.ts';

/**
 * Reports an output that does not belong to the next call (0.1 §8.4, A-106). Calls and outputs are matched by name in one sequence; a user
 * or system message starts a new one.
 */
export const rule: Rule = {
  code: 'function-order',
  title: 'Outputs without a call, or not in the order of the calls',
  section: '0.1 §8.4',
  level: 'warning',
  needs: ['functions'],
  group: {
    by: 'functions',
    check(members, _context, report) {
      const calls = new CallThread<Step>('order');
      for (const { block, role } of members) {
        for (const step of functionSteps(block, role)) {
          const expected = calls.passedOver(step)?.tool;
          calls.take(step);
          if (expected === undefined) continue;
          report(
            block,
            step,
            `The next unanswered call is to \`${expected}\`, so the model takes this output of \`${step.tool}\` for its result: outputs are matched to calls only by their order. Put the output of \`${expected}\` before this one.`,
            { data: { suggestion: expected } },
          );
        }
      }
    },
  },
  forms: [resultsWithoutCall],
};
