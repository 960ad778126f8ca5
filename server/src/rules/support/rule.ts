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

/** Another location that a problem refers to. */
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
  /** A milder severity for one kind of the fault, such as a non-ASCII value. */
  readonly milder?: Severity;
  /** A kind of the fault that is reported only if the user sets the rule to `hint`; see `Rule.optIn`. */
  readonly optIn?: boolean;
}

/** Reports a fault on a span of the current block (UTF-16 offsets in the block). */
export type Report = (span: Span, message: string, extra?: Extra) => void;

/** The facts available to a rule on any input, in text and in JSON. They change only with the document header, the mode or the settings. */
export interface MessageContext {
  readonly family: Family;
  readonly strict: boolean;
  /** The document is a training row. */
  readonly training?: boolean;
  /** The document header, if there is one; JSON has none. */
  readonly header: HeaderValues | undefined;
  readonly declared: DeclaredTools;
  /** Whether a call without its id precedes a reply and may be the call that the reply answers (2.2 §8.2). */
  readonly lostBefore?: (reply: Message) => boolean;
}

/** The additional facts for rules that only check text. */
export interface Context extends MessageContext, Marks {
  /** The kind of the text: if it is not a transcript, only rules for any text check it. */
  readonly kind: TextKind;
  readonly blocks: BlockSequence;
}

/** The declarations in system and developer messages, anywhere in the document. */
export interface DeclaredTools {
  hasTool(tool: string): boolean;
  hasNamespace(namespace: string): boolean;
  /** The declared tool that an undeclared name probably means, compared by bare name. */
  meant?(tool: string): string | undefined;
  /** Whether the declaration of a tool has a parameter of that name. */
  hasParameter(tool: string, name: string): boolean;
  /** The schema of a call's arguments, from the declaration that applies to it, if it can be parsed. */
  schemaFor(tool: string, call: Block): Schema | undefined;
}

/** The reasons to check a message, as bits: very few rules check a plain message. */
export const Aspect = {
  Any: 1,
  /** `<|` in the body, or a similar spelling anywhere. */
  Odd: 2,
  Call: 4,
  Reply: 8,
  /** The body has a declared type. */
  Typed: 16,
  /** Role system or developer. */
  Instructions: 32,
  /** No terminator. */
  Unclosed: 64,
  /** Closed by `<|call|>`, by `<|return|>`. */
  Called: 128,
  Returned: 256,
  /** No `<|message|>`. */
  Bodyless: 512,
  /** Role assistant. */
  Assistant: 1024,
  /** In ChatML: a tag such as `<think>` may be significant. */
  Tagged: 2048,
  /** No `<|start|>`. */
  Openerless: 4096,
} as const;

/** The facts about a rule in tables and settings. */
export interface RuleFacts {
  readonly code: string;
  /** The fault, in a few words, for tables. */
  readonly title: string;
  readonly section: string;
  /** The default severity. */
  readonly level: Level;
  /**
   * The severities that differ from the default: in a family or a dialect of JSON; those under `ocml.strict` and in rows to train on take
   * precedence.
   */
  readonly levels?: Readonly<Partial<Record<FamilyId | JsonDialectId | 'strict' | 'training' | 'streamed', Level>>>;
  /**
   * If the user sets the severity of the rule to `hint`, it also reports further kinds of its fault, as hints; the kinds that it always
   * reports keep their severity.
   */
  readonly optIn?: true;
}

interface TextRuleFacts extends RuleFacts {
  /** Further meanings of the code: every form applies in the families with the abilities that it needs. */
  readonly forms?: readonly Look[];
  /** The rule also checks texts that are not transcripts. */
  readonly ofAnyText?: true;
}

/** A rule for text. */
export type Rule = TextRuleFacts & Look;

/** A rule for text that also checks messages in JSON. */
export type SharedRule = TextRuleFacts & SharedLook;

/** A rule for JSON documents. */
export interface JsonRule extends RuleFacts {
  readonly json: JsonScope;
}

/** The input of a rule, and the facts available with it. */
interface Looking<Known> {
  /** The abilities that a family must have (`family.has`); `[]` if the rule applies to every family, including future ones. */
  readonly needs: readonly Ability[];
  /** Other rules report nothing for the same span, or for part of it, except for errors. */
  readonly insteadOfOthers?: boolean;
  /** Checks a header; headers with equal text are checked once. Skips a header that is still being typed. */
  readonly header?: (meaning: HeaderInfo, context: Known, report: Report) => void;
  /** Whether `header` also checks a header in which the document ends. */
  readonly whileTyped?: boolean;
  /** Checks a message that has one of the aspects. */
  readonly message?: {
    readonly when: number;
    check(message: Message, context: Known, report: Report, isLast: boolean): void;
  };
  /** Checks the text before the first message or after one, from `from` on; skips mere white space by default. */
  readonly gap?: {
    readonly blank?: boolean;
    check(block: Block, from: number, context: Context, report: Report, isLast: boolean): void;
  };
  /** Checks the document header, and the first block if there is none. */
  readonly document?: (opening: Block | undefined, context: Context, report: Report) => void;
  /** Checks the first and the last block of the document, which may be the same. */
  readonly edges?: (first: Block, last: Block, context: Known, report: GroupReport) => void;
  /** Checks messages that belong together, in their order; `key`: what they share, such as the call id. */
  readonly group?: {
    readonly by: GroupKind;
    check(members: readonly Message[], context: Known, report: GroupReport, key: string): void;
  };
}

/** The inputs of a message rule in addition to text. */
interface InJson {
  /**
   * The rule also checks messages of the JSON projection (2.2 §10), which have locations. `any`: every message; `whole`: objects that are
   * only one message and, if it is a call, all of it; `in-order`: each message with those before it; `in-lists`: all messages of a list.
   */
  readonly projection?: 'any' | 'whole' | 'in-order' | 'in-lists';
  /**
   * The rule also checks lists of messages. `call`: each call; `tagged`: content of the assistant that has tags as in ChatML;
   * `contents`: all content, prompts and answers; `tagged-answers`: each answer with a tag of ChatML; `trained-answers`: each answer that a
   * model is trained on; `row-ends`: the ends of training rows without an answer; `empty-contents`: empty content; `unanswered-calls`:
   * calls without a reply before the next turn; `one-message` and `conversation`: as a group, the calls and replies with the same id, in
   * one message or in all.
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
  /** Only for JSON: text has no counterpart. */
  readonly inText?: false;
  /** For lists; see `JsonScope.silentOnPlainValues`. */
  readonly silentOnPlainValues?: JsonScope['silentOnPlainValues'];
}

/** The input of a rule that also gets messages in JSON: it may use only facts that JSON can express. */
type SharedLook = Looking<MessageContext> &
  InJson &
  (Required<Pick<InJson, 'projection'>> | Required<Pick<InJson, 'chats'>>);

/** The input of a rule. */
export type Look = (Looking<Context> & { readonly [key in keyof InJson]?: undefined }) | SharedLook;

export type GroupReport = (block: Block, span: Span, message: string, extra?: Extra) => void;

/**
 * The properties that messages can share. `call-id`: a call id; `tool-pair`: in harmony mode, the tool of calls and replies without an id;
 * `tool-turn`: in the same mode, calls and replies until all are answered; `lost-id`: in other modes, the tool of calls that lost their id,
 * which no rule checks; `foreign-token`: a foreign token; `tool-calls-member`: a `tool_calls` member; `analysis`: the channel analysis; in
 * 0.1, `functions`: calls and outputs of functions, `results`: calls and results in any syntax, and `thought`: a kind of thought with the
 * flags that request it. A rule gets only the first member of `foreign-token`; of `thought`, the first one and the first with another role;
 * and of `tool-calls-member`, `tool-turn`, `analysis`, `functions` and `results`, one stretch at a time (`chain.ts`).
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

/** For `Rule.levels`: a severity of Harmony, and of OpenChatML 2.2 with its profile. */
export const inHarmonyMode = (level: Level) => ({ harmony: level, 'openchatml-2.2+harmony': level }) as const;

/** The inputs of a rule in documents of a family; none if the rule does not apply to it. */
export function looksIn(rule: Rule, { has }: Family): readonly Look[] {
  return [rule, ...(rule.forms ?? [])].filter(
    ({ needs, inText }) => inText !== false && needs.every((ability) => has[ability]),
  );
}

/** The facts that a rule for JSON shares with the rule for text under the same code. */
export const factsOf = ({ code, title, section, level, levels }: RuleFacts): RuleFacts => ({
  code,
  title,
  section,
  level,
  ...(levels && { levels }),
});
