/** The type of a rule. A rule is a pure function of its input; where it runs and when is the checker's business. */
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

/** Another place that a problem speaks of. */
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

/** Reports a fault on a span of the block that is looked at (UTF-16 offsets in the block). */
export type Report = (span: Span, message: string, extra?: Extra) => void;

/** The facts that a rule may use on any input, in text and in JSON. They change only with the document header, the mode or the settings. */
export interface MessageContext {
  readonly family: Family;
  readonly strict: boolean;
  /** The document is a training row. */
  readonly training?: boolean;
  /** The document header, if there is one; JSON has none. */
  readonly header: HeaderValues | undefined;
  readonly declared: DeclaredTools;
  /** Whether a call that lost its id is before a reply and may be the one that it answers (2.2 §8.2). */
  readonly lostBefore?: (reply: Message) => boolean;
}

/** The further facts for a rule that looks only at text. */
export interface Context extends MessageContext, Marks {
  /** The kind of the text: if it is not a transcript, only the rules of any text look at it. */
  readonly kind: TextKind;
  readonly blocks: BlockSequence;
}

/** The declarations of system and developer messages, wherever they are. */
export interface DeclaredTools {
  hasTool(tool: string): boolean;
  hasNamespace(namespace: string): boolean;
  /** The declared tool that an undeclared name probably means, by its bare name. */
  meant?(tool: string): string | undefined;
  /** Whether the declaration of a tool has a parameter of that name. */
  hasParameter(tool: string, name: string): boolean;
  /** The schema of a call's arguments, from the declaration that applies to it, if that can be read. */
  schemaFor(tool: string, call: Block): Schema | undefined;
}

/** Why a message is worth a rule's look, as bits: a plain message is shown to very few rules. */
export const Aspect = {
  Any: 1,
  /** `<|` in the body, or a spelling like it anywhere. */
  Odd: 2,
  Call: 4,
  Reply: 8,
  /** A type is declared for the body. */
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
  /** In ChatML: a tag such as `<think>` may count in it. */
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
  /** The usual severity. */
  readonly level: Level;
  /**
   * The severities that differ from it: in a family or a dialect of JSON, and before those under `ocml.strict` and in rows
   * to train on.
   */
  readonly levels?: Readonly<Partial<Record<FamilyId | JsonDialectId | 'strict' | 'training' | 'streamed', Level>>>;
  /** Set to `hint`, it reports more kinds of its fault, as hints; the others keep their severity. */
  readonly optIn?: true;
}

interface TextRuleFacts extends RuleFacts {
  /** The meaning of the code elsewhere: every form counts in the families that have what it needs. */
  readonly forms?: readonly Look[];
  /** It looks at texts that are not transcripts, too. */
  readonly ofAnyText?: true;
}

/** A rule for text. */
export type Rule = TextRuleFacts & Look;

/** A rule for text that looks at messages in JSON, too. */
export type SharedRule = TextRuleFacts & SharedLook;

/** A rule for JSON documents. */
export interface JsonRule extends RuleFacts {
  readonly json: JsonScope;
}

/** The input of a rule, and the facts that it may ask about that. */
interface Looking<Known> {
  /** The abilities that a family must have (`family.has`); `[]` if the rule applies to every family, including future ones. */
  readonly needs: readonly Ability[];
  /** Other rules report nothing for the same place, or for part of it, except for errors. */
  readonly insteadOfOthers?: boolean;
  /** Looks at a header; headers with equal text are looked at once. Not at one that is still being typed. */
  readonly header?: (meaning: HeaderInfo, context: Known, report: Report) => void;
  /** Whether `header` looks at a header in which the document ends, too. */
  readonly whileTyped?: boolean;
  /** Looks at a message that has one of the aspects. */
  readonly message?: {
    readonly when: number;
    check(message: Message, context: Known, report: Report, isLast: boolean): void;
  };
  /** Looks at the text before the first message or after one, from `from` on; not at mere white space unless asked. */
  readonly gap?: {
    readonly blank?: boolean;
    check(block: Block, from: number, context: Context, report: Report, isLast: boolean): void;
  };
  /** Looks at the document header, and at the first block if there is none. */
  readonly document?: (opening: Block | undefined, context: Context, report: Report) => void;
  /** Looks at the first and the last block of the document, which may be the same. */
  readonly edges?: (first: Block, last: Block, context: Known, report: GroupReport) => void;
  /** Looks at messages that belong together, in their order; `key` is what they share, such as the call id. */
  readonly group?: {
    readonly by: GroupKind;
    check(members: readonly Message[], context: Known, report: GroupReport, key: string): void;
  };
}

/** Where a rule of messages looks besides text. */
interface InJson {
  /**
   * The same look at messages of the JSON projection (2.2 §10), which know their places: at `any` of them, at those that are
   * `whole` (one message each, its call complete), at each with those before it, or at all of a list.
   */
  readonly projection?: 'any' | 'whole' | 'in-order' | 'in-lists';
  /**
   * It looks at lists of messages, too: at each call; at what the assistant says, if tags as in ChatML are in it; at each
   * of the contents, prompts and answers; at each answer with a tag of ChatML, or that a model is trained on; at the ends of training
   * rows that lack an answer, at contents that say nothing, and at calls without a reply before the next turn; or as a group, at the calls and replies with one id, in one message or in all.
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
  /** A form that is for JSON alone: there is nothing in text that it could look at. */
  readonly inText?: false;
  /** Of lists, as `JsonScope.silentOnPlainValues`. */
  readonly silentOnPlainValues?: JsonScope['silentOnPlainValues'];
}

/** The input of a rule that is also shown messages in JSON: it may ask only what JSON can say. */
type SharedLook = Looking<MessageContext> &
  InJson &
  (Required<Pick<InJson, 'projection'>> | Required<Pick<InJson, 'chats'>>);

/** The input of a rule. */
export type Look = (Looking<Context> & { readonly [key in keyof InJson]?: undefined }) | SharedLook;

export type GroupReport = (block: Block, span: Span, message: string, extra?: Extra) => void;

/**
 * The things that messages can have in common: a call id; in harmony mode the tool of calls and replies without id, elsewhere that of
 * calls that lost it, which no rule looks at; there also calls and replies until all are answered; a foreign token; a `tool_calls` member; the channel analysis; in 0.1 calls and
 * outputs of functions, calls and results however they are written, and a kind of thought with the flags that ask for it. A
 * rule sees only the first member of `foreign-token`; of `thought`, the first one and the first of another role; and of
 * `tool-calls-member`, `tool-turn`, `analysis`, `functions` and `results`, one stretch at a time (`chain.ts`).
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

/** The inputs of a rule in documents of a family; none if it is not for them. */
export function looksIn(rule: Rule, { has }: Family): readonly Look[] {
  return [rule, ...(rule.forms ?? [])].filter(
    ({ needs, inText }) => inText !== false && needs.every((ability) => has[ability]),
  );
}

/** The facts that a rule for JSON shares with the one for text under the same code. */
export const factsOf = ({ code, title, section, level, levels }: RuleFacts): RuleFacts => ({
  code,
  title,
  section,
  level,
  ...(levels && { levels }),
});
