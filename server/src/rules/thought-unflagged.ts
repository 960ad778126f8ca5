import { thoughtsOf } from '../model/thoughts.ts';
import { in01, type Rule } from './rule.ts';

/** A thought block that no flag of a system message before it asks for (0.1 §4, A-108). The first one stands for all. */
export const rule: Rule = {
  code: 'thought-unflagged',
  title: 'Thought block that no flag asks for',
  section: '0.1 §4',
  level: 'information',
  dialects: in01,
  group: {
    by: 'thought',
    check([first], _context, report) {
      if (first === undefined || first.role !== 'assistant') return;
      const seen = new Set<string>();
      for (const { name, start } of thoughtsOf(first.block).blocks) {
        if (seen.has(name)) continue;
        seen.add(name);
        report(
          first.block,
          start,
          `No system message before this asks for \`${name}\` thoughts. A model in training learns to think unasked; add \`<|${name}|>\` to the system message if that is not meant.`,
          { data: { suggestion: `<|${name}|>` } },
        );
      }
    },
  },
};
