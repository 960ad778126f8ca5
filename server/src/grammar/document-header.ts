import { builtinNamespaces, channels, controlTokens, roles, streamEvents } from './openchatml-2.2.ts';
import { revision } from './revision.ts';
import type { HeaderKeyFact, HeaderTypeFact } from './types.ts';

const channelNames = channels.map((channel) => channel.name);

/**
 * The types of the values of header keys. Completion, explanations, checks and the schema are all derived from these rows and the
 * keys below.
 */
export const headerTypes: Readonly<Record<HeaderKeyFact['type'], HeaderTypeFact>> = {
  version: { words: 'a version, major.minor', value: 'version' },
  string: { words: 'a string', value: 'string' },
  number: { words: 'a number', value: 'number' },
  boolean: { words: '`true` or `false`', value: 'boolean' },
  mapping: { words: 'a mapping of keys to values', value: 'mapping' },
  enum: { words: 'one of', value: 'string', closed: true },
  strings: { words: 'a list of strings', value: 'string', list: true },
  enums: { words: 'a list of', value: 'string', list: true, closed: true },
};

/** The keys of the document header (2.2 §2). */
export const headerKeys: readonly HeaderKeyFact[] = [
  {
    path: 'version',
    type: 'version',
    values: ['2.2'],
    doc: `Version of the specification, major.minor. Required. (This tool implements ${revision}.)`,
    section: '2.2 §2',
  },
  { path: 'model', type: 'string', doc: 'The model that wrote or will continue the transcript.', section: '2.2 §2' },
  {
    path: 'generation_settings',
    type: 'mapping',
    doc: 'Sampling settings for the whole transcript. OpenChatML 2.2 cannot override them for a single message.',
    section: '2.2 §2',
  },
  {
    path: 'generation_settings.temperature',
    type: 'number',
    doc: 'Sampling temperature, a number.',
    section: '2.2 §2',
  },
  {
    path: 'generation_settings.reasoning_effort',
    type: 'enum',
    values: ['low', 'medium', 'high'],
    doc: 'The amount of reasoning: `low`, `medium` or `high`. Harmony writes it as `Reasoning:` in the system message.',
    section: '2.2 §2',
  },
  {
    path: 'generation_settings.builtin_tools',
    type: 'strings',
    values: builtinNamespaces,
    doc: 'The built-in tools that are switched on: `browser`, `python`.',
    section: '2.2 §2',
  },
  {
    path: 'capabilities',
    type: 'mapping',
    doc: 'A declaration of the features that the transcript uses. Undeclared features are reported, but never rejected.',
    section: '2.2 §2',
  },
  {
    path: 'capabilities.roles',
    type: 'strings',
    values: [...roles.map((role) => role.name), 'functions.*'],
    doc: 'The roles in the transcript; `functions.*` stands for every tool.',
    section: '2.2 §2',
  },
  {
    path: 'capabilities.channels',
    type: 'strings',
    values: channelNames,
    doc: 'The channels in the transcript.',
    section: '2.2 §2',
  },
  {
    path: 'capabilities.tokens',
    type: 'strings',
    values: controlTokens.map((token) => token.text),
    doc: 'The control tokens in the transcript, as quoted strings.',
    section: '2.2 §2',
  },
  {
    path: 'capabilities.streaming',
    type: 'strings',
    values: streamEvents,
    doc: 'Streaming events that the producer emits (§9).',
    section: '2.2 §2, §9',
  },
  { path: 'profiles', type: 'mapping', doc: 'Profiles by name.', section: '2.2 §2' },
  {
    path: 'profiles.harmony',
    type: 'mapping',
    doc: 'The Harmony interop profile, HIP-1.',
    section: '2.2 §2, §12',
  },
  {
    path: 'profiles.harmony.enabled',
    type: 'boolean',
    doc: 'Switches the profile on: calls need no `call_id`, and other Harmony conventions are not reported as problems.',
    section: '2.2 §2, §12',
  },
  {
    path: 'profiles.harmony.encoding',
    type: 'string',
    doc: 'The vocabulary, `o200k_harmony`. For information only.',
    section: '2.2 §2',
  },
  {
    path: 'profiles.harmony.require_channels',
    type: 'enums',
    values: channelNames,
    doc: 'With the profile on, every assistant message must carry one of these channels.',
    section: '2.2 §2, §12',
  },
  {
    path: 'profiles.harmony.tool_calls_in',
    type: 'enum',
    values: channelNames,
    doc: 'The channel of function calls.',
    section: '2.2 §2, §12',
  },
  {
    path: 'profiles.harmony.builtins_in',
    type: 'enums',
    values: channelNames,
    doc: 'Channels on which built-in tools may be called.',
    section: '2.2 §2, §12',
  },
  {
    path: 'lint',
    type: 'mapping',
    doc: 'The severity of problems in this document, by code: `lint: {stray-text: off}`. Only this tool uses this key: other parsers ignore keys that the specification does not define.',
    section: '2.2 §2',
  },
];

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

/**
 * Returns a phrase for the mapping in which the specification defines a key that occurs in another mapping. Undefined if the specification
 * does not define the key, or if any key is allowed in its mapping.
 */
export function homeOfKey(path: string): string | undefined {
  const parent = parentOf(path);
  // The keys of a document's own mappings, and those in `profiles`, can have any name.
  const isOpen = parent === 'profiles' || !headerKeys.some((key) => parentOf(key.path) === parent);
  if (isOpen) return undefined;
  const name = path.slice(path.lastIndexOf('.') + 1);
  const key = headerKeys.find((key) => key.path === name || key.path.endsWith(`.${name}`));
  return key && (key.path === name ? 'the top level' : `\`${parentOf(key.path)}\``);
}
