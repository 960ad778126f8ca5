import { channels } from '../grammar/index.ts';
import { Aspect, type Report, type Rule } from './rule.ts';

const names = channels.map((channel) => channel.name).join('|');
/** `analysisThe user asks…assistantfinalHello`: a channel glued to a sentence, and later a role glued to a channel. */
const stripped = new RegExp(`^\\s*(${names})(?=[\\p{Lu}"“'*\\d])[^]*?assistant(?:${names})(?=\\S| to=)`, 'u');
const glued = new RegExp(`^\\s*(assistant(?:${names}))(?=[\\p{Lu}"“'*\\d])`, 'u');

function look(text: string, from: number, to: number, report: Report): void {
  const stretch = text.slice(from, to);
  const found = stripped.exec(stretch) ?? glued.exec(stretch);
  const word = found?.[1];
  if (word === undefined) return;
  const start = from + stretch.indexOf(word);
  report(
    { start, end: start + word.length },
    'This reads like messages whose control tokens were removed, as happens when special tokens are skipped in decoding. Decode again with special tokens kept.',
  );
}

/** Text that reads like frames without their tokens. */
export const rule: Rule = {
  code: 'tokens-stripped',
  title: 'Control tokens seem to have been removed',
  section: 'Harmony',
  level: 'information',
  message: {
    when: Aspect.Assistant,
    check({ block }, _context, report) {
      const { text, bodyStart, bodyEnd } = block;
      const unit = text.charCodeAt(bodyStart);
      // Only `analysis`, `assistant`, `commentary`, `final`, or blanks before them.
      if (unit === 97 || unit === 99 || unit === 102 || unit <= 32) look(text, bodyStart, bodyEnd, report);
    },
  },
  gap: {
    check({ text }, from, _context, report) {
      look(text, from, text.length, report);
    },
  },
};
