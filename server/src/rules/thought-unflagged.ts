import { modelRole, systemRole } from '../grammar/index.ts';
import { thoughtName, thoughtsOf } from '../model/thoughts.ts';
import type { Rule } from './support/rule.ts';

/**
 * Reports a thought block that no flag in an earlier system message requests (0.1 §4, A-108). On request, also reports a flag if the
 * document has no such block. For each kind of thought, only the first block or flag is reported.
 */
export const rule: Rule = {
  code: 'thought-unflagged',
  title: 'Thought block that no flag asks for',
  section: '0.1 §4',
  level: 'information',
  optIn: true,
  needs: ['thoughtBlocks'],
  group: {
    by: 'thought',
    check([first, other], _context, report, name) {
      if (first === undefined) return;
      const { blocks, flags } = thoughtsOf(first.block);
      const flag = flags.find((one) => thoughtName(one) === name);
      if (first.role === systemRole && flag && other === undefined) {
        const text = `This flag requests \`${name}\` thoughts, but no assistant message has any. A model trained on this learns to ignore the flag; unless you want that, remove the flag.`;
        report(first.block, flag, text, { optIn: true });
      }
      const thought = blocks.find((one) => one.name === name);
      if (first.role !== modelRole || thought === undefined) return;
      const text = `No earlier system message requests \`${name}\` thoughts. A model trained on this learns to think without being asked; unless you want that, add \`<|${name}|>\` to the system message.`;
      report(first.block, thought.start, text, { data: { suggestion: `<|${name}|>` } });
    },
  },
};
