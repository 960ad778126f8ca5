/** The facts about a dialect that was learned from a chat template. They are plain data, so that threads can pass them to each other. */
import type { LearnedDialectId } from '../../../grammar/index.ts';
import type { Encoding, Part, Transition } from './transitions.ts';

/** The text that begins the messages of a role. */
export interface LearnedOpener {
  readonly text: string;
  /** The role, as named in chat APIs; undefined if the role is unknown because the text after the opener does not match the template. */
  readonly role: string | undefined;
  /** The white space after the opener that does not belong to the content. */
  readonly pad: string;
  /** The white space that the template writes after the content and before the next text. */
  readonly tail: string;
  /** Whether its messages have no terminator, but end at the next opener. */
  readonly endsWithNext: boolean;
  /** The terminator of its messages, if they have one. */
  readonly end?: string;
  /** Whether this text also ends the message before it, like `[/INST]`. */
  readonly closes: boolean;
}

/** A text after the model's opener that shows what follows: an answer, reasoning or a call. */
export interface LearnedBeginning {
  readonly text: string;
  readonly begins: 'answer' | 'reasoning' | 'call';
}

/** The texts between the parts of a message: from `start`, after the opener, to `end`, before the terminator. */
export interface MessageFacts {
  readonly transitions: readonly (readonly [from: Transition['from'], all: readonly Transition[]])[];
  readonly encodings: readonly (readonly [part: Part, encoding: Encoding])[];
  /** The white space to write between the opener and the first part. */
  readonly lead?: string;
}

/** The mark that follows the calls in each message with calls. */
export interface CallEnd {
  readonly mark: string;
  /** The marks that the template writes before and within calls. */
  readonly calls: readonly string[];
}

/** A problem that is not reported, because the template itself writes the text in question. */
export interface Excuse {
  readonly code: string;
  /** The beginning of the underlined text. */
  readonly text: string;
}

export interface LearnedFacts {
  readonly id: LearnedDialectId;
  /** The name of the template, which messages use as the name of the dialect. */
  readonly name: string;
  /** The openers, the longest first. */
  readonly openers: readonly LearnedOpener[];
  readonly terminators: readonly string[];
  /** The marks that may precede the first message. */
  readonly lead: readonly string[];
  /** Whether text before the first opener is a system message. */
  readonly leadsSystem: boolean;
  /** The text to write between two messages. */
  readonly between: '' | '\n';
  /** The texts that begin the model's messages, the longest first. */
  readonly beginnings: readonly LearnedBeginning[];
  /** The marks that end reasoning within a message. */
  readonly reasoningEnds: readonly string[];
  /** The marks that end an answer within a message. */
  readonly answerEnds: readonly string[];
  /** The texts before and after the declared tools in their message, the longest first. */
  readonly toolFrames: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** The marks at the end of a call after which the template may omit the terminator. */
  readonly openEnds: readonly string[];
  /** The mark that ends the calls of a message, if the template always writes it. */
  readonly callEnd?: CallEnd | undefined;
  /** The marks with which a message from the model begins right after a reply, without an opener. */
  readonly resumes: readonly string[];
  /** All other marks that the template writes within messages. */
  readonly marks: readonly string[];
  /** The user messages that may begin with merged text, such as the system text: only the first message, or any. */
  readonly merges: 'nowhere' | 'first' | 'anywhere';
  /**
   * Whether a line break always separates the merged text from the user's own, so that a message of a single line contains no merged text.
   */
  readonly mergesByLine: boolean;
  /**
   * The texts that show that a user message begins with merged text, such as the system text. Each of these messages has at least two of
   * them. Empty if none are known.
   */
  readonly mergeSigns: readonly string[];
  /** Whether the text of the template does not distinguish answers from reasoning. */
  readonly hidesAnswers: boolean;
  /** Whether calls differ from answers only in their brackets, not in a mark. */
  readonly bareCalls: boolean;
  /** The parts of messages from the model and from tools; undefined if they consist only of content. */
  readonly ofModel: MessageFacts | undefined;
  readonly ofTools: MessageFacts | undefined;
  /** The problems that would be reported for texts that the template itself writes. */
  readonly excuses: readonly Excuse[];
  /** Sentences about facts that could not be learned. */
  readonly uncertain: readonly string[];
}
