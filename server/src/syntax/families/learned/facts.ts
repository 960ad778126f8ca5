/** The facts about a dialect that was learned from a chat template: plain data, which threads pass to each other. */
import type { LearnedDialectId } from '../../../grammar/index.ts';
import type { Encoding, Part, Transition } from './transitions.ts';

/** The text that begins a message of a role. */
export interface LearnedOpener {
  readonly text: string;
  /** As named in chat APIs; undefined if any role is possible, because the rest of the header does not match the template. */
  readonly role: string | undefined;
  /** White space after it that is excluded from the content. */
  readonly pad: string;
  /** White space that the template writes after the content, before what comes next. */
  readonly tail: string;
  /** No token ends its messages; the next opener does. */
  readonly endsWithNext: boolean;
  /** The terminator of its messages, if they have one. */
  readonly end?: string;
  /** It is also what ends the message before it, as `[/INST]` is. */
  readonly closes: boolean;
}

/** The text that begins a message of the model after its opener, and tells what follows. */
export interface LearnedBeginning {
  readonly text: string;
  readonly begins: 'answer' | 'reasoning' | 'call';
}

/** The text between the parts of one message: from `start`, after its opener, to `end`, before its terminator. */
export interface MessageFacts {
  readonly transitions: readonly (readonly [from: Transition['from'], all: readonly Transition[]])[];
  readonly encodings: readonly (readonly [part: Part, encoding: Encoding])[];
  /** White space that writers put between the opener and the first part. */
  readonly lead?: string;
}

/** The mark after the calls of every message that has some. */
export interface CallEnd {
  readonly mark: string;
  /** Marks that are written before and within calls. */
  readonly calls: readonly string[];
}

/** A reported problem to suppress: the template itself writes this. */
export interface Excuse {
  readonly code: string;
  /** The beginning of marked text. */
  readonly text: string;
}

export interface LearnedFacts {
  readonly id: LearnedDialectId;
  /** The name of the template, as messages call the dialect. */
  readonly name: string;
  /** The longest first. */
  readonly openers: readonly LearnedOpener[];
  readonly terminators: readonly string[];
  /** Marks that may be in front of the first message. */
  readonly lead: readonly string[];
  /** A text in front of the first opener is a message of the system. */
  readonly leadsSystem: boolean;
  /** The text that writers put between two messages. */
  readonly between: '' | '\n';
  /** The longest first. */
  readonly beginnings: readonly LearnedBeginning[];
  /** Marks that end reasoning within a message. */
  readonly reasoningEnds: readonly string[];
  /** Marks that end an answer within a message. */
  readonly answerEnds: readonly string[];
  /** The texts before and after declared tools in their message; the longest first. */
  readonly toolFrames: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Marks at the end of a call after which the template may omit the end of the message. */
  readonly openEnds: readonly string[];
  /** The mark that ends the calls of a message, if the template always writes one. */
  readonly callEnd?: CallEnd | undefined;
  /** Marks that begin a message of the model right after the end of a reply, where the template writes no opener. */
  readonly resumes: readonly string[];
  /** All other marks that the template writes within messages. */
  readonly marks: readonly string[];
  /** User messages that may begin with other text: only the first, or any. */
  readonly merges: 'nowhere' | 'first' | 'anywhere';
  /** The text between this and the user's own contains line breaks, so that one line has no such text. */
  readonly mergesByLine: boolean;
  /** Texts of which at least two are in every message with merged text, if known. */
  readonly mergeSigns: readonly string[];
  /** Nothing in the template's text distinguishes an answer from reasoning. */
  readonly hidesAnswers: boolean;
  /** No mark tells a call from an answer, but brackets do. */
  readonly bareCalls: boolean;
  /** How messages of the model and of tools are divided; undefined if they only have content. */
  readonly ofModel: MessageFacts | undefined;
  readonly ofTools: MessageFacts | undefined;
  /** Problems that texts of the template itself would have. */
  readonly excuses: readonly Excuse[];
  /** Facts that could not be learned, in words. */
  readonly uncertain: readonly string[];
}
