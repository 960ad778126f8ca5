/** Recognizes the words of a message header: roles, channels, and words that certainly stand for one. */
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
/** The beginnings of roles, to recognize a role that is being typed. */
export const roleBeginnings = [...roleNames, ...toolRolePrefixes, `${functionsNamespace}.`];
const toolRole = new RegExp(`^(?:(?:${toolFamilies.join('|')})\\.[\\w.-]+|${builtinNamespaces.join('|')})$`);

/** The roles that may include a name, as in `user:alice`: all but those of replies. */
const nameableRoles = roles.flatMap(({ name, replies }) => (replies ? [] : name));
const namedRole = new RegExp(`^(${nameableRoles.join('|')}):(\\S+)$`);

/** Whether a role is the name of a tool, as in the older form of a reply. */
export function isToolRole(role: string): boolean {
  return toolRole.test(role);
}

/** Matches a role and a channel that run together because the token between them is missing, as in `assistantanalysis`. */
const glued = new RegExp(`^(${modelRole})(${channelNames.join('|')})$`);

/** If a word is a role and a channel that run together, returns both with the missing token between them; otherwise undefined. */
export function ungluedRole(word: string): string | undefined {
  const [, role, channel] = glued.exec(word) ?? [];
  return role && `${role}${CHANNEL.text}${channel}`;
}

/** The role that a word stands for: the word itself, or the role that it clearly means; otherwise undefined. */
export function roleName(word: string, { has }: Family, rest: string): string | undefined {
  if (roleNames.includes(word) || isToolRole(word)) return word;
  const lower = word.toLowerCase();
  if (roleNames.includes(lower)) return lower;
  if (has.namedSpeakers) {
    const match = namedRole.exec(word);
    if (match) return match[1];
    // If the header has a recipient, any other word is the name of a tool.
    if (/\sto=/.test(rest)) return word;
  }
  return roleNames.find((role) => lower.replaceAll(role, '') === '');
}

/** Returns `user name=alice`, the spelling of OpenChatML, for Harmony's `user:alice`; undefined for any other word. */
export function namedSpeaker(word: string): string | undefined {
  const match = namedRole.exec(word);
  return match && /^[\x21-\x7e]+$/.test(match[2] as string) ? `${match[1]} name=${match[2]}` : undefined;
}

/** The channel that a word stands for, or undefined. A misspelled `final` does not count, since hidden text might then be shown. */
export function channelName(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (channelNames.includes(lower)) return lower;
  return channels.find((channel) => !channel.visible && lower.startsWith(channel.name))?.name;
}

/** Whether words are only attributes, except that a type may follow `to=`. */
export function isAttributes(run: string): boolean {
  let takesType = false;
  for (const [word] of run.matchAll(/\S+/g)) {
    const key = attributeShape.exec(word)?.[0].slice(0, -1);
    if (key === undefined ? !takesType || !bareWord.test(word) : !attributeNames.includes(key)) return false;
    takesType = key === 'to' || (takesType && key !== undefined);
  }
  return true;
}
