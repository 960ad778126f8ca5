/** The names of what can be converted: dialects, and shapes of JSON that belong to one. */
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

/** The form as which a value is read: the one that was named. */
export type From = Exclude<AnyDialectId, 'json' | 'stream-event'> | Shaped | TargetName | undefined;

/** How JSON of a form is read. */
interface JsonForm {
  /** The dialect of JSON that has its messages. */
  readonly dialect: JsonDialectId | 'text';
  /** No tag and no token counts in its contents. */
  readonly verbatim?: true;
  /** Its values have several layouts, of which one is written. */
  readonly varies?: true;
  /** Members of the layout that is written, where values of others are read as the form, too. */
  readonly has?: readonly string[];
}

const messages: JsonForm = { dialect: 'messages' };

const jsonShapes: Readonly<
  Record<Shaped | 'alpaca' | 'harmony-json' | 'messages' | 'session-trace' | 'atif', JsonForm>
> = {
  sharegpt: messages,
  alpaca: messages,
  preference: { ...messages, varies: true },
  // Rows of Alpaca have an instruction and an output instead.
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

/** How JSON of a form is read; undefined for forms of text, and where none is named. */
export const jsonForm = (form: From): JsonForm | undefined =>
  form === undefined ? undefined : getOwn(jsonForms, form);

/** Dialects of documents whose content alone says what they are. */
const dialectsOfContent = new Set<AnyDialectId>(['json', 'stream-event']);

/** The form of a document's dialect; undefined where its content has to tell. */
export const formOf = (dialect: AnyDialectId): From => (dialectsOfContent.has(dialect) ? undefined : (dialect as From));

/** Forms of text under names of their own, and the dialect that each is read as. */
const textForms: Readonly<Record<string, DialectId>> = { hermes: 'openchatml-0.1' };

/** The dialect of text or JSON that a form is read and checked as; undefined for shapes of JSON, which their content shows. */
export const dialectOfForm = (form: From): AnyDialectId | undefined =>
  form === undefined
    ? undefined
    : (getOwn(textForms, form) ??
      allDialects.find((dialect) => dialect === form) ??
      (isLearned(form) ? form : undefined));

/** All forms that a user can name. */
export const forms: readonly string[] = [
  ...new Set([
    ...allDialects.filter((dialect) => !dialectsOfContent.has(dialect)),
    ...Object.keys(textForms),
    ...Object.keys(jsonShapes),
  ]),
];

/** The forms that can be written, in the order in which they are documented. */
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

/** Other names of forms. ChatML without further words means the form that models of today read, which is also that of Qwen. */
export const targetAliases: ReadonlyMap<string, TargetName> = new Map([
  ['chatml', 'hermes'],
  ['qwen', 'hermes'],
]);

/** One line about each, for lists to choose from. */
export const targetDocs: Readonly<Record<TargetName, string>> = {
  'openchatml-2.2': 'OpenChatML 2.2: document header, call ids, escapes; keeps the most',
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

/** The dialects in which a new transcript can begin, and which models or programs use each. */
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
