/** A row as a line of a list: what it is, who speaks, and its first words. */
import type { DataSetRow } from '../../../protocol/data-sets.ts';
import { recordSigns } from '../grammar/agent-sessions.ts';
import { isUnchosen, type JsonDialectId, shapeNames, userRole } from '../grammar/index.ts';
import { type RowFacts, rowFacts } from '../inspect/row-facts.ts';
import { getOwn } from '../syntax/get-own.ts';
import { jsonUnit } from '../syntax/json/document.ts';
import type { RowNames } from '../syntax/json/row-names.ts';
import type { RowBytes } from './read-rows.ts';

/** What rows are read as. */
export interface RowLanguage {
  readonly dialect: JsonDialectId;
  /** The names that they have for their members and roles. */
  readonly names?: RowNames | undefined;
}

export type RowSummary = Omit<DataSetRow, 'problems'>;

/** How many roles and how many characters of its words are shown of a row. */
const [MAX_ROLES, MAX_WORDS_LENGTH] = [24, 240];
/** So much of a row is looked at for its words, in UTF-16 units. */
const LOOK_LENGTH = 4000;

export function summaryOf(row: RowBytes, read: RowLanguage, count?: (text: string) => number): RowSummary {
  const { number, line, start, end, bytes } = row;
  const isPart = end === undefined || bytes.length < end - start;
  const text = bytes.toString('utf8');
  const facts = factsOf(text, read);
  const all = facts?.messages ?? [];
  const said = all.flatMap(({ texts }) => texts);
  return {
    number,
    line: line + 1,
    length: isPart && end !== undefined ? text.length + (end - start - bytes.length) : text.length,
    ...(count && !isPart && { tokens: (said.length > 0 ? said : [text]).reduce((sum, one) => sum + count(one), 0) }),
    ...(all.length > 0 && { shape: shapeLabel(facts?.shape) }),
    roles: all.slice(0, MAX_ROLES).map(({ role }) => role),
    moreRoles: Math.max(0, all.length - MAX_ROLES),
    words: wordsOf(facts, text),
    isPart,
  };
}

/** Undefined: it cannot be read at all. */
export function factsOf(text: string, { dialect, names }: RowLanguage): RowFacts | undefined {
  try {
    const value = parsed(text);
    const isOfSession = isUnchosen(dialect) && isRecord(value);
    return rowFacts({ ...jsonUnit(text, names), ...(isOfSession && { records: true }) }, value, dialect);
  } catch {
    return undefined;
  }
}

/** A row that is a record of a session is read as a session of one record: it says what that says. */
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

/** Undefined: it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The shape as users know it. */
export const shapeLabel = (shape: string | undefined): string => {
  const name = shape ?? 'messages';
  return getOwn(shapeNames as Readonly<Record<string, string>>, name) ?? name;
};

/** The first words that a user says, or that are said at all; of what is not a conversation, its beginning. */
function wordsOf(facts: RowFacts | undefined, text: string): string {
  const messages = facts?.messages ?? [];
  const first = messages.find(
    ({ role, texts }) => role === userRole && texts.some((one) => /\S/.test(one.slice(0, LOOK_LENGTH))),
  );
  const words =
    (first ?? messages.find(({ texts }) => texts.length > 0))?.texts.find((one) =>
      /\S/.test(one.slice(0, LOOK_LENGTH)),
    ) ?? text;
  return words.slice(0, LOOK_LENGTH).replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS_LENGTH);
}
