/** OpenChatML 0.1 in both published variants. Plain ChatML is part of the same dialect, which has the tokens of all of them. */

import { sequenceTokens as llamaSequence } from './llama-3.ts';
import { speakersElsewhere } from './speakers.ts';
import type { AttributeFact, RoleFact, SequencePair, TokenFact } from './types.ts';

const infilling = '[Fill in the middle](https://arxiv.org/abs/2207.14255)';
const hermes = 'Adapted from [Hermes function calling](https://github.com/NousResearch/Hermes-Function-Calling).';

const token = (fact: Omit<TokenFact, 'text'>): TokenFact => ({ text: `<|${fact.name}|>`, ...fact });

/** Tokens that identify a document of this dialect. */
const marks: readonly TokenFact[] = [
  token({
    name: 'im_start',
    kind: 'opener',
    places: ['between'],
    doc: 'Begins a message. The role follows directly, then the name if there is one, then a line break.',
    section: '0.1 §2, §3',
    scope: 'keyword.control.im_start',
  }),
  token({
    name: 'im_end',
    kind: 'terminator',
    places: ['body'],
    doc: 'Ends the message. One line break before it belongs to this token, not to the content.',
    section: '0.1 §2, §3',
    scope: 'keyword.control.im_end',
  }),
  token({
    name: 'im_sep',
    kind: 'part',
    places: ['header'],
    doc: 'In phi-4, ends the header instead of a line break. The content follows directly.',
    section: 'ChatML (phi-4)',
    scope: 'keyword.control.im_sep',
  }),
  token({
    name: 'fim_prefix',
    kind: 'fim',
    places: ['between'],
    doc: `Introduces the text before the cursor of a fill-in-the-middle task. ${infilling}: prefix, middle, suffix.`,
    section: '0.1 §2, §5',
    scope: 'keyword.control.token',
  }),
  token({
    name: 'fim_middle',
    kind: 'fim',
    places: ['between'],
    doc: `Marks where the model fills in the missing text. In a completed task, that text follows the token. ${infilling}.`,
    section: '0.1 §2, §5',
    scope: 'keyword.control.token',
  }),
  token({
    name: 'fim_suffix',
    kind: 'fim',
    places: ['between'],
    doc: `Introduces the text after the cursor of a fill-in-the-middle task. ${infilling}: prefix, middle, suffix.`,
    section: '0.1 §2, §5',
    scope: 'keyword.control.token',
  }),
  token({
    name: 'file_separator',
    kind: 'separator',
    places: ['between'],
    doc: 'Separates the files in one sequence. One line break on either side belongs to this token.',
    section: '0.1 §2, §6',
    scope: 'keyword.control.token',
  }),
];

/** Tokens for thoughts (0.1 §4). A flag in a system message requests a thought block, which the assistant writes. */
const thoughts: readonly TokenFact[] = (
  [
    ['reflect', "analysis of the user's emotions and intentions (§2: position and intent)"],
    ['introspect', "the model's analysis of its own emotions and intentions (§2: position and intent)"],
    ['reason', 'the chain of thought that solves the problem ([Quiet-STaR](https://arxiv.org/abs/2403.09629))'],
  ] as const
).flatMap(([name, meaning]) => [
  token({
    name,
    kind: 'flag',
    of: 'system',
    places: ['body'],
    doc: `In a system message, asks the model for a block \`<|start_${name}|>\` … \`<|end_${name}|>\`: ${meaning}. Only models trained on this flag follow it.`,
    section: '0.1 §2, §4',
    scope: `keyword.other.thought.${name}`,
  }),
  token({
    name: `start_${name}`,
    kind: 'thought',
    of: 'assistant',
    places: ['body'],
    doc: `Begins a thought block: ${meaning}. Assistant messages only; not shown to end users.`,
    section: '0.1 §2, §4',
    scope: `keyword.other.thought.${name}`,
  }),
  token({
    name: `end_${name}`,
    kind: 'thought',
    of: 'assistant',
    places: ['body'],
    doc: `Ends a thought block: ${meaning}.`,
    section: '0.1 §2, §4',
    scope: `keyword.other.thought.${name}`,
  }),
]);

/** A tag that ChatML models, such as Qwen, Hermes and DeepSeek, write as text instead of using tokens. */
export interface TagFact {
  readonly name: 'think' | 'tool_call' | 'tool_response' | 'tools';
  /** Tags with another name but the same meaning. */
  readonly aliases: readonly TagAlias[];
  /** Similar words that often occur as names of other tags or types, and so do not count as misspellings. */
  readonly others: readonly string[];
  /** The roles whose messages may have the tag, in exactly this spelling. In other messages, it is text. */
  readonly roles: readonly string[];
  /** The roles in whose messages the tag hides its content, even if it is misspelled. */
  readonly hides: readonly string[];
  readonly doc: string;
}

interface TagAlias {
  readonly open: string;
  readonly close: string;
  /** The names of the models that write this tag. */
  readonly of: string;
  /**
   * Whether many other words resemble the tag, such as `<selection>`. If so, a word with more than one wrong letter does not count as a
   * misspelling.
   */
  readonly resembled?: true;
}

const angled = (name: string, of: string): TagAlias => ({ open: `<${name}>`, close: `</${name}>`, of });

/** Tags for thoughts besides `<think>`. They also hide their content. */
const otherThoughts: readonly TagAlias[] = [
  ...['antThinking', 'ant_thinking'].map((name) => angled(name, 'Claude')),
  ...['inner_thought', 'inner_monologue', 'thought_process', 'scratchpad'].map((name) =>
    angled(name, 'prompts that ask for it'),
  ),
  angled('longcat_think', 'LongCat'),
  angled('thinking', '[Reflection-Llama-3.1-70B](https://huggingface.co/mattshumer/Reflection-Llama-3.1-70B)'),
  angled('thought', 'prompts for chains of thought; [Gemini](https://ai.google.dev/gemini-api/docs/openai)'),
  angled('thoughts', 'prompts for chains of thought'),
  { ...angled('analysis', 'prompts that ask for it'), resembled: true },
  { open: '[THOUGHT]', close: '[/THOUGHT]', of: 'prompts that ask for it' },
  angled('reasoning', '[GRPO in TRL and similar trainers](https://huggingface.co/docs/trl/grpo_trainer)'),
  {
    ...angled(
      'reflection',
      '[Reflection-Llama-3.1-70B](https://huggingface.co/mattshumer/Reflection-Llama-3.1-70B), where the model corrects its thoughts',
    ),
    resembled: true,
  },
  angled('seed:think', '[Seed-OSS](https://huggingface.co/ByteDance-Seed/Seed-OSS-36B-Instruct)'),
  { open: '[THINK]', close: '[/THINK]', of: '[Magistral](https://huggingface.co/mistralai/Magistral-Small-2507)' },
  { open: '◁think▷', close: '◁/think▷', of: '[Kimi-VL](https://huggingface.co/moonshotai/Kimi-VL-A3B-Thinking)' },
  {
    open: '<|begin_of_thought|>',
    close: '<|end_of_thought|>',
    of: '[Sky-T1](https://huggingface.co/NovaSky-AI/Sky-T1-32B-Preview), [Bespoke-Stratos](https://huggingface.co/bespokelabs/Bespoke-Stratos-32B)',
  },
  {
    open: '<|START_THINKING|>',
    close: '<|END_THINKING|>',
    of: '[Command A Reasoning](https://huggingface.co/CohereLabs/command-a-reasoning-08-2025)',
  },
];

/** The tags for thoughts, calls, tool replies and tool declarations. */
export const tags: readonly TagFact[] = [
  {
    name: 'think',
    aliases: otherThoughts,
    others: [
      'thing',
      'things',
      'thin',
      'thank',
      'though',
      'through',
      'seasoning',
      'throughout',
      'reflections',
      'deflection',
      'refection',
    ],
    roles: ['assistant'],
    hides: ['assistant'],
    doc: 'A thought, up to `</think>`. Not shown to end users. A chat template may write the opening tag before the answer begins, so the answer itself may lack it.',
  },
  {
    name: 'tool_call',
    aliases: [],
    others: [],
    roles: ['assistant'],
    hides: ['assistant'],
    doc: 'Calls a tool: `{"name": "…", "arguments": {…}}` as JSON or as a Python dict, or `<function=NAME>` with a `<parameter=KEY>` for each argument. Not shown to end users.',
  },
  {
    name: 'tool_response',
    aliases: [],
    others: [],
    roles: ['user', 'tool', 'environment'],
    hides: ['assistant', 'user'],
    doc: 'The result of a tool, in a user or tool message. Not shown to end users.',
  },
  {
    name: 'tools',
    aliases: [],
    others: [],
    roles: ['system'],
    hides: [],
    doc: 'The tools that the model may call, each as a JSON Schema: `{"type": "function", "function": {"name", "description", "parameters"}}`. Calls are checked against them.',
  },
];

export const hidingTags = tags.filter(({ hides }) => hides.length > 0);

/** Tokens for functions (0.1 §8). A token counts only at the beginning of a line, and JSON follows it. */
const functions: readonly TokenFact[] = [
  token({
    name: 'function_list',
    kind: 'function',
    of: 'system',
    places: ['body'],
    doc: `Offers functions to the model, in a system message. JSON follows: \`{"type": "function", "function": {"name", "description", "parameters"}}\`, one or more times. ${hermes}`,
    section: '0.1 §8.1',
    scope: 'keyword.other.token',
  }),
  token({
    name: 'function_call',
    kind: 'function',
    of: 'assistant',
    places: ['body'],
    doc: `Calls a function, in an assistant message. JSON follows: \`{"arguments": {…}, "name": "…"}\`. ${hermes}`,
    section: '0.1 §8.2',
    scope: 'keyword.other.token',
  }),
  token({
    name: 'function_output',
    kind: 'function',
    of: 'tool',
    places: ['body'],
    doc: `Introduces the result of a function, in a tool message. JSON follows: \`{"name": "…", "content": …}\`, in the order of the calls. ${hermes}`,
    section: '0.1 §8.3, §8.4',
    scope: 'keyword.other.token',
  }),
];

/** Tokens that mark the edges of a text in the vocabularies of base models. They are allowed anywhere outside messages. */
const sequence: readonly TokenFact[] = [
  token({
    name: 'startoftext',
    kind: 'sequence',
    places: ['between'],
    doc: 'Begins the text. A matching end token is not required.',
    section: 'ChatML (base models)',
    scope: 'keyword.control.sequence',
  }),
  token({
    name: 'endoftext',
    kind: 'sequence',
    places: ['between'],
    doc: 'Ends the text, or separates texts that were packed into one. A matching begin token is not required.',
    section: 'ChatML (base models)',
    scope: 'keyword.control.sequence',
  }),
  ...llamaSequence,
];

export const chatmlTokens: readonly TokenFact[] = [...marks, ...thoughts, ...functions, ...sequence];

/** The tokens that only this dialect has. The first of them in a text determines the dialect. */
export const chatmlOnly: readonly TokenFact[] = [
  ...marks,
  ...thoughts.filter(({ kind }) => kind === 'flag'),
  ...functions,
];

/** The tokens that identify a document of this dialect. In a document of 2.x, they are foreign tokens. */
export const foreignTokens: readonly TokenFact[] = marks.map(
  (fact): TokenFact => ({ ...fact, kind: 'foreign', places: [], scope: 'invalid.illegal.foreign' }),
);

/**
 * The tokens that are reported in a document of 2.x, because they frame messages. In such a document, the other foreign tokens are plain
 * text (2.2 §3, §13).
 */
export const mixedTokens = foreignTokens.filter(({ name }) => name.startsWith('im_'));

/** The tokens of a fill-in-the-middle task, in the order of the specification (0.1 §5, A-098). */
export const fimOrder = ['fim_prefix', 'fim_middle', 'fim_suffix'] as const;

/** The other orders of these tokens that fill-in-the-middle models are trained on. */
export const infillOrders: readonly (readonly string[])[] = [
  ['fim_prefix', 'fim_suffix', 'fim_middle'],
  ['fim_suffix', 'fim_prefix', 'fim_middle'],
];

/**
 * The tokens that begin and end a sequence, in addition to configured ones. They count only at the edges of a document.
 * Even there, `<s>` before text on the same line is HTML, and `[EOS]` in `a[EOS]` is an index in code.
 */
export const sequencePairs: readonly SequencePair[] = [
  { begin: '[BOS]', end: '[EOS]', beforeEnd: /[\s>\]]$/ },
  { begin: '<s>', end: '</s>', afterBegin: /^[ \t]*(?:$|<\||[\r\n])/, beforeEnd: /[\s>\]]$/ },
];

export const sequenceDoc = {
  begin: "Begins the sequence: stands for the beginning-of-sequence token of the model's own vocabulary.",
  end: "Ends the sequence: stands for the end-of-sequence token of the model's own vocabulary.",
  section: '0.1 §2',
} as const;

/** The tokens that begin a sequence, for the TextMate grammar. */
export const sequenceStarts = sequencePairs.map(({ begin }) => begin);

/** The roles (0.1 §3). There is no developer role. */
export const chatmlRoles: readonly RoleFact[] = [
  {
    name: 'system',
    rank: 1,
    visible: false,
    instructs: true,
    next: 'user',
    doc: 'Instructions, thought flags, and the list of functions.',
    section: '0.1 §3',
    scope: 'entity.name.type.role.system',
  },
  {
    name: 'user',
    rank: 2,
    visible: true,
    next: 'assistant',
    doc: 'A message from the user.',
    section: '0.1 §3',
    scope: 'entity.name.type.role.user',
  },
  {
    name: 'assistant',
    rank: 3,
    visible: true,
    next: 'user',
    doc: 'Written by the model: thoughts, function calls and answers.',
    section: '0.1 §3',
    scope: 'entity.name.type.role.assistant',
  },
  {
    name: 'tool',
    rank: 4,
    visible: false,
    next: 'assistant',
    replies: true,
    doc: 'The results of functions.',
    section: '0.1 §3, §8.3',
    scope: 'entity.name.type.role.tool',
  },
  {
    name: 'environment',
    rank: 4,
    visible: false,
    next: 'assistant',
    replies: true,
    rare: true,
    doc: 'The results of tools, in InternLM.',
    section: 'ChatML (InternLM)',
    scope: 'entity.name.type.role.tool',
  },
];

/** The roles of other formats, with the corresponding role in this dialect. */
export const chatmlRoleMeant: Readonly<Record<string, string>> = {
  developer: 'system',
  function: 'tool',
  ...speakersElsewhere,
};

export const chatmlAttributes: readonly AttributeFact[] = [
  {
    name: 'name',
    afterChannel: false,
    doc: "The speaker's name, without spaces or quotes.",
    section: '0.1 §3',
    scope: 'variable.other.name',
  },
];
