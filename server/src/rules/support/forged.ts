/**
 * Examines a body of a user or a tool that ends at the next opener: either its terminator is missing, or the opener is part of its text.
 */
import { userRole } from '../../grammar/index.ts';
import type { Message } from '../../model/message.ts';
import { has, Trait } from '../../syntax/block.ts';

/** The possible author of the opener after a message, in words; undefined if the message is not from a user or a tool. */
export function writerOf({ block, role, kind }: Message): string | undefined {
  if ((role !== userRole && kind !== 'reply') || !has(block, Trait.HasMessage)) return undefined;
  // In 0.1, `<|im_start|>` begins a message whatever follows. Without a role after the token, no speaker is forged.
  if (!block.family.has.channels && !has(block, Trait.RoleFollows)) return undefined;
  return role === userRole ? 'the user' : 'a tool';
}

/** Whether the opener after a message begins a line, as genuine openers do, so that the terminator is probably missing. */
export const isOnNewLine = ({ block }: Message): boolean => /[\r\n]$/.test(block.text);
