/** Counts the messages in a piece of a data set. This is the work of a thread. */

import {
  answerChannel,
  callChannel,
  isUnchosen,
  type JsonDialectId,
  thoughtChannel,
  toolRole,
} from '../../grammar/index.ts';
import { talksIn } from '../../inspect/conversations.ts';
import { plainFacts, type RowFacts } from '../../inspect/row-facts.ts';
import { countTalk, noStats, type StatsCounts } from '../../inspect/stats.ts';
import { asFunction } from '../../model/json/api-call.ts';
import { type RowPiece, SPAN_SIZE, textsIn } from '../../rows/row-piece.ts';
import { unitsIn } from '../../rows/utf16-units.ts';
import { jsonUnit } from '../../syntax/json/json-unit.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';

export interface StatsStretch extends Omit<RowPiece, 'bytes'> {
  readonly dialect: JsonDialectId;
  /** The names that rows use for their fields and roles. */
  readonly names: RowNames | undefined;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface StretchStats {
  readonly counts: StatsCounts;
  /**
   * `unread` is the number of rows that cannot be read as a conversation. `first` is the line and the column of the first of these rows,
   * from 1.
   */
  readonly unread: number;
  readonly first: string | undefined;
}

const LF = 10;

/** Counts a row of plain messages without determining positions. Returns false if the row is not that simple. */
export function countPlain(counts: StatsCounts, text: string): boolean {
  const facts = plainFactsOf(text);
  if (facts === undefined) return false;
  counts.conversations++;
  for (const { role, answer, reasoning, calls } of facts.messages) {
    for (const _ of reasoning) count(counts, role, thoughtChannel);
    // Text before a call is not an answer.
    if (answer !== undefined) count(counts, role, calls.length > 0 ? callChannel : answerChannel);
    else if (calls.length === 0) count(counts, role, role === toolRole ? callChannel : undefined);
    for (const { tool } of calls) {
      count(counts, role, callChannel);
      add(counts.tools, asFunction(tool));
    }
  }
  return true;
}

function count(counts: StatsCounts, role: string, channel: string | undefined): void {
  counts.messages++;
  add(counts.roles, role);
  if (channel !== undefined) add(counts.channels, channel);
}

const add = (to: Map<string, number>, name: string) => to.set(name, (to.get(name) ?? 0) + 1);

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
