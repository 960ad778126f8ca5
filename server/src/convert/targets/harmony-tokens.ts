/** Writes Harmony as token ids; text that looks like a token is encoded as ordinary text (HARM-03). */
import { families } from '../../syntax/families/index.ts';
import { encodeHarmony, splitHarmony, type TokenPiece } from '../../tokens/harmony.ts';
import { isRefusal, write } from '../../write/index.ts';
import { type ConversationMessage, textOfPieces } from '../conversation.ts';
import type { Notes } from '../notes.ts';

/** Returns the token ids for messages that are adapted to Harmony. */
export function tokensOf(messages: readonly ConversationMessage[], notes: Notes): readonly number[] {
  const pieces: TokenPiece[] = [];
  for (const one of messages) {
    const frame = write({ ...one, pieces: [], source: undefined }, families.harmony);
    if (isRefusal(frame)) {
      notes.refusePart(one, frame);
      continue;
    }
    for (const piece of splitHarmony(frame.header)) pieces.push(piece);
    pieces.push({ kind: 'text', text: textOfPieces(one.pieces) });
    for (const piece of splitHarmony(frame.terminator)) pieces.push(piece);
  }
  return notes.refused ? [] : encodeHarmony(pieces);
}
