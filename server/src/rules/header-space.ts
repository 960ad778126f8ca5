import { unseen } from '../syntax/wording.ts';
import type { Rule } from './support/rule.ts';

/** Reports a line break or extra spaces in a header (2.2 §6, §15; ). */
export const rule: Rule = {
  code: 'header-space',
  title: 'Line break or extra space in a header',
  section: '2.2 §6, §15',
  level: 'hint',
  needs: [],
  header({ header }, { family }, report) {
    const { channels } = family.has;
    const { constrain } = header;
    for (const space of header.spaces) {
      const hidden = unseen(header.text.slice(space.start, space.end));
      if (hidden !== undefined) {
        report(space, `This is ${hidden}, which other parsers may take for part of a word. Write one ordinary space.`);
        continue;
      }
      const spaceText = header.text.slice(space.start, space.end);
      const afterConstrain = constrain !== undefined && space.start === constrain.token.end;
      report(
        space,
        afterConstrain
          ? "There must be no space here: Harmony's parser fails on it. Remove it."
          : !channels
            ? 'The words of a header are separated by one space, and none follows the last word. Remove the extra white space.'
            : spaceText.length === 1 && /[ \t]/.test(spaceText)
              ? 'There must be no space here: tokens and words follow each other directly. Remove it.'
              : `The words of a header are separated by one space${/[\r\n]/.test(spaceText) ? ', not a line break' : ''}. Remove the extra white space.`,
      );
    }
  } /** In 0.1, a message consists of whole lines, so spaces after the end token are reported as well. */,
  gap: {
    blank: true,
    check({ text, family }, from, _context, report) {
      if (family.frame.headerEnd !== 'line break' || from === 0) return;
      let end = from;
      while (text.charCodeAt(end) === 32 || text.charCodeAt(end) === 9) end++;
      if (end > from) report({ start: from, end }, 'The spaces after the end token have no effect. Remove them.');
    },
  },
};
