/** The speaker of a message with a uniform name, icon and hue. */
import type { ViewMessage } from '../protocol.ts';
import type { IconName } from './icons.ts';
import { t } from './words.ts';

/** Kinds of speakers, each with an icon and a hue. */
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

/** The facts from which the speaker is determined. */
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

/** The tool that is called or replies; otherwise the display name, in which `_` stands for a space, or the role. */
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
