import { modelRole } from '../grammar/index.ts';
import { listed, quote } from '../syntax/wording.ts';
import { roleSpan } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** With `require_channels` of an enabled profile, every assistant message carries one of them (2.2 §2, §12; A-009). */
export const rule: Rule = {
  code: 'E-PARSE-CHANNEL-MISSING',
  title: 'Channel missing although the profile requires one',
  section: '2.2 §12, §14',
  level: 'error',
  needs: ['profile'],
  header(meaning, { header }, report) {
    if (meaning.role !== modelRole) return;
    const required = header?.get('profiles.harmony.require_channels')?.items?.map((item) => String(item.value));
    if (required === undefined || required.length === 0) return;
    const { channel } = meaning;
    if (channel !== undefined && required.includes(channel)) return;
    const written = meaning.header.channel?.word?.text;
    const what =
      written === undefined ? 'This message has no channel' : `The channel ${quote(written)} is not allowed here`;
    report(
      roleSpan(meaning),
      `${what}: the document header requires ${listed(required)} on every assistant message. Write it after \`<|channel|>\`.`,
    );
  },
};
