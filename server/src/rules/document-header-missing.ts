import { type UnreadHeader, unreadHeader } from '../syntax/document-header/extent.ts';
import { opener } from './support/places.ts';
import type { Rule } from './support/rule.ts';

const reasons: Readonly<Record<UnreadHeader['why'], string>> = {
  comment: 'a comment comes before it',
  'quoted key': 'its first key is in quotes',
  brace: 'it is in braces',
};

/** Reports a 2.2 transcript that does not begin with a YAML header (2.2 §2, A-002). */
export const rule: Rule = {
  code: 'document-header-missing',
  title: 'No document header',
  section: '2.2 §2',
  level: 'warning',
  levels: { strict: 'error' },
  needs: ['documentHeader'],
  document(opening, { header, blocks }, report) {
    if (header !== undefined || opening === undefined) return;
    const first = opening.kind === 'message' ? opening : blocks.at(1);
    if (first?.kind !== 'message') return;
    const start = first === opening ? 0 : opening.text.length;
    const { end } = opener(first);
    const unread = opening.kind === 'prelude' ? unreadHeader(opening.text) : undefined;
    report(
      { start, end: start + end },
      unread
        ? `The document header is not read, because ${reasons[unread.why]}. Begin the file with \`---\` on a line of its own.`
        : 'The document header is missing. Begin the file with `version: 2.2` on a line of its own.',
    );
  },
};
