/** Every family. A new one takes a file here, and its name in `DialectId`. */
import type { DialectId, TokenFact } from '../../grammar/index.ts';
import { commonStart, lookup } from '../tokens/tokens.ts';
import type { Family, FamilyId } from './family.ts';
import { llama3 } from './llama-3.ts';
import { openchatml01 } from './openchatml-0.1.ts';
import { harmony, openchatml22, withProfile } from './openchatml-2.ts';
import { phi3 } from './phi-3.ts';

export type { Family, FamilyId } from './family.ts';
export { unescaped } from './openchatml-2.ts';

export const families = {
  'openchatml-2.2': openchatml22,
  'openchatml-2.2+harmony': withProfile,
  harmony,
  'openchatml-0.1': openchatml01,
  llama3,
  phi3,
} as const satisfies Record<FamilyId, Family>;

/**
 * What a room knows of every family, as a table: of those of 2.x, of those with plain frames, which follows from their facts,
 * and of some what only they have.
 */
export function rowsOf<T>(
  open: (family: Family) => T,
  plain: (family: Family) => T,
  own: Readonly<Partial<Record<FamilyId, T>>> = {},
): Readonly<Record<FamilyId, T>> {
  const row = (family: Family) => own[family.id] ?? (family.has.plainFrames ? plain : open)(family);
  return Object.fromEntries(Object.values(families).map((family) => [family.id, row(family)])) as Record<FamilyId, T>;
}

/** The family of a document of a dialect; `profile`: its header switches the Harmony profile on. */
export function familyOf(dialect: DialectId, profile = false): Family {
  return dialect === 'openchatml-2.2' && profile ? withProfile : families[dialect];
}

const settling = new Map(Object.values(families).flatMap((family) => family.settles.map(({ text }) => [text, family])));
const settlingTokens = Object.values(families).flatMap(({ settles }) => settles);
const settlingTokenAt = lookup(settlingTokens);

/** The text that all tokens begin with that show a family. */
export const settlingStart = commonStart(settlingTokens);

/** The family that the token at an offset shows, if any; for 2.x, any of its families. */
export function settledAt(text: string, at: number): Family | undefined {
  const token = settlingTokenAt(text, at);
  return token && settling.get(token.text);
}

/** The family of which a text without any token that tells it is a completion. */
export function completedBy(text: string): Family | undefined {
  return Object.values<Family>(families).find(({ frame }) => frame.completes?.(text, true));
}

/** The family that a token is of, whichever document it is in. */
export function familyOfToken({ text }: Pick<TokenFact, 'text'>): Family | undefined {
  return (
    settling.get(text) ?? Object.values(families).find(({ tokens }) => tokens.some((token) => token.text === text))
  );
}
