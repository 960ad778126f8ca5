/** The names of the formats for conversion: dialects, and JSON shapes, each of which belongs to a dialect. */
import {
  type AnyDialectId,
  allDialects,
  type DialectId,
  type JsonDialectId,
  type ShapeName,
} from '../grammar/index.ts';
import { isLearned } from '../syntax/families/index.ts';
import { getOwn } from '../syntax/get-own.ts';

type Shaped = Exclude<ShapeName, 'unknown' | 'plain-text' | 'events' | 'wire' | 'projection' | 'messages'>;

/** The source format that the user names. */
export type From = Exclude<AnyDialectId, 'json' | 'stream-event'> | Shaped | TargetName | undefined;

/** The settings for reading JSON in a format. */
interface JsonForm {
  /** The JSON dialect of its messages. */
  readonly dialect: JsonDialectId | 'text';
  /** Whether tags and tokens in the content of messages are plain text. */
  readonly verbatim?: true;
  /** Whether values in the format can have several layouts, only one of which is written. */
  readonly varies?: true;
  /** The fields that identify the written layout, if values with other layouts are also read as this format. */
  readonly has?: readonly string[];
}

const messages: JsonForm = { dialect: 'messages' };

const jsonShapes: Readonly<
  Record<Shaped | 'alpaca' | 'harmony-json' | 'messages' | 'session-trace' | 'atif', JsonForm>
> = {
  sharegpt: messages,
  alpaca: messages,
  preference: { ...messages, varies: true },
  // Alpaca rows are also read as this format, but have an instruction and an output instead of these fields.
  'prompt-completion': { ...messages, has: ['prompt', 'completion'] },
  anthropic: messages,
  responses: messages,
  'chat-completion': messages,
  'harmony-json': { dialect: 'messages', verbatim: true },
  session: { ...messages, varies: true },
  'session-trace': { ...messages, varies: true },
  atif: { ...messages, has: ['schema_version'] },
  messages,
  text: { dialect: 'text' },
};

const jsonForms: Readonly<Record<string, JsonForm>> = {
  ...jsonShapes,
  'chatml-wire': { dialect: 'chatml-wire' },
  'openchatml-json': { dialect: 'openchatml-json' },
};

/** Returns the settings for reading JSON in a format; undefined for text formats, or if no format is named. */
export const jsonForm = (form: From): JsonForm | undefined =>
  form === undefined ? undefined : getOwn(jsonForms, form);

/** Dialects that are detected only by content. Their names are not names of formats. */
const dialectsOfContent = new Set<AnyDialectId>(['json', 'stream-event']);

/** The format for a document's dialect; undefined if only the content identifies it. */
export const formOf = (dialect: AnyDialectId): From => (dialectsOfContent.has(dialect) ? undefined : (dialect as From));

/** Text formats that have no dialect of the same name, and the dialect in which each of them is read. */
const textForms: Readonly<Record<string, DialectId>> = { hermes: 'openchatml-0.1' };

/** The dialect for reading and checking a format; undefined for JSON shapes, which are detected by their content. */
export const dialectOfForm = (form: From): AnyDialectId | undefined =>
  form === undefined
    ? undefined
    : (getOwn(textForms, form) ??
      allDialects.find((dialect) => dialect === form) ??
      (isLearned(form) ? form : undefined));

/** All formats that a user can name. */
export const forms: readonly string[] = [
  ...new Set([
    ...allDialects.filter((dialect) => !dialectsOfContent.has(dialect)),
    ...Object.keys(textForms),
    ...Object.keys(jsonShapes),
  ]),
];

/** The formats that can be written, in the order of their documentation. */
export const targetNames = [
  'openchatml-2.2',
  'harmony',
  'hermes',
  'openchatml-0.1',
  'llama3',
  'phi3',
  'chatml-wire',
  'openchatml-json',
  'messages',
  'responses',
  'anthropic',
  'sharegpt',
  'alpaca',
  'prompt-completion',
  'preference',
  'harmony-json',
  'session-trace',
  'atif',
] as const;
export type TargetName = (typeof targetNames)[number];

/** Alternative names of formats. `chatml` means the variant that current models read, including Qwen. */
export const targetAliases: ReadonlyMap<string, TargetName> = new Map([
  ['chatml', 'hermes'],
  ['qwen', 'hermes'],
]);

/** A one-line description of each format, for selection lists. */
export const targetDocs: Readonly<Record<TargetName, string>> = {
  'openchatml-2.2': 'OpenChatML 2.2: document header, call ids, escapes; preserves the most information',
  harmony: 'Harmony, as gpt-oss models read and write it',
  hermes: 'ChatML for Qwen, Hermes and similar models: <think>, <tool_call> and <tool_response> tags',
  'openchatml-0.1': 'OpenChatML 0.1: ChatML with tokens for thoughts and functions, such as <|function_call|>',
  llama3: 'Llama 3: calls as JSON, replies with role ipython',
  phi3: 'Phi-3: instructions, questions and answers; no tool calls',
  'chatml-wire': 'ChatML on the wire: a list of strings and tokens',
  'openchatml-json': 'the JSON projection of OpenChatML 2.2',
  messages: 'a list of messages for chat APIs',
  responses: 'a request to the Responses API: `instructions` and `input` items',
  anthropic: "a request to Anthropic's Messages API: `system`, and turns of blocks",
  'prompt-completion': 'TRL rows: a prompt and the last answer, as two lists of messages',
  preference: 'pairs of answers: `prompt`, `chosen` and `rejected` as lists of messages, as TRL reads them for DPO',
  sharegpt: 'ShareGPT: `conversations` with `from` and `value`, as LLaMA-Factory reads it',
  alpaca: 'Alpaca: `instruction`, `output`, `system` and `history`, as LLaMA-Factory reads them',
  'harmony-json': 'a conversation of the openai/harmony library, as JSON',
  'session-trace': 'a session trace for the Hugging Face Hub: JSON Lines with a header and the messages of one session',
  atif: 'ATIF 1.7: the steps of a trajectory, each with its calls and their results',
};

/** The dialects that a new transcript can have, and the models or programs that use each of them. */
export const beginningDocs = {
  'openchatml-2.2': 'for writing by hand: document header, call ids, escapes',
  harmony: 'for gpt-oss',
  'openchatml-0.1': 'for Qwen, Hermes and other models that read <|im_start|>',
  llama3: 'for Llama 3, 3.1, 3.2 and 3.3',
  phi3: 'for Phi-3, Phi-3.5 and Phi-4-mini',
  messages: 'JSON, for chat APIs and training files',
  'openchatml-json': 'OpenChatML 2.2 as JSON',
  'chatml-wire': 'JSON: a list of strings and tokens',
} satisfies Partial<Record<TargetName & AnyDialectId, string>>;
