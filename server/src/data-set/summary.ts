/** Summarizes a row for a list of rows: its shape, its roles, and its first words. */
import type { DataSetRow } from '../../../protocol/data-sets.ts';
import { textOfPieces } from '../convert/conversation.ts';
import { publicJson } from '../convert/read/user-visible.ts';
import { recordSigns } from '../grammar/agent-sessions.ts';
import { isUnchosen, type JsonDialectId, shapeNames, userRole } from '../grammar/index.ts';
import { type RowFacts, rowFacts } from '../inspect/row-facts.ts';
import { getOwn } from '../syntax/get-own.ts';
import { type JsonUnit, jsonUnit } from '../syntax/json/json-unit.ts';
import type { RowNames } from '../syntax/json/row-names.ts';
import type { RowBytes } from './read-rows.ts';
import { rowFault, withoutMark } from './row-fault.ts';
import { closedPart } from './row-part.ts';

/** The dialect and the names with which rows are read. */
export interface RowLanguage {
  readonly dialect: JsonDialectId;
  /** The names that rows use for their fields and roles. */
  readonly names?: RowNames | undefined;
}

export type RowSummary = Omit<DataSetRow, 'problems'>;

/** The maximum number of roles shown for a row, and the maximum length of its first words. */
const [MAX_ROLES, MAX_WORDS_LENGTH] = [24, 240];
/** The length of the part of a message that is searched for the first words, in UTF-16 units. */
const LOOK_LENGTH = 4000;

export function summaryOf(row: RowBytes, rowLanguage: RowLanguage, count?: (text: string) => number): RowSummary {
  const { number, line, start, end, bytes } = row;
  const isPart = end === undefined || bytes.length < end - start;
  const text = bytes.toString('utf8');
  const length = isPart && end !== undefined ? text.length + (end - start - bytes.length) : text.length;
  return summaryOfText({ number, line, text, isPart, length }, rowLanguage, count);
}

interface RowAsText {
  readonly number: number;
  /** Counted from 0. */
  readonly line: number;
  /** The whole row, or its beginning. */
  readonly text: string;
  readonly isPart: boolean;
  /** The length of the whole row. */
  readonly length: number;
}

export function summaryOfText(
  { number, line, text, isPart, length }: RowAsText,
  rowLanguage: RowLanguage,
  count?: (text: string) => number,
): RowSummary {
  const readable = isPart ? closedPart(text) : text;
  const fault = readable === undefined ? rowFault(text) : rowFault(readable);
  const fields = { number, line: line + 1, length, isPart };
  // Nothing of an unreadable row is shown, since there is no way to tell which parts of it users may see.
  if (fault !== undefined || readable === undefined)
    return { ...fields, roles: [], moreRoles: 0, words: '', ...(fault && { fault }) };
  const unit = unitOf(withoutMark(readable), rowLanguage);
  const facts = factsOfUnit(unit, rowLanguage.dialect);
  const all = facts?.messages ?? [];
  const texts = all.flatMap(({ texts }) => texts);
  return {
    ...fields,
    ...(count && !isPart && { tokens: (texts.length > 0 ? texts : [text]).reduce((sum, one) => sum + count(one), 0) }),
    ...(all.length > 0 && { shape: shapeLabel(facts?.shape) }),
    roles: all.slice(0, MAX_ROLES).map(({ role }) => role),
    moreRoles: Math.max(0, all.length - MAX_ROLES),
    words: wordsOf(unit, rowLanguage.dialect),
  };
}

/** Returns facts about the messages of a row; undefined if it cannot be read. */
export const factsOf = (text: string, rowLanguage: RowLanguage): RowFacts | undefined =>
  factsOfUnit(unitOf(text, rowLanguage), rowLanguage.dialect);

function unitOf(text: string, { dialect, names }: RowLanguage): JsonUnit {
  const isOfSession = isUnchosen(dialect) && isRecord(parsed(text));
  return { ...jsonUnit(text, names), ...(isOfSession && { records: true }) };
}

function factsOfUnit(unit: JsonUnit, dialect: JsonDialectId): RowFacts | undefined {
  try {
    return rowFacts(unit, parsed(unit.text), dialect);
  } catch {
    return undefined;
  }
}

/** Whether a row is a log record of an agent's session. Such a row is read as a session with a single record. */
const isRecord = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  recordSigns.some(({ types, members, only }) => {
    const type: unknown = Object.hasOwn(value, 'type') ? (value as { readonly type?: unknown }).type : undefined;
    return (
      (types === undefined ? type === undefined : typeof type === 'string' && types.includes(type)) &&
      members.every((key) => Object.hasOwn(value, key)) &&
      (only === undefined || Object.keys(value).every((key) => only.includes(key)))
    );
  });

/** Returns undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the name of a shape to show to users. */
export const shapeLabel = (shape: string | undefined): string => {
  const name = shape ?? 'messages';
  return getOwn(shapeNames as Readonly<Record<string, string>>, name) ?? name;
};

/** Returns the first words that users may see, preferably from a user message; empty if there are no such words. */
function wordsOf(unit: JsonUnit, dialect: JsonDialectId): string {
  let messages: readonly { readonly role: string | undefined; readonly text: string }[];
  try {
    messages = publicJson(unit, dialect).messages.map(({ role, pieces }) => ({
      role,
      text: textOfPieces(pieces).slice(0, LOOK_LENGTH),
    }));
  } catch {
    return '';
  }
  const spokenMessages = messages.filter(({ text }) => /\S/.test(text));
  const words = (spokenMessages.find(({ role }) => role === userRole) ?? spokenMessages[0])?.text ?? '';
  return words.replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS_LENGTH);
}
