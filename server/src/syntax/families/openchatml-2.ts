/** OpenChatML 2.2, Harmony, and 2.2 with the Harmony profile switched on: three values of one factory. */
import { type DialectId, harmonyTokens, roles } from '../../grammar/index.ts';
import { splitOpen } from '../body.ts';
import { parseHeader } from '../header-parser.ts';
import { type Spellings, spellings, spellings2x } from '../misspelled.ts';
import { CALL, CHANNEL, CONSTRAIN, END, MESSAGE, RETURN, START, tokenAt } from '../tokens.ts';
import { type Ability, abilities, type Family, type FamilyId } from './family.ts';
import { scanOpen } from './scan-open.ts';

function openchatml2(
  id: FamilyId,
  dialect: DialectId,
  abilitiesOf: readonly Ability[],
  written: Spellings = spellings2x,
): Family {
  const has = { ...abilities, channels: true, ...Object.fromEntries(abilitiesOf.map((ability) => [ability, true])) };
  const family: Family = {
    id,
    dialect,
    name: 'OpenChatML 2.x',
    has,
    frame: { opener: START, headerEnd: MESSAGE, terminators: [END, CALL, RETURN] },
    roles,
    tokens: written.tokens,
    settles: [START, CHANNEL, CONSTRAIN, MESSAGE, END, CALL, RETURN],
    tokenAt,
    spellings: written,
    scan: (stretch) => scanOpen(family, stretch),
    parseHeader: (text, circumstances) =>
      parseHeader(text, { ...circumstances, harmony: has.harmony, parser: has.parser }),
    splitBody: splitOpen,
    headers: new Map(),
  };
  return family;
}

export const openchatml22 = openchatml2('openchatml-2.2', 'openchatml-2.2', ['documentHeader', 'escapes']);

/** The profile brings the headers of Harmony; the text stays one of 2.2. */
export const withProfile = openchatml2('openchatml-2.2+harmony', 'openchatml-2.2', [
  'documentHeader',
  'escapes',
  'harmony',
]);

/** It reads literal blocks and thought markers as text. */
export const harmony = openchatml2(
  'harmony',
  'harmony',
  ['harmony', 'completions', 'parser', 'stops'],
  spellings(harmonyTokens, tokenAt),
);
