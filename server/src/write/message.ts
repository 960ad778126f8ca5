/** Writes a message with the writer of a family, and verifies its header and body by parsing them. */
import type { TokenFact } from '../grammar/index.ts';
import {
  breakFor,
  canonical,
  isRefusal,
  joined,
  type MessageDraft,
  type Piece,
  type Refusal,
  shifted,
} from './message-draft.ts';
import { difference } from './proof.ts';
import { keepProved, plainHeader, provedHeader } from './proved-headers.ts';
import { readAlone } from './read.ts';
import type { Writer } from './writer.ts';

/** A message in three parts. `body` includes the line break that the terminator removes. */
export interface WrittenMessage {
  readonly header: string;
  readonly body: string;
  readonly terminator: string;
}

export interface Style {
  /** The line break to use in the frame. */
  readonly lineBreak: string;
  /** Whether attributes stay in the order of the draft. */
  readonly keepOrder: boolean;
}

/** Writes and verifies a message. */
export function writeBy(
  writer: Writer,
  draft: MessageDraft,
  { lineBreak, keepOrder }: Style,
): WrittenMessage | Refusal {
  const { family } = writer;
  const key = keepOrder ? undefined : plainHeader(draft, family);
  const proved = key === undefined ? undefined : provedHeader(key, family);
  if (proved !== undefined) {
    const { text } = family.frame.terminators.find(({ name }) => name === draft.terminator) as TokenFact;
    return { header: proved, body: draft.pieces[0]?.text ?? '', terminator: text };
  }
  const canonicalDraft = canonical(draft, family);
  const inOrder = keepOrder
    ? { ...canonicalDraft, attributes: new Map([...draft.attributes, ...canonicalDraft.attributes]) }
    : canonicalDraft;
  const { frame } = family;
  const token = frame.terminators.find(({ name }) => name === canonicalDraft.terminator);
  if (canonicalDraft.terminator !== undefined && token === undefined) {
    const reason = `is not one of ${frame.terminators.map(({ name }) => `\`${name}\``).join(', ')}`;
    return { part: 'terminator', start: 0, end: canonicalDraft.terminator.length, reason };
  }
  const terminator = token?.text ?? '';
  const attempts = [
    ...(canonicalDraft.source?.family.dialect === family.dialect ? [() => canonicalDraft.source?.text as string] : []),
    () => bodyBy(writer, canonicalDraft.pieces, terminator),
  ];
  let refused: Refusal | undefined;
  for (const attempt of attempts) {
    const body = attempt();
    if (isRefusal(body)) return body;
    // Before a body that begins with `\n`, the header must not end with `\r`, since the two would be a single line break.
    const header = writer.header(inOrder, body.startsWith('\n') && lineBreak.endsWith('\r') ? '\n' : lineBreak);
    if (isRefusal(header)) return header;
    const writtenMessage = { header, body, terminator };
    refused = difference(canonicalDraft, readAlone(header + body + terminator, family), family);
    if (refused === undefined) {
      if (key !== undefined) keepProved(key, header, family);
      return writtenMessage;
    }
  }
  return refused as Refusal;
}

/** Writes the pieces of a body one after another, if that is possible. */
function bodyBy(writer: Writer, pieces: readonly Piece[], terminator: string): string | Refusal {
  let body = '';
  let offset = 0;
  // A writer treats adjacent pieces of text as one text, whatever kinds they have.
  const texts = joined(pieces.map(({ kind, text }) => ({ kind: kind === 'token' ? kind : 'text', text })));
  for (const [i, { kind, text }] of texts.entries()) {
    const after = texts[i + 1]?.text ?? terminator;
    const pieceText = kind === 'token' ? text : writer.quote(text, { before: body, after });
    if (isRefusal(pieceText)) return shifted(pieceText, offset);
    body += pieceText;
    offset += text.length;
  }
  return writer.family.frame.breakAfter && terminator !== '' ? body + breakFor(body) : body;
}
