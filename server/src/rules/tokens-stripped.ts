import { stripped } from '../model/stripped.ts';
import { Aspect, type Report, type Rule } from './support/rule.ts';

function look(text: string, from: number, to: number, report: Report, remedy = decodeAgain): void {
  const strippedText = stripped(text.slice(from, to));
  if (strippedText === undefined) return;
  report(
    { start: from + strippedText.head.start, end: from + strippedText.head.end },
    `This looks like messages whose control tokens were removed, as happens when special tokens are skipped in decoding. ${remedy}`,
  );
}

const decodeAgain = 'Decode the output again with special tokens kept.';
/** The advice for the `content` of an answer that is trained on, since servers write such output there. */
const writeAnswer =
  'A model trained on this learns to write its reasoning and the names of channels as the answer. Write only the answer as `content`, and the reasoning as `thinking`.';

/** Reports text that looks like messages from which the control tokens were removed. */
export const rule: Rule = {
  code: 'tokens-stripped',
  title: 'Control tokens seem to have been removed',
  section: 'Harmony',
  level: 'information',
  levels: { training: 'warning' },
  needs: ['channels'],
  ofAnyText: true,
  chats: 'trained-answers',
  silentOnPlainValues: true,
  message: {
    when: Aspect.Assistant,
    check({ block, placed }, _context, report) {
      const { text, bodyStart, bodyEnd } = block;
      // Such text begins with the first letter of a role or a channel, or with white space before it.
      if (/[acdfsu\s]/.test(text[bodyStart] ?? '')) look(text, bodyStart, bodyEnd, report, placed && writeAnswer);
    },
  },
  gap: {
    check({ text }, from, _context, report) {
      look(text, from, text.length, report);
    },
  },
};
