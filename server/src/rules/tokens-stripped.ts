import { stripped } from '../model/stripped.ts';
import { Aspect, type Report, type Rule } from './support/rule.ts';

function look(text: string, from: number, to: number, report: Report): void {
  const found = stripped(text.slice(from, to));
  if (found === undefined) return;
  report(
    { start: from + found.head.start, end: from + found.head.end },
    'This reads like messages whose control tokens were removed, as happens when special tokens are skipped in decoding. Decode the output again with special tokens kept.',
  );
}

/** Text that reads like frames without their tokens. */
export const rule: Rule = {
  code: 'tokens-stripped',
  title: 'Control tokens seem to have been removed',
  section: 'Harmony',
  level: 'information',
  levels: { training: 'warning' },
  needs: ['channels'],
  ofAnyText: true,
  message: {
    when: Aspect.Assistant,
    check({ block }, _context, report) {
      const { text, bodyStart, bodyEnd } = block;
      // Only the beginnings of names of roles and channels, or spaces before them.
      if (/[acdfsu\s]/.test(text[bodyStart] ?? '')) look(text, bodyStart, bodyEnd, report);
    },
  },
  gap: {
    check({ text }, from, _context, report) {
      look(text, from, text.length, report);
    },
  },
};
