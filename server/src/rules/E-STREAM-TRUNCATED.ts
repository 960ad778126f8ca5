import { isSlot } from '../model/message.ts';
import { openEnd } from '../model/open-end.ts';
import { has, Trait } from '../syntax/block.ts';
import { closer, headerToken, openerOf } from '../syntax/families/family.ts';
import { unfinishedAt } from '../syntax/tokens/misspelled.ts';
import { neverStops, reportCutOff } from './support/cut-off.ts';
import { misspelledEnd } from './support/misspelled-end.ts';
import { opener } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** Reports a last message without a terminator (2.2 §9, A-065, A-138). A prompt may end in an open `<|start|>assistant`. */
export const rule: Rule = {
  code: 'E-STREAM-TRUNCATED',
  title: 'The last message has no terminator',
  section: '2.2 §9, §14',
  level: 'warning',
  needs: [],
  message: {
    when: Aspect.Unclosed,
    check(message, { training = false }, report) {
      const { block, kind, header } = message;
      if (block.family.has.taggedParts) {
        reportCutOff(message, training, report);
        return;
      }
      // If a literal block is open, `literal-unclosed` reports it as the cause.
      if (!has(block, Trait.Open) || has(block, Trait.LiteralOpen) || isSlot(message)) return;
      if (misspelledEnd(block)) return;
      const headerEnd = headerToken(block.family.frame);
      const cut = unfinishedAt(block.text, block.family.spellings);
      const close = closer(block.family, kind === 'call', openerOf(block));
      if (header.unfinished && headerEnd !== undefined) {
        report(
          opener(block),
          `The document ends inside this header. Complete it with \`${headerEnd.text}\` and a body.`,
          { data: { rule: 'header' } },
        );
        return;
      }
      const end = openEnd(message);
      if (end.lacks === 'json') {
        report(end.at, 'The document is cut off here, in the middle of JSON. Get the rest, or complete the JSON.', {
          data: { rule: 'json' },
        });
        return;
      }
      if (end.lacks === 'stop' && !cut) {
        report(
          opener(block),
          training
            ? neverStops(close.text)
            : `Only the stop token is missing at the end of this message: servers strip it from their output. If the message is complete, add \`${close.text}\`.`,
          { ...(!training && { milder: 'information' as const }), data: { rule: 'stop' } },
        );
        return;
      }
      const advice = cut
        ? `complete \`${block.text.slice(cut.start)}\` to \`${cut.token.text}\``
        : `add \`${close.text}\` at its end`;
      report(
        opener(block),
        `This message is cut off: the document ends before its terminator. If it is complete, ${advice}.`,
        {
          ...(cut && {
            related: [{ block, start: cut.start, end: block.text.length, message: 'The document is cut off here.' }],
          }),
        },
      );
    },
  },
};
