/** Every family. A new family needs a file here, and its name in `DialectId`. */
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

/** Families that were learned while the program runs. */
const learned = new Map<LearnedDialectId, Family>();

/** How many learned families are kept here; a document keeps the family that it uses. */
const MAX_LEARNED = 500;

/** Makes a learned family known by the id of its dialect. */
export function addFamily(id: LearnedDialectId, family: Family): void {
  learned.delete(id);
  learned.set(id, family);
  const [oldest] = learned.keys();
  if (learned.size > MAX_LEARNED && oldest !== undefined) learned.delete(oldest);
}

/** Forgets a learned family. */
export const dropFamily = (id: LearnedDialectId): boolean => learned.delete(id);

/** The facts about all learned families, for threads that have learned none. */
export const learnedFacts = (): readonly LearnedFacts[] =>
  [...learned.values()].flatMap((family) => family.learned ?? []);

/** Whether a dialect was learned and is known here. */
export const isLearned = (dialect: string | undefined): dialect is LearnedDialectId =>
  learned.has(dialect as LearnedDialectId);

/** The name of a learned dialect in messages. */
export const learnedName = (dialect: string): string | undefined => learned.get(dialect as LearnedDialectId)?.name;

/**
 * Builds a table with a value for every family: one for 2.x, one derived from the facts of each plain-frame family, and exceptions in
 * `own`. Learned families have plain frames.
 */
export function rowsOf<T>(
  open: (family: Family) => T,
  plain: (family: Family) => T,
  own: Readonly<Partial<Record<KnownFamilyId, T>>> = {},
): (family: Family) => T {
  const rows = new WeakMap<Family, { readonly row: T }>();
  return (family) => {
    let found = rows.get(family);
    if (found === undefined) {
      const given = getOwn(own as Readonly<Record<string, T>>, family.id);
      found = { row: given ?? (family.has.plainFrames ? plain : open)(family) };
      rows.set(family, found);
    }
    return found.row;
  };
}

/** The family of a document of a dialect; `profile`: its header switches the Harmony profile on. */
export function familyOf(dialect: DialectId, profile = false): Family {
  if (dialect === 'openchatml-2.2' && profile) return withProfile;
  const family = getOwn(families as Readonly<Record<KnownDialectId, Family>>, dialect);
  const found = family ?? learned.get(dialect as LearnedDialectId);
  if (found === undefined) throw new Error(`The dialect ${dialect} has not been learned.`);
  return found;
}

const settling = new Map(Object.values(families).flatMap((family) => family.settles.map(({ text }) => [text, family])));
const settlingTokens = Object.values(families).flatMap(({ settles }) => settles);
const settlingTokenAt = lookup(settlingTokens);

/** The common beginning of all tokens that show a family. */
export const settlingStart = commonStart(settlingTokens);

/** The family that the token at an offset shows, if any; for 2.x, any of its families. */
export function settledAt(text: string, at: number): Family | undefined {
  const token = settlingTokenAt(text, at);
  return token && settling.get(token.text);
}

/** The family of a completion that has no token to show it. */
export function completedBy(text: string): Family | undefined {
  return Object.values<Family>(families).find(({ frame }) => frame.completes?.(text, true));
}

/** The family to which a token belongs, in any document. */
export function familyOfToken({ text }: Pick<TokenFact, 'text'>): Family | undefined {
  return (
    settling.get(text) ?? Object.values(families).find(({ tokens }) => tokens.some((token) => token.text === text))
  );
}
