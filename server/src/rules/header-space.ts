import type { Rule } from './rule.ts';

/** A line break or extra blanks in a header (2.2 §6, §15; ). */
export const rule: Rule = {
  code: 'header-space',
  title: 'Line break or extra blank in a header',
  section: '2.2 §6, §15',
  level: 'hint',
  header({ header }, _context, report) {
    const { constrain } = header;
    for (const space of header.spaces) {
      const afterConstrain = constrain !== undefined && space.start === constrain.token.end;
      report(
        space,
        afterConstrain
          ? "No blank belongs here; Harmony's parser fails on it."
          : 'A header takes one blank between its words and no line break. Remove the rest.',
      );
    }
  },
};
