/**
 * Builds a family with plain frames from its facts. All such families share the code that scans messages, parses headers and splits bodies.
 */
import { type AttributeFact, type DialectId, foreignTo, type RoleFact, type TokenFact } from '../../grammar/index.ts';
import { splitPlain } from '../body.ts';
import { spellings } from '../tokens/misspelled.ts';
import { commonStart, lookup } from '../tokens/tokens.ts';
import { type Ability, abilities, type Family } from './family.ts';
import { plainHeaderParser } from './plain-header.ts';
import { type PlainFrame, plainScanner } from './scan-plain-frames.ts';

interface PlainFacts {
  readonly id: DialectId;
  readonly name: string;
  readonly has: readonly Ability[];
  readonly frame: PlainFrame;
  readonly roles: readonly RoleFact[];
  /** The roles of other formats, each with the corresponding role of this family. */
  readonly roleMeant: Readonly<Record<string, string>>;
  readonly attributes: readonly AttributeFact[];
  readonly tokens: readonly TokenFact[];
  readonly settles: readonly TokenFact[];
  readonly settledBy?: TokenFact;
}

export function plainFamily({
  id,
  name,
  has,
  frame,
  roles,
  roleMeant,
  attributes,
  tokens,
  settles,
  settledBy,
}: PlainFacts): Family {
  const tokenFacts = [...tokens, ...foreignTo(tokens)];
  const tokenAt = lookup(tokenFacts);
  const tokenSpellings = spellings(tokens, tokenAt);
  const scan = plainScanner(frame, [...roles.map(({ name }) => name), ...Object.keys(roleMeant)]);
  const family: Family = {
    id,
    dialect: id,
    mode: 'native',
    name,
    has: { ...abilities, plainFrames: true, ...Object.fromEntries(has.map((ability) => [ability, true])) },
    frame,
    roles,
    roleMeant,
    attributes,
    tokens,
    settles,
    settledBy,
    tokenAt,
    tokenStart: commonStart(tokenFacts),
    spellings: tokenSpellings,
    scan: (stretch) => scan(family, stretch),
    parseHeader: plainHeaderParser({ frame, roles, roleMeant, attributes, spellings: tokenSpellings }),
    splitBody: splitPlain,
    headers: new Map(),
  };
  return family;
}
