import { builtinNamespaces, callChannel, functionsNamespace, thoughtChannel } from '../grammar/index.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { listed } from '../syntax/wording.ts';
import { headerWords } from './support/header-key.ts';
import { inHarmonyMode, type MessageContext, type Rule } from './support/rule.ts';

const namespaces: ReadonlySet<string> = new Set(builtinNamespaces);

/**
 * The channels on which a tool may be called: `commentary` for functions, and also `analysis` for built-in tools, unless the profile in the
 * document header says otherwise (2.2 §8.3, A-070).
 */
export function channelsOf(tool: string, { header, family }: MessageContext): readonly string[] {
  // A tool in its own namespace, such as `container.exec`, is built into the runtime.
  const [namespace = '', ...more] = tool.split('.');
  const builtin = namespaces.has(namespace) || (more.length > 0 && namespace !== functionsNamespace);
  const key = `profiles.harmony.${builtin ? 'builtins_in' : 'tool_calls_in'}`;
  const profileChannels = family.has.profile ? headerWords(header, key) : undefined;
  return profileChannels ?? (builtin ? [thoughtChannel, callChannel] : [callChannel]);
}

/**
 * Reports a call on the wrong channel. If a header has several channels and one of them is right, only their number is reported, by another
 * rule.
 */
export const rule: Rule = {
  code: 'tool-channel',
  title: 'Call on the wrong channel',
  section: '2.2 §8.3',
  level: 'error',
  levels: inHarmonyMode('warning'),
  needs: ['channels'],
  projection: 'whole',
  header({ header, kind, tool, effectiveChannel }, context, report) {
    if (kind !== 'call' || tool === undefined || effectiveChannel === undefined) return;
    const channels = channelsOf(tool, context);
    if (channels.includes(effectiveChannel)) return;
    if (header.channels.some(({ name }) => name !== undefined && channels.includes(name))) return;
    const word = header.channel?.word;
    const where = word ? `not on \`${word.name}\`` : 'but this message has no channel and so counts as `final`';
    const span = word ?? attributeNamed(header, 'to');
    if (span)
      report(
        span,
        `\`${tool}\` must be called on ${listed(channels)}, ${where}. Write the channel after \`<|channel|>\`.`,
        {
          data: { suggestion: channels[channels.length - 1] },
        },
      );
  },
};
