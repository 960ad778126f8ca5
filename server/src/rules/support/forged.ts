/** A body of a user or a tool that ends at an opener: its terminator is missing, or the opener is text. */
import { userRole } from '../../grammar/index.ts';
import type { Message } from '../../model/message.ts';
import { has, Trait } from '../../syntax/block.ts';

/** The possible author of the opener after a message; undefined if the message is the assistant's or has instructions. */
export function writerOf({ block, role, kind }: Message): string | undefined {
  if ((role !== userRole && kind !== 'reply') || !has(block, Trait.HasMessage)) return undefined;
  // In 0.1 the token begins a message regardless of what follows; without a role after it, no speaker is forged.
  if (!block.family.has.channels && !has(block, Trait.RoleFollows)) return undefined;
  return role === userRole ? 'the user' : 'a tool';
}

/** Whether the opener after a message begins a line, like a real one: then the terminator is most likely missing. */
export const isOnNewLine = ({ block }: Message): boolean => /[\r\n]$/.test(block.text);
