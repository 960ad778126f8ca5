import type {
  AttributeFact,
  BuiltinFact,
  ChannelFact,
  ContentTypeFact,
  RoleFact,
  TokenFact,
  ValueFact,
} from './types.ts';

/** The nine control tokens (2.2 §3), with their ids in Harmony's vocabulary, if any. */
export const controlTokens: readonly TokenFact[] = [
  {
    text: '<|start|>',
    name: 'start',
    kind: 'opener',
    places: ['between'],
    doc: 'Opens a message. The role follows directly.',
    section: '2.2 §3',
    scope: 'keyword.control.start',
    harmonyId: 200006,
  },
  {
    text: '<|channel|>',
    name: 'channel',
    kind: 'part',
    places: ['header'],
    doc: 'Names the channel of the message: `analysis`, `commentary` or `final`. Without it, the message counts as `final`.',
    section: '2.2 §3, §5',
    scope: 'keyword.control.channel',
    harmonyId: 200005,
  },
  {
    text: '<|constrain|>',
    name: 'constrain',
    kind: 'part',
    places: ['header'],
    doc: 'Declares the type of the body, usually `json`. A body that does not parse as that type is an error.',
    section: '2.2 §3, §6',
    scope: 'keyword.control.constrain',
    harmonyId: 200003,
  },
  {
    text: '<|message|>',
    name: 'message',
    kind: 'part',
    places: ['header'],
    doc: 'Ends the header; the body begins directly after it.',
    section: '2.2 §3',
    scope: 'keyword.control.message',
    harmonyId: 200008,
  },
  {
    text: '<|end|>',
    name: 'end',
    kind: 'terminator',
    places: ['body'],
    doc: 'Closes the message.',
    section: '2.2 §3',
    scope: 'keyword.control.end',
    harmonyId: 200007,
  },
  {
    text: '<|call|>',
    name: 'call',
    kind: 'terminator',
    toTool: true,
    places: ['body'],
    doc: 'Closes an outgoing tool call and stops sampling, so that the tool can run.',
    section: '2.2 §3, §6',
    scope: 'keyword.control.call',
    harmonyId: 200012,
  },
  {
    text: '<|return|>',
    name: 'return',
    kind: 'terminator',
    places: ['body'],
    doc: 'Closes the final answer and stops sampling. Stored history uses `<|end|>` instead.',
    section: '2.2 §3, §12',
    scope: 'keyword.control.return',
    harmonyId: 200002,
  },
  {
    text: '<|literal|>',
    name: 'literal',
    kind: 'literal',
    places: ['body'],
    doc: 'Begins a literal block: everything up to `<|endliteral|>` is text, including control tokens.',
    section: '2.2 §3',
    scope: 'keyword.control.literal',
  },
  {
    text: '<|endliteral|>',
    name: 'endliteral',
    kind: 'literal',
    places: ['body'],
    doc: 'Ends a literal block.',
    section: '2.2 §3',
    scope: 'keyword.control.endliteral',
  },
];

/** Markers of thoughts (2.2 §7): the start markers of 2.2, and the end markers of 0.1, which parsers accept. */
export const thoughtMarkers: readonly TokenFact[] = (
  [
    ['reflect', 'self-critique'],
    ['introspect', "introspection on the model's own position and intent"],
    ['reason', 'step-by-step logic'],
  ] as const
).flatMap(([name, meaning]): TokenFact[] => [
  {
    text: `<|start_${name}|>`,
    name: `start_${name}`,
    kind: 'thought',
    places: ['body'],
    doc: `Begins a section of ${meaning}. Inside \`analysis\` only; never shown to end users.`,
    section: '2.2 §7',
    scope: `keyword.other.thought.${name}`,
  },
  {
    text: `<|end_${name}|>`,
    name: `end_${name}`,
    kind: 'thought',
    places: ['body'],
    doc: `Ends a section of ${meaning}. It comes from OpenChatML 0.1; parsers of 2.2 accept it.`,
    section: '0.1 §2',
    scope: `keyword.other.thought.${name}`,
  },
]);

export const roles: readonly RoleFact[] = [
  {
    name: 'system',
    rank: 1,
    visible: false,
    instructs: true,
    next: 'developer',
    doc: 'Ground-truth constraints; the highest authority.',
    section: '2.2 §4',
    scope: 'entity.name.type.role.system',
  },
  {
    name: 'developer',
    rank: 2,
    visible: false,
    instructs: true,
    next: 'user',
    doc: 'Implementation-time instructions and tool declarations.',
    section: '2.2 §4',
    scope: 'entity.name.type.role.developer',
  },
  {
    name: 'user',
    rank: 3,
    visible: true,
    next: 'assistant',
    doc: 'A message from the end user.',
    section: '2.2 §4',
    scope: 'entity.name.type.role.user',
  },
  {
    name: 'assistant',
    rank: 4,
    visible: true,
    next: 'user',
    doc: 'Written by the model: reasoning, tool calls and answers, distinguished by their channel.',
    section: '2.2 §4',
    scope: 'entity.name.type.role.assistant',
  },
  {
    name: 'tool',
    rank: 5,
    visible: false,
    next: 'assistant',
    replies: true,
    notInHarmony: true,
    doc: "A tool's reply. `name=` identifies the tool, and `call_id=` the call that it answers.",
    section: '2.2 §4, §8',
    scope: 'entity.name.type.role.tool',
  },
];

/** Prefixes of roles in the legacy form of a reply, in which the role is the name of the tool itself (2.2 §4, §12). */
export const toolRolePrefixes = ['functions', 'browser', 'python'] as const;

/** Namespaces that have several tools, whose names follow a dot. `python` is not one of them, since it is a single tool. */
export const toolFamilies = ['functions', 'browser'] as const;

export const channels: readonly ChannelFact[] = [
  {
    name: 'analysis',
    visible: false,
    thoughts: true,
    doc: 'Private reasoning: chain of thought, self-critique, internal tool use. Never shown to end users, because unlike `final`, it is not moderated.',
    section: '2.2 §5, §7',
    scope: 'comment.line.channel.analysis',
  },
  {
    name: 'commentary',
    visible: false,
    preambles: true,
    doc: 'Tool calls, and plans for the user. Shown to users only if flagged with `intent=preamble`.',
    section: '2.2 §5',
    scope: 'comment.line.channel.commentary',
  },
  {
    name: 'final',
    visible: true,
    doc: 'The polished answer, shown to the end user.',
    section: '2.2 §5',
    scope: 'entity.name.tag.channel.final',
  },
];

export const intents: readonly ValueFact[] = [
  { name: 'preamble', doc: 'For the end user: a plan or a list of actions. Shown only on `commentary`.' },
  { name: 'status', doc: 'A progress note. Not shown.' },
  { name: 'debug', doc: 'A note for developers. Not shown.' },
];

export const contentTypes: readonly ContentTypeFact[] = [
  { name: 'json', doc: 'The body is one JSON value.', embeds: 'source.json' },
  { name: 'text', doc: 'The body is plain text.' },
  { name: 'markdown', doc: 'The body is Markdown.', embeds: 'text.html.markdown' },
];

/** The attributes of a header, in the order of §6. */
export const attributes: readonly AttributeFact[] = [
  {
    name: 'to',
    afterChannel: true,
    on: ['model', 'reply'],
    doc: 'The recipient of the message: `functions.NAME`, a built-in such as `browser.search`, or `assistant` on a reply. An assistant message whose recipient is a tool is a call.',
    section: '2.2 §6',
    scope: 'entity.name.function.recipient',
  },
  {
    name: 'call_id',
    afterChannel: false,
    on: ['model', 'reply'],
    doc: 'Identifies one tool call. Unique in the transcript; the reply repeats it, and replies may come in any order.',
    section: '2.2 §6, §8.2',
    scope: 'constant.other.call-id',
  },
  {
    name: 'name',
    afterChannel: false,
    doc: "The speaker's display name; on a `tool` message, the tool's full name.",
    section: '2.2 §6',
    scope: 'variable.other.name',
  },
  {
    name: 'intent',
    afterChannel: true,
    on: ['model'],
    values: intents,
    doc: 'The purpose of a commentary message. Only `preamble` is shown to end users.',
    section: '2.2 §6',
    scope: 'support.constant.intent',
  },
  {
    name: 'content_type',
    afterChannel: true,
    values: contentTypes,
    doc: 'A hint about the type of the body. `<|constrain|>` overrides it.',
    section: '2.2 §6',
    scope: 'support.type.content-type',
  },
];

/** The order of a reply's attributes in §8.1 and §16.2, where it is equivalent to the order of §6. */
export const replyAttributeOrder = ['name', 'call_id', 'to', 'intent', 'content_type'] as const;

/** The recipient that means everybody, which is the default in Harmony. */
export const everybody = 'all';

/** Recipients that are speakers and not tools, in the reverse order of `roles`. Replies go to the model (2.2 §6, §8.1). */
export const speakers: readonly string[] = [
  ...roles.flatMap(({ name, replies }) => (replies ? [] : [name])).reverse(),
  everybody,
];

/** The role of the model in every family. Replies of tools go to this role (2.2 §8.1). */
export const modelRole = 'assistant';

/** The role that the model answers, in every family. Its messages begin a turn. */
export const userRole = 'user';

/** The channel of answers, and of messages without a channel (2.2 §5). */
export const answerChannel = 'final';

/** The channel of reasoning (2.2 §5). */
export const thoughtChannel = 'analysis';

/** The channel of calls and replies, and of preambles (2.2 §5, §8.3). */
export const callChannel = 'commentary';

/** The role of tool replies (2.2 §4, §8.2). */
export const toolRole = 'tool';

/** The role of the first, conversation-wide instructions (2.2 §4). */
export const systemRole = 'system';

/** The role of instructions by the developer of the application (2.2 §4). */
export const developerRole = 'developer';

/** The namespace of tools that developers declare (2.2 §6, §8.3). */
export const functionsNamespace = 'functions';

export const builtins: readonly BuiltinFact[] = [
  {
    recipient: 'browser.search',
    doc: 'Searches the web.',
    type: '(_: { query: string, topn?: number, source?: string, [other: string]: any }) => any',
  },
  {
    recipient: 'browser.open',
    doc: 'Opens a page or a search result.',
    type: '(_: { id?: number | string, cursor?: number, loc?: number, num_lines?: number, [other: string]: any }) => any',
  },
  {
    recipient: 'browser.find',
    doc: 'Finds text in the open page.',
    type: '(_: { pattern: string, cursor?: number, [other: string]: any }) => any',
  },
  { recipient: 'python', doc: 'Runs Python code; the body is the code.' },
];

export const builtinNamespaces = ['browser', 'python'] as const;

/** Returns the namespace of a built-in tool; undefined for any other tool. */
export const builtinNamespaceOf = (tool: string | undefined): string | undefined =>
  builtinNamespaces.find((name) => tool === name || tool?.startsWith(`${name}.`));

/** The type that gpt-oss declares for the input of any built-in tool, whatever the input is. */
export const builtinType = 'code';

/** The codes that a reply from a tool may have in `error` (2.2 §14). */
export const replyErrorCodes = ['E-TOOL-TIMEOUT', 'E-TOOL-CANCELLED'] as const;

/** The streaming events (2.2 §9). */
export const streamEvents = ['response.delta', 'response.cancel', 'response.delta.flush', 'tool.cancel'] as const;
