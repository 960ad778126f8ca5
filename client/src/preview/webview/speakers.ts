/** Determines the speaker of a message. Each kind of speaker has its own icon and color. */
import type { ViewMessage } from '../protocol.ts';
import type { IconName } from './icons.ts';
import { t } from './words.ts';

/** The kinds of speakers. Each is also the name of its icon. */
export type SpeakerKind = Extract<IconName, 'system' | 'user' | 'assistant' | 'reasoning' | 'tool'>;

export const kinds: ReadonlyMap<string, SpeakerKind> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['gpt', 'assistant'],
]);

/** The properties of a message from which the speaker is determined. */
type Said = Pick<ViewMessage, 'hidden' | 'name' | 'role' | 'effectiveChannel' | 'to' | 'pair'>;

export function kindOf({ pair, role = '', hidden, effectiveChannel, to }: Said): SpeakerKind {
  const kind = kinds.get(role);
  if (pair?.kind === 'reply' || (kind === undefined && hidden && role !== '')) return 'tool';
  if (kind !== 'assistant' || !hidden) return kind ?? 'assistant';
  if (pair?.kind === 'call' || to?.startsWith(namespace)) return 'tool';
  return effectiveChannel === 'analysis' ? 'reasoning' : 'assistant';
}

const namespace = 'functions.';
const bare = (tool: string) => (tool.startsWith(namespace) ? tool.slice(namespace.length) : tool);

/**
 * Returns the name of a speaker: of the tool that is called or replies; otherwise the message's name, in which `_` stands for a space, or
 * its role.
 */
export function speakerOf(message: Said): string {
  const { name, role, to, pair, hidden } = message;
  const kind = kindOf(message);
  if (kind === 'reasoning') return t('Reasoning');
  if (kind === 'tool' && hidden) {
    const tool = pair?.kind === 'reply' || to === undefined ? (name ?? role) : to;
    return bare(tool ?? t('Tool'));
  }
  if (name !== undefined) return name.replaceAll('_', ' ');
  if (role === undefined) return t('Unknown role');
  return role[0]?.toUpperCase() + role.slice(1);
}
