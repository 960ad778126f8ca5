/** A piece of a data set → the counts of its messages: the work of a thread. */

import { answerChannel, isUnchosen, type JsonDialectId } from '../../grammar/index.ts';
import { talksIn } from '../../inspect/conversations.ts';
import { countTalk, noStats, type StatsCounts } from '../../inspect/inspect.ts';
import { plainFacts, type RowFacts } from '../../inspect/row-facts.ts';
import { type RowPiece, SPAN_SIZE, textsIn } from '../../rows/row-piece.ts';
import { unitsIn } from '../../rows/utf16-units.ts';
import { jsonUnit } from '../../syntax/json/document.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';

export interface StatsStretch extends Omit<RowPiece, 'bytes'> {
  readonly dialect: JsonDialectId;
  /** The names that rows have for their members and roles. */
  readonly names: RowNames | undefined;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface StretchStats {
  readonly counts: StatsCounts;
  /** How many rows are not read as a conversation, and the line and column of the first, from 1. */
  readonly unread: number;
  readonly first: string | undefined;
}

const LF = 10;

/** Counts a row of messages in which nothing has another meaning, without reading it with its places. */
function countPlain(counts: StatsCounts, text: string): boolean {
  const facts = plainFactsOf(text);
  if (facts === undefined) return false;
  counts.conversations++;
  for (const { role, answer } of facts.messages) {
    counts.messages++;
    counts.roles.set(role, (counts.roles.get(role) ?? 0) + 1);
    if (answer !== undefined) counts.channels.set(answerChannel, (counts.channels.get(answerChannel) ?? 0) + 1);
  }
  return true;
}

function plainFactsOf(text: string): RowFacts | undefined {
  try {
    return plainFacts(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function statsOfStretch({ dialect, names, ...piece }: StatsStretch): StretchStats {
  const bytes = Buffer.from(piece.bytes.buffer, piece.bytes.byteOffset, piece.bytes.length);
  const counts = noStats();
  let [unread, at] = [0, 0];
  let first: string | undefined;
  for (const { text, line } of textsIn({ ...piece, bytes })) {
    const start = piece.spans[at] as number;
    at += SPAN_SIZE;
    if (isUnchosen(dialect) && names === undefined && countPlain(counts, text)) continue;
    const talks = talksIn(jsonUnit(text, names), dialect);
    for (const talk of talks) countTalk(counts, talk);
    if (talks.length > 0) continue;
    unread++;
    const begin = start === 0 ? 0 : bytes.lastIndexOf(LF, start - 1) + 1;
    first ??= `${line + 1}:${unitsIn(bytes.subarray(begin, start)) + 1}`;
  }
  return { counts, unread, first };
}
