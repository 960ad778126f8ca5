import { attributeNamed } from '../syntax/message-header.ts';
import { roleSpan } from './support/places.ts';
import { inHarmonyMode, type Rule } from './support/rule.ts';

/** A call or a reply without `call_id` (2.2 §6, §8.2). Harmony has none. */
export const rule: Rule = {
  code: 'call-id-missing',
  title: 'Call or reply without `call_id`',
  section: '2.2 §6, §8.2',
  level: 'error',
  levels: inHarmonyMode('off'),
  needs: ['callIds'],
  header(meaning, _context, report) {
    if (meaning.kind === 'plain' || meaning.header.attributes.some(({ key }) => key === 'call_id')) return;
    const to = attributeNamed(meaning.header, 'to');
    if (meaning.kind === 'call' && to) {
      report(
        to,
        'A tool call must carry a `call_id`, so that its reply can be matched to it. Add `call_id=` with an id of its own.',
      );
    } else if (meaning.kind === 'reply') {
      report(roleSpan(meaning), 'A reply must repeat the `call_id` of its call. Add `call_id=` with that id.');
    }
  },
};
