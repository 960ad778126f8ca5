/** The requests of the preview: `ocml/userView`, `ocml/modelView`, `ocml/findInView` and `ocml/export`. */
import type { AboutDocument, Position, Range } from './places.ts';

/** The properties that messages are filtered by. */
export const filterDimensions = ['roles', 'channels', 'tools'] as const;
export type FilterDimension = (typeof filterDimensions)[number];

/** Only messages that are one of these, in each dimension that is named. */
export type Filter = { readonly [Name in FilterDimension]?: readonly string[] };

/** A value to filter by, and how many messages have it. */
export interface Facet {
  readonly name: string;
  readonly count: number;
}
export type Facets = { readonly [Name in FilterDimension]: readonly Facet[] };

/** The parts of a document that a view shows. */
export interface ShownLayers {
  /** Include what users do not see, which the user has to choose explicitly. */
  readonly debug?: boolean;
  /** Whether preambles are shown to users; true without it (2.2 §16.3 leaves that to the renderer). */
  readonly preambles?: boolean;
  /** Only messages of these roles, channels and tools. */
  readonly only?: Filter | undefined;
  /**
   * In the log of an agent's session, which of its conversations: the `id` of one of `session.branches`, or `all` for everything
   * in the log. Without it, and where there is no such branch, the conversation that the session ends with.
   */
  readonly branch?: string | undefined;
}

export interface UserViewParams extends AboutDocument, ShownLayers {
  /** The place that the window surrounds; without it, the beginning. */
  readonly around?: Position;
  /** The rank, among all shown messages, of the one that the window surrounds, instead of `around`. */
  readonly rank?: number;
  /** In a data set, the number of the conversation, counted from 1, instead of the one at `around`. */
  readonly number?: number;
  /** At most so many messages. */
  readonly limit?: number;
  /** With `debug`: also the source of the message at `around`, or of its row. */
  readonly source?: 'message' | 'row' | undefined;
}

/** How a call went. */
export const callStates = ['answered', 'open', 'error', 'timeout', 'cancelled'] as const;
export type CallState = (typeof callStates)[number];

/** The half of an exchange that a message of a view is. `open`: a call that nothing answers, or a reply to no call. */
export interface Pair {
  readonly kind: 'call' | 'reply';
  readonly state: CallState;
  /** Where the other half begins: the reply that came last, or the call. */
  readonly other?: Position;
  /** The milliseconds from the call to its reply, where a log has times. */
  readonly duration?: number;
  /** Of a call in the conversation that a session ends with: its number among the calls, from 1. */
  readonly number?: number;
}

/** Tokens and costs (US dollars) by the log of a session; what it does not say is missing. */
export interface SessionUsage {
  readonly input?: number;
  /** Read from a cache, and not part of `input`. */
  readonly cached?: number;
  readonly output?: number;
  readonly cost?: number;
}

/** Why messages of a session are not in the conversation that it ends with. */
export const branchKinds = ['branch', 'rolled-back', 'sub-agent'] as const;
export type BranchKind = (typeof branchKinds)[number];

/** A further conversation in the log of a session. */
export interface SessionBranch {
  readonly id: string;
  readonly kind: BranchKind;
  /** Where it begins, and how many messages it has that the conversation does not have. */
  readonly position: Position;
  readonly count: number;
  /** Its first words; only with `debug`. */
  readonly words?: string;
}

/** A place at which a summary took the place of messages, as the model saw the conversation from there on. */
export interface SessionCompaction {
  readonly position: Position;
  /** How many messages of the conversation the summary replaced. */
  readonly replaced: number;
}

/** The facts about a session besides its messages. */
export interface SessionDetails {
  /** The name of the format, for users. */
  readonly format: string;
  /** The branch that is shown; missing for the conversation that the session ends with. */
  readonly branch?: string;
  /** The first of them, and how many there are in all. */
  readonly branches: readonly SessionBranch[];
  readonly branchCount: number;
  /** Those in the conversation that is shown. */
  readonly compactions: readonly SessionCompaction[];
  /** Of all answers in the log, those on branches and of sub-agents among them. */
  readonly usage?: SessionUsage;
}

/** Which of two answers a row of preferences has a message in. */
export const rowAnswers = ['chosen', 'rejected'] as const;
export type RowAnswer = (typeof rowAnswers)[number];

/** A problem that the checker has found in a message. */
export interface MessageFault {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly position: Position;
}

export interface ViewMessage {
  readonly text: string;
  /** The text as safe HTML. */
  readonly html: string;
  /** Position among all messages of the transcript, and the files and tasks between them. Entries of one message share it. */
  readonly index: number;
  readonly role?: string | undefined;
  /** The channel as the header gives it. */
  readonly channel?: string | undefined;
  readonly effectiveChannel?: string | undefined;
  /** `preamble` also where Harmony means one without saying so. */
  readonly intent?: string | undefined;
  readonly name?: string | undefined;
  readonly to?: string | undefined;
  readonly callId?: string | undefined;
  /** The message in the document, without the gap after it. */
  readonly range: Range;
  /** Users do not see it; only with `debug`. */
  readonly hidden: boolean;
  /** False where the document breaks off in the message. */
  readonly complete: boolean;
  /** With `debug`, of a call or a reply: the other half, and how it went. */
  readonly pair?: Pair;
  /** With `debug`, of an answer in the log of a session: what it used. Of an answer in several parts, the first has it. */
  readonly usage?: SessionUsage;
  /** With `debug`, of a message in the log of a session: why it is not in the conversation that the session ends with. */
  readonly aside?: BranchKind;
  /** With `debug`, of a message in a log that has times: when it was written, in ISO 8601. */
  readonly time?: string;
  /** With `debug`, in a row with a preferred answer and another: which of them it belongs to. */
  readonly answer?: RowAnswer;
  /** With `debug`: the errors and warnings in it, the first of them. Missing where there are none, or nothing is known yet. */
  readonly faults?: readonly MessageFault[];
}

/** A conversation of a data set among all of them. */
export interface ConversationPlace {
  /** Counted from 1, and how many there are. */
  readonly number: number;
  readonly count: number;
  /** Where its neighbours begin. */
  readonly previous?: Position;
  readonly next?: Position;
  readonly range: Range;
  /** With `debug`: what else its row says, such as where it is from. */
  readonly metadata?: readonly RowFact[];
}

/** A member of a row that is not said in its conversation. */
export interface RowFact {
  readonly name: string;
  readonly value: string;
}

export interface UserView {
  /** The version of the document. */
  readonly version: number;
  readonly dialect: string;
  readonly messages: readonly ViewMessage[];
  /** How many messages could be shown, and how many of them are before and after the window. */
  readonly total: number;
  readonly before: number;
  readonly after: number;
  /** How many messages users do not see. */
  readonly hidden: number;
  /** In a data set: which conversation this is. */
  readonly conversation?: ConversationPlace;
  /** In the log of an agent's session. */
  readonly session?: SessionDetails;
  /** How many messages are hidden, in whole or in part, because they are in doubt or hold an error. */
  readonly doubt: number;
  /** How many messages that users surely do not see have an error, as far as the document is checked. */
  readonly faulty: number;
  /** Where the first error of what is shown or hidden here is, as far as the document is checked. */
  readonly firstError?: Position;
  /** How many messages `only` leaves out; they count neither as hidden nor in `total`. */
  readonly left: number;
  /** The text that `source` asks for, as it is in the document; the beginning of a long one. */
  readonly source?: string;
  /** The roles, channels and tools of all that would be shown without `only`: the most frequent of them. */
  readonly facets: Facets;
}

export interface FindParams extends AboutDocument, ShownLayers {
  readonly query: string;
}

export interface FoundMatches {
  /** The version of the document. */
  readonly version: number;
  /** Where the messages begin that have the words, in their order. */
  readonly places: readonly Position[];
  /** There may be others after these. */
  readonly more: boolean;
}

export interface ExportParams extends AboutDocument, ShownLayers {
  readonly as: 'text' | 'markdown' | 'html';
}

export interface ExportedView {
  readonly text: string;
}
