import { toolRole } from '../grammar/index.ts';
import { wordsOf } from '../model/message-origin.ts';
import { isToolRole } from '../syntax/message-header.ts';
import { callSpan, roleSpan } from './support/places.ts';
import { inHarmonyMode, type Rule } from './support/rule.ts';

/** Reports a call or a reply without its id (2.2 §6, §8.2, §10; A-145). Harmony has no ids. */
export const rule: Rule = {
  code: 'call-id-missing',
  title: 'Call or reply without `call_id`',
  section: '2.2 §6, §8.2',
  level: 'error',
  levels: { ...inHarmonyMode('off'), messages: 'warning', training: 'error' },
  needs: ['callIds'],
  projection: 'any',
  chats: 'call',
  silentOnPlainValues: true,
  header(meaning, { training = false }, report) {
    const { kind, role, header, placed } = meaning;
    if (kind === 'plain' || header.attributes.some(({ key }) => key === 'call_id')) return;
    // `E-PARSE-HEADER` reports a misspelled key such as `cal_id=`.
    if (header.faults.some(({ suggestion, text }) => meansId(suggestion ?? text))) return;
    if (placed?.api && !placed.api.needsId) return;
    const { callId } = wordsOf(meaning);
    const call = callSpan(meaning);
    if (kind === 'call' && call) {
      const otherwise = placed?.api?.unquoted
        ? ', or choose the `template` profile (`ocml.messages.profile`, or `--profile template`), which does not need one'
        : '';
      report(
        call,
        `A tool call must carry an id, so that its reply can be matched to it. Add ${callId} with a new id${otherwise}.`,
        placed?.api?.unquoted && !training ? { milder: 'information' } : {},
      );
    } else if (role === toolRole || (kind === 'reply' && isToolRole(role ?? ''))) {
      report(roleSpan(meaning), `A reply must repeat the id of its call. Add ${callId} with that id.`);
    }
  },
};

const meansId = (text: string) => /^\w?call_id=/i.test(text);
