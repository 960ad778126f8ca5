import { channels, modelRole } from '../grammar/index.ts';
import { listed, quote } from '../syntax/wording.ts';
import { headerWords } from './support/header-key.ts';
import { roleSpan } from './support/places.ts';
import type { Context, Rule } from './support/rule.ts';

const key = 'profiles.harmony.require_channels';

/**
 * Returns the required channels: every message needs one of them. If the list contains an unknown channel, all channels are returned, since
 * any could be meant.
 */
export function requiredChannels(header: Context['header']): readonly string[] {
  const items = header?.get(key)?.items ?? [];
  return items.length === 0 ? [] : (headerWords(header, key) ?? channels.map(({ name }) => name));
}

/** Reports an assistant message without one of the channels that `require_channels` of an enabled profile lists (2.2 §2, §12; A-009). */
export const rule: Rule = {
  code: 'E-PARSE-CHANNEL-MISSING',
  title: 'Channel missing although the profile requires one',
  section: '2.2 §12, §14',
  level: 'error',
  needs: ['profile'],
  header(meaning, { header }, report) {
    if (meaning.role !== modelRole) return;
    const required = requiredChannels(header);
    if (required.length === 0) return;
    const { channel } = meaning;
    if (channel !== undefined && required.includes(channel)) return;
    const wordText = meaning.header.channel?.word?.text;
    const what =
      wordText === undefined ? 'This message has no channel' : `The channel ${quote(wordText)} is not allowed here`;
    report(
      roleSpan(meaning),
      `${what}: the document header requires ${listed(required)} on every assistant message. Write ${required.length > 1 ? 'one' : 'it'} after \`<|channel|>\`.`,
    );
  },
};
