/** Every family. To add one, write a file here, and add its name to `DialectId`. */
import type { DialectId, KnownDialectId, LearnedDialectId, TokenFact } from '../../grammar/index.ts';
import { getOwn } from '../get-own.ts';
import { commonStart, lookup } from '../tokens/tokens.ts';
import type { Family, KnownFamilyId } from './family.ts';
import type { LearnedFacts } from './learned/facts.ts';
import { llama3 } from './llama-3.ts';
import { openchatml01 } from './openchatml-0.1.ts';
import { harmony, openchatml22, withProfile } from './openchatml-2.ts';
import { phi3 } from './phi-3.ts';

export type { Family, FamilyId, KnownFamilyId } from './family.ts';
export { unescaped } from './openchatml-2.ts';

export const families = {
  'openchatml-2.2': openchatml22,
  'openchatml-2.2+harmony': withProfile,
  harmony,
  'openchatml-0.1': openchatml01,
  llama3,
  phi3,
} as const satisfies Record<KnownFamilyId, Family>;

/** The families that were learned while the program has been running. */
const learned = new Map<LearnedDialectId, Family>();

/** The maximum number of learned families in this table. A document keeps its family even if the table drops it. */
const MAX_LEARNED = 500;

export function addFamily(id: LearnedDialectId, family: Family): void {
  learned.delete(id);
  learned.set(id, family);
  const [oldest] = learned.keys();
  if (learned.size > MAX_LEARNED && oldest !== undefined) learned.delete(oldest);
}

export const dropFamily = (id: LearnedDialectId): boolean => learned.delete(id);

/** Returns the facts about all learned families, for other threads. */
export const learnedFacts = (): readonly LearnedFacts[] =>
  [...learned.values()].flatMap((family) => family.learned ?? []);

/** Whether a dialect is a learned one that is registered here. */
export const isLearned = (dialect: string | undefined): dialect is LearnedDialectId =>
  learned.has(dialect as LearnedDialectId);

/** Returns the name of a learned dialect for messages. */
export const learnedName = (dialect: string): string | undefined => learned.get(dialect as LearnedDialectId)?.name;

/**
 * Builds a function that returns a value for every family. If `ownRows` has no value for the family, the value is computed from the family.
 * `plain` computes it for families with plain frames, which include all learned ones, and `open` for 2.x.
 */
export function rowsOf<T>(
  open: (family: Family) => T,
  plain: (family: Family) => T,
  ownRows: Readonly<Partial<Record<KnownFamilyId, T>>> = {},
): (family: Family) => T {
  const rows = new WeakMap<Family, { readonly row: T }>();
  return (family) => {
    let entry = rows.get(family);
    if (entry === undefined) {
      const ownRow = getOwn(ownRows as Readonly<Record<string, T>>, family.id);
      entry = { row: ownRow ?? (family.has.plainFrames ? plain : open)(family) };
      rows.set(family, entry);
    }
    return entry.row;
  };
}

/** Returns the family for documents of a dialect. `profile`: whether the document header turns the Harmony profile on. */
export function familyOf(dialect: DialectId, profile = false): Family {
  if (dialect === 'openchatml-2.2' && profile) return withProfile;
  const family = getOwn(families as Readonly<Record<KnownDialectId, Family>>, dialect);
  const anyFamily = family ?? learned.get(dialect as LearnedDialectId);
  if (anyFamily === undefined) throw new Error(`The dialect ${dialect} has not been learned.`);
  return anyFamily;
}

const settling = new Map(Object.values(families).flatMap((family) => family.settles.map(({ text }) => [text, family])));
const settlingTokens = Object.values(families).flatMap(({ settles }) => settles);
const settlingTokenAt = lookup(settlingTokens);

/** The common prefix of all tokens that distinguish families. */
export const settlingStart = commonStart(settlingTokens);

/** Returns the family that the token at an offset stands for, if any. A token of 2.x stands for any family of 2.x. */
export function settledAt(text: string, at: number): Family | undefined {
  const token = settlingTokenAt(text, at);
  return token && settling.get(token.text);
}

/** Returns the family of a completion without tokens, which is recognized by its text. */
export function completedBy(text: string): Family | undefined {
  return Object.values<Family>(families).find(({ frame }) => frame.completes?.(text, true));
}

/** Returns the family to which a token belongs, whatever the dialect of the document. */
export function familyOfToken({ text }: Pick<TokenFact, 'text'>): Family | undefined {
  return (
    settling.get(text) ?? Object.values(families).find(({ tokens }) => tokens.some((token) => token.text === text))
  );
}
