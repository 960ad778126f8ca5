/** Counts the conversations, messages, roles, channels and tools in a document. */
import { calledTool } from '../convert/conversation.ts';
import type { AnyDocument } from '../syntax/any-document.ts';
import { conversationsIn, type Talk, type Unread } from './conversations.ts';

export interface Stats {
  readonly conversations: number;
  readonly messages: number;
  readonly roles: Readonly<Record<string, number>>;
  readonly channels: Readonly<Record<string, number>>;
  readonly tools: Readonly<Record<string, number>>;
}

/** The numbers counted so far. */
export interface StatsCounts {
  conversations: number;
  messages: number;
  readonly roles: Map<string, number>;
  readonly channels: Map<string, number>;
  readonly tools: Map<string, number>;
}

export const noStats = (): StatsCounts => ({
  conversations: 0,
  messages: 0,
  roles: new Map(),
  channels: new Map(),
  tools: new Map(),
});

const add = (to: Map<string, number>, name: string | undefined, times = 1) =>
  name !== undefined && to.set(name, (to.get(name) ?? 0) + times);

export function countTalk(counts: StatsCounts, { messages }: Talk): void {
  counts.conversations++;
  for (const message of messages) {
    counts.messages++;
    add(counts.roles, message.role);
    add(counts.channels, message.channel);
    add(counts.tools, calledTool(message));
  }
}

/** Adds the numbers of further rows. */
export function addStats(counts: StatsCounts, more: StatsCounts): void {
  counts.conversations += more.conversations;
  counts.messages += more.messages;
  for (const key of ['roles', 'channels', 'tools'] as const)
    for (const [name, many] of more[key]) add(counts[key], name, many);
}

/** Returns the numbers, with the most frequent names first. */
export function statsOf({ conversations, messages, roles, channels, tools }: StatsCounts): Stats {
  const sorted = (all: Map<string, number>) => Object.fromEntries([...all].sort(([, a], [, b]) => b - a));
  return { conversations, messages, roles: sorted(roles), channels: sorted(channels), tools: sorted(tools) };
}

export function statsIn(document: AnyDocument, unread?: Unread): Stats {
  const counts = noStats();
  for (const talk of conversationsIn(document, unread)) countTalk(counts, talk);
  return statsOf(counts);
}
