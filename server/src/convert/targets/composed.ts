/** A message that is composed of several messages. Each stretch of the body refers to the message that it comes from. */
import type { Family } from '../../syntax/families/family.ts';
import { isRefusal, type MessageDraft, type Piece, writeMessage } from '../../write/index.ts';
import type { ConversationMessage } from '../conversation.ts';
import type { Notes } from '../notes.ts';

interface Stretch extends Piece {
  /** The message from which the text comes, if any. */
  readonly of?: ConversationMessage | undefined;
}

export interface Composed {
  readonly role: string;
  /** The source message at which problems in the header are noted. */
  readonly of: ConversationMessage;
  readonly name?: string | undefined;
  readonly stretches: readonly Stretch[];
  readonly terminator: MessageDraft['terminator'];
  readonly slot?: boolean;
}

/** The text of a message. If the message cannot be expressed, this is noted at the stretch at fault, and the text is empty. */
export function textOf(composed: Composed, family: Family, form: string, lineBreak: string, notes: Notes): string {
  const { role, of, name, stretches, terminator, slot = false } = composed;
  const attributes = new Map(name === undefined ? [] : [['name', name] as const]);
  const draft: MessageDraft = {
    role,
    attributes,
    channel: undefined,
    constraint: undefined,
    pieces: stretches,
    terminator,
    slot,
  };
  const textOrRefusal = writeMessage(draft, family, lineBreak);
  if (!isRefusal(textOrRefusal)) return textOrRefusal;
  const refusal = { ...textOrRefusal, reason: textOrRefusal.reason.replace(family.name, form) };
  let from = 0;
  for (const { of: whose, text } of stretches) {
    const at = refusal.start - from;
    from += text.length;
    if (refusal.part !== 'body' || at >= text.length || whose === undefined) continue;
    notes.refusePart(whose, {
      ...refusal,
      start: Math.max(0, at),
      end: Math.min(refusal.end - refusal.start + at, text.length),
    });
    return '';
  }
  notes.refusePart(of, refusal);
  return '';
}
