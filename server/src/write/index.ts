/**
 * Converts messages to text, as the inverse of `syntax/` and `model/`. A written message reads back as the same draft; otherwise, it is
 * refused with the location of the fault. Each text is parsed in order to verify it, so that no pitfall of a dialect is overlooked.
 */
import { type Family, families, rowsOf } from '../syntax/families/index.ts';
import { harmonyWriter, openchatmlWriter } from './channel-writer.ts';
import { type Style, type WrittenMessage, writeBy } from './message.ts';
import { isRefusal, joined, type MessageDraft, plainly, type Refusal, shifted } from './message-draft.ts';
import { flatPieces } from './pieces.ts';
import { plainWriter } from './plain-writer.ts';
import { firstOdd, samePieces } from './proof.ts';
import { readAlone } from './read.ts';
import type { Around, Writer } from './writer.ts';

export { closer } from '../syntax/families/family.ts';
export {
  closing,
  isRefusal,
  isReplyRole,
  joined,
  type MessageDraft,
  type Piece,
  plainly,
  type Refusal,
  replyRole,
  usualTerminator,
} from './message-draft.ts';
export { draftOf, readAlone } from './read.ts';

const writers = rowsOf<Writer>(openchatmlWriter, plainWriter, { harmony: harmonyWriter(families.harmony) });

/** Writes a message in the syntax of a family. */
export function write(draft: MessageDraft, family: Family, style?: Partial<Style>): WrittenMessage | Refusal {
  return writeBy(writers(family), draft, { lineBreak: '\n', keepOrder: false, ...style });
}

/** Writes a message as one text. `lineBreak`: the line break to use in the frame. */
export function writeMessage(draft: MessageDraft, family: Family, lineBreak = '\n'): string | Refusal {
  const writtenMessage = write(draft, family, { lineBreak });
  return isRefusal(writtenMessage)
    ? writtenMessage
    : writtenMessage.header + writtenMessage.body + writtenMessage.terminator;
}

/** Writes only the header, from the opener up to the body. */
export function writeHeader(draft: MessageDraft, family: Family, lineBreak = '\n'): string | Refusal {
  const writtenMessage = write({ ...draft, pieces: [], terminator: undefined, source: undefined }, family, {
    lineBreak,
  });
  return isRefusal(writtenMessage) ? writtenMessage : writtenMessage.header;
}

/** Writes only the body, up to the terminator. */
export function writeBody(draft: MessageDraft, family: Family): string | Refusal {
  const writtenMessage = write(draft, family);
  return isRefusal(writtenMessage) ? writtenMessage : writtenMessage.body;
}

/**
 * Quotes a text so that it reads back as the same text in a body, either alone or between the given neighbors. The line break that
 * a terminator removes is not added here, unlike in `writeBody`.
 */
export function quote(
  text: string,
  family: Family,
  { before = '', after = '' }: Partial<Around> = {},
): string | Refusal {
  const terminator = family.frame.terminators[0]?.text ?? '';
  const quotedText = writers(family).quote(text, { before, after: after || terminator });
  if (isRefusal(quotedText)) return quotedText;
  const { header } = write(plainly(family.roles[0]?.name as string, ''), family) as WrittenMessage;
  const piecesIn = (body: string) => {
    const message = readAlone(header + body, family);
    return message && flatPieces(message.body);
  };
  const [head, tail, readPieces] = [before, after, before + quotedText + after].map(piecesIn);
  const expectedPieces = head && tail && joined([...head, { kind: 'text', text }, ...tail]);
  if (readPieces && expectedPieces && samePieces(readPieces, expectedPieces)) return quotedText;
  const from = expectedPieces ? head.reduce((sum, piece) => sum + piece.text.length, 0) : 0;
  return shifted(firstOdd(expectedPieces ?? [{ kind: 'text', text }], readPieces, family), -from, text.length);
}
