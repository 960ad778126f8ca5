import { foreignEnd } from '../model/foreign-tokens.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { closer, endsWithNext, openerOf } from '../syntax/families/family.ts';
import { quote } from '../syntax/wording.ts';
import { isOnNewLine, writerOf } from './support/forged.ts';
import { misspelledEnd } from './support/misspelled-end.ts';
import { nextOpener, opener, terminator } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';
import { type Seam, seamsIn } from './support/seam.ts';

/** Reports a message that is not closed before the next one begins (2.2 §3, A-017). */
export const rule: Rule = {
  code: 'end-missing',
  title: 'Message not closed before the next one',
  section: '2.2 §3, §6',
  level: 'error',
  needs: [],
  message: {
    when: Aspect.Unclosed | Aspect.Odd,
    check(message, _context, report) {
      const { block, kind, header } = message;
      for (const seam of seamsIn(block)) report(seam.at, seamMessage(block, seam), { data: { rule: 'seam' } });
      const lacking = block.family.lackingCallEnd?.(block);
      if (lacking)
        report(
          block.terminator === undefined && lacking.completion ? lacking.completion.after : terminator(block),
          `The calls in this message are not closed: ${quote(lacking.mark)} is missing here, so parsers may drop them. Insert it.`,
          { data: { rule: 'calls' } },
        );
      if (block.terminator !== undefined || endsWithNext(block)) return;
      // `dialect-mixed` reports a terminator of another dialect here.
      if (has(block, Trait.Open) || !header.closed || foreignEnd(block) || misspelledEnd(block)) return;
      const { family } = block;
      const close = closer(family, kind === 'call', openerOf(block));
      const who = isOnNewLine(message) ? writerOf(message) : undefined;
      const [next, ...others] = family.frame.openers;
      const text = others.length > 0 ? 'token' : `\`${next.text}\``;
      const otherwise = who
        ? `, or, if ${who} wrote the ${text} after it, ${family.has.escapes ? 'escape' : 'remove'} that token`
        : '';
      report(
        opener(block),
        `This message is not closed before the next one begins. Add \`${close.text}\` at its end${otherwise}.`,
        {
          related: [{ block, ...nextOpener(block), message: 'The next message begins here.' }],
        },
      );
    },
  },
};

/** The message for a boundary that is not recognized because of several slips. It lists the correction of each. */
function seamMessage({ text }: Block, { slips, at }: Seam): string {
  const corrections = slips.map(({ start, end, meant }) => {
    const slipText = text.slice(start, end).trim();
    if (slipText !== '') return `${quote(meant)} instead of ${quote(slipText)}`;
    return start <= at.start ? `${quote(meant)} at the end of the first` : `${quote(meant)} before the header`;
  });
  const listed =
    corrections.length === 2 ? corrections.join(' and ') : corrections.join(', ').replace(/, (?=[^,]*$)/, ', and ');
  return `Two messages run together here, and the second is read as part of the first. Write ${listed}.`;
}
