/** The meaning of the words of a message header: roles and channels, and words surely meant as one. */
import {
  attributes,
  builtinNamespaces,
  channels,
  functionsNamespace,
  modelRole,
  roles,
  toolFamilies,
  toolRolePrefixes,
} from '../../grammar/index.ts';
import type { Family } from '../families/family.ts';
import { CHANNEL } from '../tokens/tokens.ts';
import { attributeShape, bareWord } from './characters.ts';

export const channelNames = channels.map((channel) => channel.name);
export const roleNames = roles.map((role) => role.name);
export const attributeNames = attributes.map((attribute) => attribute.name);
/** Beginnings of roles, for a role that is being typed. */
export const roleBeginnings = [...roleNames, ...toolRolePrefixes, `${functionsNamespace}.`];
const toolRole = new RegExp(`^(?:(?:${toolFamilies.join('|')})\\.[\\w.-]+|${builtinNamespaces.join('|')})$`);

/** `user:alice`: a speaker that is not a tool may have a name. */
const named = roles.flatMap(({ name, replies }) => (replies ? [] : name));
const namedRole = new RegExp(`^(${named.join('|')}):(\\S+)$`);

/** Whether a role names a tool: the legacy form of a reply. */
export function isToolRole(role: string): boolean {
  return toolRole.test(role);
}

/** `assistantanalysis`: the token between role and channel is lost. */
const glued = new RegExp(`^(${modelRole})(${channelNames.join('|')})$`);

/** A role and a channel that have run together, with the token between them restored. */
export function ungluedRole(word: string): string | undefined {
  const [, role, channel] = glued.exec(word) ?? [];
  return role && `${role}${CHANNEL.text}${channel}`;
}

/** The role that a word counts as: the word itself if it is a role, otherwise the role that it clearly means, or undefined. */
export function roleName(word: string, { has }: Family, rest: string): string | undefined {
  if (roleNames.includes(word) || isToolRole(word)) return word;
  const lower = word.toLowerCase();
  if (roleNames.includes(lower)) return lower;
  if (has.namedSpeakers) {
    const match = namedRole.exec(word);
    if (match) return match[1];
    // Any other word is a tool's name if the header has a recipient.
    if (/\sto=/.test(rest)) return word;
  }
  return roleNames.find((role) => lower.replaceAll(role, '') === '');
}

/** Harmony's `user:alice`, a named speaker, as OpenChatML writes it: `user name=alice`. */
export function namedSpeaker(word: string): string | undefined {
  const match = namedRole.exec(word);
  return match && /^[\x21-\x7e]+$/.test(match[2] as string) ? `${match[1]} name=${match[2]}` : undefined;
}

/**
 * The channel that a word counts as. A misspelling of `final` does not count as `final`, since that could show what is
 * hidden.
 */
export function channelName(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (channelNames.includes(lower)) return lower;
  return channels.find((channel) => !channel.visible && lower.startsWith(channel.name))?.name;
}

/** Whether words are attributes of a header, and nothing else except perhaps a type after `to=`. */
export function isAttributes(run: string): boolean {
  let takesType = false;
  for (const [word] of run.matchAll(/\S+/g)) {
    const key = attributeShape.exec(word)?.[0].slice(0, -1);
    if (key === undefined ? !takesType || !bareWord.test(word) : !attributeNames.includes(key)) return false;
    takesType = key === 'to' || (takesType && key !== undefined);
  }
  return true;
}
