import type { Message } from './message.ts';

export interface Pair {
  readonly call: Message;
  readonly reply: Message | undefined;
}

/** Calls with their replies, of messages that share a call id or a tool, in order: first come, first served. */
export function pairs(messages: readonly Message[]): Pair[] {
  const result: { call: Message; reply: Message | undefined }[] = [];
  let open = 0;
  for (const message of messages) {
    if (message.kind === 'call') result.push({ call: message, reply: undefined });
    else {
      const pair = result[open];
      if (pair === undefined) continue;
      pair.reply = message;
      open++;
    }
  }
  return result;
}

/** The name of a tool without the namespace that calls of it may lack. */
export const bareName = (tool: string) => tool.replace(/^functions\./, '');

/** The last part of a tool's name, which all its names share; empty if there is none. */
export const lastName = (tool: string | undefined) => tool?.slice(tool.lastIndexOf('.') + 1) ?? '';
