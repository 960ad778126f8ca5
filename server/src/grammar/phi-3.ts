/** The Phi-3 dialect, from Microsoft's templates for `microsoft/Phi-3-mini-4k-instruct` and later Phi-3.5 and Phi-4-mini. */
import { speakersElsewhere } from './speakers.ts';
import type { RoleFact, TokenFact } from './types.ts';

const token = (fact: Omit<TokenFact, 'text' | 'section'>): TokenFact => ({
  text: `<|${fact.name}|>`,
  section: 'Phi-3',
  ...fact,
});

const opener = (role: string, doc: string): TokenFact =>
  token({
    name: role,
    role,
    kind: 'opener',
    common: true,
    places: ['between'],
    doc: `${doc} A line break may follow; it is not part of the content.`,
    scope: `keyword.control.${role}`,
  });

/** The tokens that begin messages. They identify a document of this dialect if the messages end with `<|end|>`. */
export const phiOpeners: readonly [TokenFact, ...TokenFact[]] = [
  opener('system', 'Begins a message with instructions.'),
  opener('user', 'Begins a message from the user.'),
  opener('assistant', 'Begins a message from the model.'),
];

/** The token that ends a message. OpenChatML 2.x has a token with the same text, which also ends messages. */
export const phiEnd = token({
  name: 'end',
  kind: 'terminator',
  places: ['body'],
  doc: 'Ends the message. A line break may follow.',
  scope: 'keyword.control.end',
});

/** The token at the edge of a text, as in ChatML. */
const endOfText = token({
  name: 'endoftext',
  kind: 'sequence',
  places: ['between'],
  doc: 'Ends the text, after its last message.',
  scope: 'keyword.control.sequence',
});

export const phiTokens: readonly TokenFact[] = [...phiOpeners, phiEnd, endOfText];

export const phiRoles: readonly RoleFact[] = [
  {
    name: 'system',
    rank: 1,
    visible: false,
    instructs: true,
    next: 'user',
    doc: 'Instructions. The first Phi-3 templates drop them.',
    section: 'Phi-3',
    scope: 'entity.name.type.role.system',
  },
  {
    name: 'user',
    rank: 2,
    visible: true,
    next: 'assistant',
    doc: 'A message from the user.',
    section: 'Phi-3',
    scope: 'entity.name.type.role.user',
  },
  {
    name: 'assistant',
    rank: 3,
    visible: true,
    next: 'user',
    doc: 'Written by the model.',
    section: 'Phi-3',
    scope: 'entity.name.type.role.assistant',
  },
];

/** The roles of other formats, with the corresponding role in this dialect. */
export const phiRoleMeant: Readonly<Record<string, string>> = { developer: 'system', ...speakersElsewhere };
