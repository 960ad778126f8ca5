/** What readers of message lists reject: chat APIs, and the templates that models are trained with. */

export type MessageProfile = 'openai' | 'anthropic' | 'template';

export interface ProfileFact {
  readonly name: MessageProfile;
  readonly doc: string;
  /** Whether the arguments of `tool_calls` must be a string of JSON, so that an object is reported. */
  readonly argumentsAsText: boolean;
  /** Whether a call must have an id. */
  readonly needsIds: boolean;
  /** Where a system message is. */
  readonly system: 'anywhere' | 'first' | 'beside';
  /** The role of the first message that is not the system's. */
  readonly firstRole?: string;
  /** Whether user and assistant take turns. */
  readonly alternates: boolean;
  /** Which contents must not be empty. */
  readonly notEmpty: 'null without calls' | 'all but the last answer' | 'nothing';
}

export const messageProfiles: readonly ProfileFact[] = [
  {
    name: 'openai',
    doc: 'Chat completions, as OpenAI and most servers accept them: roles in any order, arguments as a string.',
    argumentsAsText: true,
    needsIds: true,
    system: 'anywhere',
    alternates: false,
    notEmpty: 'null without calls',
  },
  {
    name: 'anthropic',
    doc: 'Messages for Anthropic: instructions outside the list, the user first, no empty content.',
    argumentsAsText: false,
    needsIds: true,
    system: 'beside',
    firstRole: 'user',
    alternates: false,
    notEmpty: 'all but the last answer',
  },
  {
    name: 'template',
    doc: 'Chat templates, as training tools apply them: one system message at the beginning, then user and assistant alternating.',
    argumentsAsText: false,
    needsIds: false,
    system: 'first',
    alternates: true,
    notEmpty: 'nothing',
  },
];

/** Rows whose calls are written for templates. Which template is not known, so none is assumed that asks for an order. */
export const templateRows: ProfileFact = {
  ...(messageProfiles[0] as ProfileFact),
  argumentsAsText: false,
  needsIds: false,
};

const byName = new Map<unknown, ProfileFact>(messageProfiles.map((fact) => [fact.name, fact]));

/** The profile of a name. */
export const profileNamed = (name: unknown): ProfileFact | undefined => byName.get(name);
