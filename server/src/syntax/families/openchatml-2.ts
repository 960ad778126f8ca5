/** OpenChatML 2.2, Harmony, and 2.2 with the Harmony profile turned on. One function creates all of them. */
import {
  type AttributeFact,
  attributes,
  type DialectId,
  harmonyAttributes,
  harmonyRoles,
  harmonyTokens,
  type RoleFact,
  roles,
} from '../../grammar/index.ts';
import { splitOpen } from '../body.ts';
import { parseHeader } from '../header/parser.ts';
import { type Spellings, spellings, spellings2x } from '../tokens/misspelled.ts';
import { CALL, CHANNEL, CONSTRAIN, END, MESSAGE, RETURN, START, tokenAt } from '../tokens/tokens.ts';
import { type Ability, abilities, type Family, type FamilyId } from './family.ts';
import { scanOpen } from './scan-channel-frames.ts';

interface OpenFacts {
  readonly id: FamilyId;
  readonly dialect: DialectId;
  readonly mode: Family['mode'];
  readonly has: readonly Ability[];
  readonly between: '' | '\n';
  readonly roles: readonly RoleFact[];
  readonly attributes: readonly AttributeFact[];
  readonly spellings: Spellings;
}

function openchatml2(facts: OpenFacts): Family {
  const has = {
    ...abilities,
    channels: true,
    callIds: true,
    ...Object.fromEntries(facts.has.map((ability) => [ability, true])),
  };
  const family: Family = {
    ...facts,
    name: 'OpenChatML 2.x',
    has,
    frame: {
      openers: [START],
      headerEnd: MESSAGE,
      terminators: [END, CALL, RETURN],
      breaksBefore: 0,
      breakAfter: false,
      between: facts.between,
    },
    roleMeant: {},
    tokens: facts.spellings.tokens,
    settles: [START, CHANNEL, CONSTRAIN, MESSAGE, END, CALL, RETURN],
    tokenAt,
    tokenStart: '<|',
    scan: (stretch) => scanOpen(family, stretch),
    parseHeader: (text, circumstances) => parseHeader(text, circumstances, family),
    splitBody: splitOpen,
    headers: new Map(),
  };
  return family;
}

const of22: OpenFacts = {
  id: 'openchatml-2.2',
  dialect: 'openchatml-2.2',
  mode: 'native',
  has: ['documentHeader', 'versions', 'escapes', 'thoughtMarkers'],
  between: '\n',
  roles,
  attributes,
  spellings: spellings2x,
};

export const openchatml22 = openchatml2(of22);

/** The abilities that follow from Harmony's way of writing headers. */
const asInHarmony: readonly Ability[] = [
  'namedSpeakers',
  'pairsByTool',
  'recipientAnywhere',
  'asciiValues',
  'bareBodies',
  'tokenIds',
];

/** Like 2.2, but with the headers of Harmony. */
export const withProfile = openchatml2({
  ...of22,
  id: 'openchatml-2.2+harmony',
  mode: 'harmony',
  has: [...of22.has, ...asInHarmony, 'profile'],
});

/** In Harmony, literal blocks and thought markers are plain text. */
export const harmony = openchatml2({
  id: 'harmony',
  dialect: 'harmony',
  mode: 'harmony',
  has: [...asInHarmony, 'unflaggedPreambles', 'defaultRecipient', 'foreignText', 'completions', 'parser', 'stops'],
  between: '',
  roles: harmonyRoles,
  attributes: harmonyAttributes,
  spellings: spellings(harmonyTokens, tokenAt),
});

/** Like 2.2, but inside JSON strings, where only the escapes of JSON exist. */
export const unescaped = openchatml2({ ...of22, has: [] });
