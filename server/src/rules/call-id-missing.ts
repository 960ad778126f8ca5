import { toolRole } from '../grammar/index.ts';
import { wordsOf } from '../model/placed.ts';
import { isToolRole } from '../syntax/message-header.ts';
import { callSpan, roleSpan } from './support/places.ts';
import { inHarmonyMode, type Rule } from './support/rule.ts';

/** A call or a reply without its id (2.2 §6, §8.2, §10). Harmony has none. */
export const rule: Rule = {
  code: 'call-id-missing',
  title: 'Call or reply without `call_id`',
  section: '2.2 §6, §8.2',
  level: 'error',
  levels: inHarmonyMode('off'),
  needs: ['callIds'],
  projection: 'any',
  header(meaning, _context, report) {
    const { kind, role, header } = meaning;
    if (kind === 'plain' || header.attributes.some(({ key }) => key === 'call_id')) return;
    // `cal_id=` is `E-PARSE-HEADER`.
    if (header.faults.some(({ suggestion, text }) => meansId(suggestion ?? text))) return;
    const { callId } = wordsOf(meaning);
    const call = callSpan(meaning);
    if (kind === 'call' && call) {
      report(
        call,
        `A tool call must carry an id, so that its reply can be matched to it. Add ${callId} with one of its own.`,
      );
    } else if (role === toolRole || (kind === 'reply' && isToolRole(role ?? ''))) {
      report(roleSpan(meaning), `A reply must repeat the id of its call. Add ${callId} with it.`);
    }
  },
};

const meansId = (text: string) => /^\w?call_id=/i.test(text);
