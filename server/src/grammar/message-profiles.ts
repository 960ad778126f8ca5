/**
 * The profiles of message lists, one for each target: chat APIs, servers, trainers, and the templates that models are
 * trained with.
 */

export type MessageProfile =
  | 'openai'
  | 'anthropic'
  | 'vllm'
  | 'template'
  | 'trl'
  | 'axolotl'
  | 'llama-factory'
  | 'unsloth';

export interface ProfileFact {
  readonly name: MessageProfile;
  /** The name of the API or program that is used in diagnostics. */
  readonly reader: string;
  /** Whether the reader is a program that raises errors, as opposed to an API that responds with errors. */
  readonly raises?: true;
  /** Whether the arguments in `tool_calls` must be a string of JSON. If so, an object is reported. */
  readonly argumentsAsText: boolean;
  readonly needsIds: boolean;
  /** The allowed position of a system message; `beside`: in the field `system`, next to the messages. */
  readonly system: 'anywhere' | 'first' | 'beside';
  /** The roles of other formats that are converted instead of rejected. */
  readonly translates?: readonly string[];
  /** The role that the first message must have, not counting a system message. */
  readonly firstRole?: string;
  /** Whether user and assistant must take turns. */
  readonly alternates: boolean;
  /**
   * The empty content that is rejected. `null without calls`: only null, in messages without calls. `all but the last answer`: any, except
   * in the last answer. `nothing`: none.
   */
  readonly notEmpty: 'null without calls' | 'all but the last answer' | 'nothing';
}

/** The profile of a program that passes messages to an unknown chat template, so that its requirements are unknown, too. */
const throughTemplate: Omit<ProfileFact, 'name' | 'reader'> = {
  argumentsAsText: false,
  needsIds: false,
  system: 'anywhere',
  alternates: false,
  notEmpty: 'nothing',
};

const trainer = { ...throughTemplate, raises: true } as const;

export const messageProfiles: readonly ProfileFact[] = [
  {
    name: 'openai',
    reader: 'OpenAI',
    argumentsAsText: true,
    needsIds: true,
    system: 'anywhere',
    alternates: false,
    notEmpty: 'null without calls',
  },
  {
    name: 'anthropic',
    reader: 'Anthropic',
    argumentsAsText: false,
    needsIds: true,
    system: 'beside',
    firstRole: 'user',
    alternates: false,
    notEmpty: 'all but the last answer',
  },
  {
    name: 'template',
    reader: 'Many templates',
    argumentsAsText: false,
    needsIds: false,
    system: 'first',
    alternates: true,
    notEmpty: 'nothing',
  },
  {
    name: 'vllm',
    reader: 'vLLM',
    ...throughTemplate,
  },
  {
    name: 'trl',
    reader: 'TRL',
    ...trainer,
  },
  {
    name: 'axolotl',
    reader: 'axolotl',
    ...trainer,
    translates: ['human', 'gpt'],
  },
  {
    name: 'llama-factory',
    reader: 'LLaMA-Factory',
    ...trainer,
  },
  {
    name: 'unsloth',
    reader: 'Unsloth',
    ...trainer,
  },
];

/** The profile of rows whose calls are in the format for chat templates. Since the template is unknown, no order of roles is required. */
export const templateRows: ProfileFact = {
  ...(messageProfiles[0] as ProfileFact),
  argumentsAsText: false,
  needsIds: false,
};

const byName = new Map<unknown, ProfileFact>(messageProfiles.map((fact) => [fact.name, fact]));

export const profileNamed = (name: unknown): ProfileFact | undefined => byName.get(name);
