/** What the words of a message header count as: roles and channels, and what is surely meant as one. */
import { builtinNamespaces, channels, roles, toolFamilies } from '../grammar/index.ts';
import type { Family } from './families/family.ts';

export const channelNames = channels.map((channel) => channel.name);
export const roleNames = roles.map((role) => role.name);
const toolRole = new RegExp(`^(?:(?:${toolFamilies.join('|')})\\.[\\w.-]+|${builtinNamespaces.join('|')})$`);

/** `user:alice`: whoever is not a tool may have a name. */
const named = roles.flatMap(({ name, replies }) => (replies ? [] : name));
const namedRole = new RegExp(`^(${named.join('|')}):(\\S+)$`);

/** Whether a role names a tool: the legacy form of a reply. */
export function isToolRole(role: string): boolean {
  return toolRole.test(role);
}

/** What a role word counts as: itself if it is one, what it surely means, or undefined. */
export function roleName(word: string, { has }: Family, rest: string): string | undefined {
  if (roleNames.includes(word) || isToolRole(word)) return word;
  const lower = word.toLowerCase();
  if (roleNames.includes(lower)) return lower;
  if (has.harmony) {
    const named = namedRole.exec(word);
    if (named) return named[1];
    // Another word is a tool's name if the header says to whom it speaks.
    if (/\sto=/.test(rest)) return word;
  }
  return roleNames.find((role) => lower.replaceAll(role, '') === '');
}

/** `user:alice`, as Harmony writes a named speaker, in the words of OpenChatML. */
export function namedSpeaker(word: string): string | undefined {
  const found = namedRole.exec(word);
  return found && /^[\x21-\x7e]+$/.test(found[2] as string) ? `${found[1]} name=${found[2]}` : undefined;
}

/** What a channel word counts as. Nothing that is merely like `final` counts as it: that could show what is hidden. */
export function channelName(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (channelNames.includes(lower)) return lower;
  return channels.find((channel) => !channel.visible && lower.startsWith(channel.name))?.name;
}
