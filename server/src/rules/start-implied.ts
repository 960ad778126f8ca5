import { inHarmonyMode, type Rule } from './support/rule.ts';

/** The document begins inside a header: what a Harmony model completes. */
export const rule: Rule = {
  code: 'start-implied',
  title: 'The document begins inside a header',
  section: '2.2 §6',
  level: 'hint',
  levels: inHarmonyMode('off'),
  needs: ['channels'],
  header({ header }, _context, report) {
    if (header.role !== undefined && header.role.end === 0 && header.channel !== undefined) {
      report(
        header.channel.token,
        'The message begins with its channel; `<|start|>assistant` is taken as said before it.',
      );
    }
  },
};
