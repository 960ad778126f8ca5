/** The Llama 3 dialect of Meta's models: the template `llama` of the registry. */
import { speakersElsewhere } from './speakers.ts';
import type { RoleFact, TokenFact } from './types.ts';

const token = (fact: Omit<TokenFact, 'text' | 'section'>): TokenFact => ({
  text: `<|${fact.name}|>`,
  section: 'Llama 3',
  ...fact,
});

/** Tokens that identify a document of this dialect. */
export const llamaMarks: readonly TokenFact[] = [
  token({
    name: 'start_header_id',
    kind: 'opener',
    places: ['between'],
    doc: 'Begins a message. The role follows directly, then `<|end_header_id|>`.',
    scope: 'keyword.control.start_header_id',
  }),
  token({
    name: 'end_header_id',
    kind: 'part',
    places: ['header'],
    doc: 'Ends the header. A blank line follows; it is not part of the content.',
    scope: 'keyword.control.end_header_id',
  }),
  token({
    name: 'eot_id',
    kind: 'terminator',
    places: ['body'],
    doc: 'Ends the message, and with it the turn.',
    scope: 'keyword.control.eot_id',
  }),
  token({
    name: 'eom_id',
    kind: 'terminator',
    toTool: true,
    places: ['body'],
    doc: 'Ends a message that calls a tool: the turn continues after the `ipython` reply.',
    scope: 'keyword.control.eom_id',
  }),
  token({
    name: 'python_tag',
    kind: 'call',
    places: ['body'],
    doc: 'Begins a tool call (code or JSON), which takes up the rest of the message. Not shown to end users.',
    scope: 'keyword.other.token',
  }),
];

/** Tokens at the edges of a text and between messages. They do not identify the dialect, since ChatML also has them. */
export const sequenceTokens: readonly TokenFact[] = [
  token({
    name: 'begin_of_text',
    kind: 'sequence',
    places: ['between'],
    doc: 'Begins the text, once, before the first message.',
    scope: 'keyword.control.sequence',
  }),
  token({
    name: 'end_of_text',
    kind: 'sequence',
    places: ['between'],
    doc: 'Ends the text. Chat models end each turn with `<|eot_id|>` instead.',
    scope: 'keyword.control.sequence',
  }),
];

/** The token that pads rows for training. It is not suggested, since people do not type it. */
const padding = token({
  name: 'finetune_right_pad_id',
  kind: 'sequence',
  rare: true,
  places: ['between'],
  doc: 'Pads a text after its last message, to the length of the longest text in the batch.',
  scope: 'keyword.control.sequence',
});

export const llamaTokens: readonly TokenFact[] = [...llamaMarks, ...sequenceTokens, padding];

export const llamaRoles: readonly RoleFact[] = [
  {
    name: 'system',
    rank: 1,
    visible: false,
    instructs: true,
    next: 'user',
    doc: 'Instructions, and the tools that the model may call.',
    section: 'Llama 3',
    scope: 'entity.name.type.role.system',
  },
  {
    name: 'user',
    rank: 2,
    visible: true,
    next: 'assistant',
    doc: 'A message from the user.',
    section: 'Llama 3',
    scope: 'entity.name.type.role.user',
  },
  {
    name: 'assistant',
    rank: 3,
    visible: true,
    next: 'user',
    doc: 'Written by the model: tool calls and answers.',
    section: 'Llama 3',
    scope: 'entity.name.type.role.assistant',
  },
  {
    name: 'ipython',
    rank: 4,
    visible: false,
    next: 'assistant',
    replies: true,
    doc: "The result of a tool, regardless of the tool's name.",
    section: 'Llama 3',
    scope: 'entity.name.type.role.tool',
  },
];

/** The roles of other formats, with the corresponding role in this dialect. */
export const llamaRoleMeant: Readonly<Record<string, string>> = {
  developer: 'system',
  tool: 'ipython',
  function: 'ipython',
  python: 'ipython',
  ...speakersElsewhere,
};

/** The fields of a call in JSON without `<|python_tag|>` that contain the name of the tool and the arguments. */
export const llamaCallMembers = { tool: ['name'], arguments: ['parameters', 'arguments'] } as const;
