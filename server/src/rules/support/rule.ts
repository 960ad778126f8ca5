/** The type of a rule. A rule is a pure function of its input; the checker decides where and when it runs. */
import type { JsonDialectId } from '../../grammar/index.ts';
import type { HeaderInfo, Message } from '../../model/message.ts';
import type { Marks } from '../../model/sequence.ts';
import type { Schema } from '../../model/tools/schema.ts';
import type { Block } from '../../syntax/block.ts';
import type { HeaderValues } from '../../syntax/document-header/values.ts';
import type { Ability, Family, FamilyId } from '../../syntax/families/family.ts';
import type { BlockSequence } from '../../syntax/sequence.ts';
import type { Span } from '../../syntax/span.ts';
import type { TextKind } from '../../syntax/text-kind.ts';
import type { JsonScope } from './json-scope.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';
export type Level = Severity | 'off';

/** Another span that a problem refers to. */
export interface Related extends Span {
  readonly block: Block;
  readonly message: string;
}

export interface Problem extends Span {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly related?: readonly Related[];
}

export interface Extra {
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  readonly related?: readonly Related[];
  /** A milder severity than that of the rule, for one kind of its fault, such as a non-ASCII value. */
  readonly milder?: Severity;
  /** Whether this kind of the fault is reported only if the user sets the rule to `hint`; see `RuleFacts.optIn`. */
  readonly optIn?: boolean;
}

/** Reports a fault on a span of the current block (UTF-16 offsets relative to the block). */
export type Report = (span: Span, message: string, extra?: Extra) => void;

/** The facts available to a rule for text as well as JSON. They change only if the document header, the mode or the settings change. */
export interface MessageContext {
  readonly family: Family;
  readonly strict: boolean;
  /** Whether the document is a training row. */
  readonly training?: boolean;
  /** The document header, if there is one. JSON has none. */
  readonly header: HeaderValues | undefined;
  readonly declared: DeclaredTools;
  /** Whether a call that lacks its id precedes a reply, and may be the call that the reply answers (2.2 §8.2). */
  readonly lostBefore?: (reply: Message) => boolean;
}

/** The additional facts for rules that check only text. */
export interface Context extends MessageContext, Marks {
  /** The kind of the text. Only rules with `ofAnyText` check a text that is not a transcript. */
  readonly kind: TextKind;
  readonly blocks: BlockSequence;
}

/** The tools declared in system and developer messages anywhere in the document. */
export interface DeclaredTools {
  hasTool(tool: string): boolean;
  hasNamespace(namespace: string): boolean;
  /** The declared tool that an undeclared name probably means. Namespaces are ignored in the comparison. */
  meant?(tool: string): string | undefined;
  /** Whether the declaration of a tool has a parameter of that name. */
  hasParameter(tool: string, name: string): boolean;
  /** The schema for the arguments of a call, from the declaration that applies to it; undefined if the schema cannot be parsed. */
  schemaFor(tool: string, call: Block): Schema | undefined;
}

/** The properties by which rules select the messages to check, as bits. Very few rules check a message that only has `Any`. */
export const Aspect = {
  Any: 1,
  /** The body contains `<|`, or some part of the message contains a similar spelling. */
  Odd: 2,
  Call: 4,
  Reply: 8,
  /** The body has a declared type. */
  Typed: 16,
  /** The role is system or developer. */
  Instructions: 32,
  /** The message has no terminator. */
  Unclosed: 64,
  /** `Called`: closed by `<|call|>`. `Returned`: closed by `<|return|>`. */
  Called: 128,
  Returned: 256,
  /** The message has no `<|message|>`. */
  Bodyless: 512,
  /** The role is assistant. */
  Assistant: 1024,
  /** In ChatML: the message may contain a tag such as `<think>`. */
  Tagged: 2048,
  /** The message has no `<|start|>`. */
  Openerless: 4096,
} as const;

/** The facts about a rule that tables and settings need. */
export interface RuleFacts {
  readonly code: string;
  /** A few words that describe the fault, for tables. */
  readonly title: string;
  readonly section: string;
  /** The default severity. */
  readonly level: Level;
  /**
   * The severities that differ from the default in a family or a dialect of JSON. Those under `ocml.strict` and in training rows take
   * precedence.
   */
  readonly levels?: Readonly<Partial<Record<FamilyId | JsonDialectId | 'strict' | 'training' | 'streamed', Level>>>;
  /**
   * Whether the rule reports further kinds of its fault, as hints, if the user sets its severity to `hint`. The kinds that it always
   * reports then keep their severity.
   */
  readonly optIn?: true;
}

interface TextRuleFacts extends RuleFacts {
  /** Further checks with the same code. Each one applies in the families that have the abilities in its `needs`. */
  readonly forms?: readonly Look[];
  /** Whether the rule also checks texts that are not transcripts. */
  readonly ofAnyText?: true;
}

export type Rule = TextRuleFacts & Look;

/** A rule for text that also checks messages in JSON. */
export type SharedRule = TextRuleFacts & SharedLook;

export interface JsonRule extends RuleFacts {
  readonly json: JsonScope;
}

/** The inputs of a rule, each with its check. `Known`: the type of the available facts. */
interface Looking<Known> {
  /** The abilities that a family must have (`family.has`). `[]`: the rule applies to every family, including future ones. */
  readonly needs: readonly Ability[];
  /** Whether other rules report nothing for the same span or a part of it, except for errors. */
  readonly insteadOfOthers?: boolean;
  /** Checks a header. Headers with the same text are checked only once. A header that is still being typed is skipped. */
  readonly header?: (meaning: HeaderInfo, context: Known, report: Report) => void;
  /** Whether `header` also checks a header in which the document ends, as while typing. */
  readonly whileTyped?: boolean;
  /** Checks a message that has one of the aspects in `when`. */
  readonly message?: {
    readonly when: number;
    check(message: Message, context: Known, report: Report, isLast: boolean): void;
  };
  /** Checks the text before the first message or after a message, from `from` on. White space alone is skipped unless `blank` is set. */
  readonly gap?: {
    readonly blank?: boolean;
    check(block: Block, from: number, context: Context, report: Report, isLast: boolean): void;
  };
  /** Checks the document header, and the first block if there is none. */
  readonly document?: (opening: Block | undefined, context: Context, report: Report) => void;
  /** Checks the first and the last block of the document, which may be the same block. */
  readonly edges?: (first: Block, last: Block, context: Known, report: GroupReport) => void;
  /** Checks messages that share a property, in their order. `key`: the value that they share, such as the call id. */
  readonly group?: {
    readonly by: GroupKind;
    check(members: readonly Message[], context: Known, report: GroupReport, key: string): void;
  };
}

/** The inputs of a rule for messages in JSON, in addition to those in text. */
interface InJson {
  /**
   * The messages of the JSON projection (2.2 §10) that the rule also checks:
   * - `any`: every message.
   * - `whole`: objects that stand for a single message and, if it is a call, for all of it.
   * - `in-order`: each message, with those before it.
   * - `in-lists`: all messages of a list.
   */
  readonly projection?: 'any' | 'whole' | 'in-order' | 'in-lists';
  /**
   * The parts of message lists that the rule also checks:
   * - `call`: each call.
   * - `tagged`: content of the assistant that has tags as in ChatML.
   * - `contents`: all content, prompts and answers, each as a message of its role. Such a message does not contain its calls.
   * - `tagged-answers`: each answer with a tag of ChatML.
   * - `trained-answers`: each answer that a model is trained on.
   * - `row-ends`: the ends of training rows without an answer.
   * - `empty-contents`: empty content.
   * - `unanswered-calls`: calls without a reply before the next turn.
   * - `one-message` and `conversation`: the calls and replies that share an id, in one message or in the whole conversation, as a group.
   */
  readonly chats?:
    | 'call'
    | 'tagged'
    | 'contents'
    | 'tagged-answers'
    | 'trained-answers'
    | 'row-ends'
    | 'empty-contents'
    | 'unanswered-calls'
    | 'one-message'
    | 'conversation';
  /** Excludes text: the input exists only in JSON. */
  readonly inText?: false;
  /** The flag for lists of messages; see `JsonScope.silentOnPlainValues`. */
  readonly silentOnPlainValues?: JsonScope['silentOnPlainValues'];
}

/** The inputs of a rule that also checks messages in JSON. It may use only the facts that JSON can express. */
type SharedLook = Looking<MessageContext> &
  InJson &
  (Required<Pick<InJson, 'projection'>> | Required<Pick<InJson, 'chats'>>);

/** The inputs of a rule, each with its check. */
export type Look = (Looking<Context> & { readonly [key in keyof InJson]?: undefined }) | SharedLook;

export type GroupReport = (block: Block, span: Span, message: string, extra?: Extra) => void;

/**
 * The properties by which messages are grouped:
 * - `call-id`: the call id.
 * - `tool-pair`: in harmony mode, the tool of calls and replies without an id.
 * - `tool-turn`: in harmony mode, calls and replies until all calls are answered.
 * - `lost-id`: in other modes, the tool of calls that lack their id. No rule checks this group.
 * - `foreign-token`: a foreign token. A rule gets only the first member.
 * - `tool-calls-member`: a field `tool_calls`.
 * - `analysis`: the `analysis` channel.
 * - `functions`: in 0.1, calls and outputs of functions.
 * - `results`: in 0.1, calls and results in any syntax.
 * - `thought`: in 0.1, thoughts of one kind with the flags that request it. A rule gets only the first member, and the first one with
 * another role.
 *
 * Of `tool-calls-member`, `tool-turn`, `analysis`, `functions` and `results`, a rule gets one stretch at a time (`chain.ts`).
 */
export type GroupKind =
  | 'call-id'
  | 'tool-pair'
  | 'tool-turn'
  | 'lost-id'
  | 'foreign-token'
  | 'tool-calls-member'
  | 'analysis'
  | 'functions'
  | 'results'
  | 'thought';

/** Returns the same level for Harmony and for OpenChatML 2.2 with the Harmony profile, for use in `RuleFacts.levels`. */
export const inHarmonyMode = (level: Level) => ({ harmony: level, 'openchatml-2.2+harmony': level }) as const;

/** The inputs of a rule that apply in documents of a family; none if the rule does not apply to it. */
export function looksIn(rule: Rule, { has }: Family): readonly Look[] {
  return [rule, ...(rule.forms ?? [])].filter(
    ({ needs, inText }) => inText !== false && needs.every((ability) => has[ability]),
  );
}

/** The facts that a rule for JSON shares with the rule for text that has the same code. */
export const factsOf = ({ code, title, section, level, levels }: RuleFacts): RuleFacts => ({
  code,
  title,
  section,
  level,
  ...(levels && { levels }),
});
