/** The requests of the preview: `ocml/userView`, `ocml/modelView`, `ocml/findInView` and `ocml/export`. */
import type { AboutDocument, Position, Range } from './places.ts';

/** The properties by which messages are filtered. */
export const filterDimensions = ['roles', 'channels', 'tools'] as const;
export type FilterDimension = (typeof filterDimensions)[number];

/** In each given dimension, only messages with one of these values. */
export type Filter = { readonly [Name in FilterDimension]?: readonly string[] };

/** A filter value, and the number of messages with it. */
export interface Facet {
  readonly name: string;
  readonly count: number;
}
export type Facets = { readonly [Name in FilterDimension]: readonly Facet[] };

/** The parts of a document that a view shows. */
export interface ShownLayers {
  /** Whether to include content that end users do not see. The user of the view has to request this explicitly. */
  readonly debug?: boolean;
  /** Whether preambles are shown to users; true by default (2.2 §16.3 leaves this to the renderer). */
  readonly preambles?: boolean;
  /** Only messages with these roles, channels and tools. */
  readonly only?: Filter | undefined;
  /**
   * The conversation in the log of an agent's session: the `id` of one of `session.branches`, or `all` for everything in the
   * log. If it is missing or unknown, the conversation with which the session ends.
   */
  readonly branch?: string | undefined;
}

export interface UserViewParams extends AboutDocument, ShownLayers {
  /** The position at the center of the window; by default, the beginning. */
  readonly around?: Position;
  /** The rank, among all shown messages, of the message at the center of the window; used instead of `around`. */
  readonly rank?: number;
  /** In a data set, the number of the conversation, counted from 1; used instead of `around`. */
  readonly number?: number;
  /** The maximum number of messages. */
  readonly limit?: number;
  /** With `debug`: also the source of the message at `around`, or of its row. */
  readonly source?: 'message' | 'row' | undefined;
}

/** The outcome of a call. */
export const callStates = ['answered', 'open', 'error', 'timeout', 'cancelled'] as const;
export type CallState = (typeof callStates)[number];

/** A message as one half of an exchange. `open`: a call without a reply, or a reply without a call. */
export interface Pair {
  readonly kind: 'call' | 'reply';
  readonly state: CallState;
  /** The start of the other half: the last reply, or the call. */
  readonly other?: Position;
  /** The time from the call to its reply in milliseconds, if the log has times. */
  readonly duration?: number;
  /** For a call in the conversation with which a session ends: its number among the calls, from 1. */
  readonly number?: number;
}

/** Tokens and costs (US dollars) according to the log of a session; numbers that are not in the log are missing. */
export interface SessionUsage {
  readonly input?: number;
  /** The input tokens that were read from a cache; they are not part of `input`. */
  readonly cached?: number;
  readonly output?: number;
  readonly cost?: number;
}

/** Reasons why messages are not in the conversation with which a session ends. */
export const branchKinds = ['branch', 'rolled-back', 'sub-agent'] as const;
export type BranchKind = (typeof branchKinds)[number];

/** A further conversation in the log of a session. */
export interface SessionBranch {
  readonly id: string;
  readonly kind: BranchKind;
  /** The start of the branch, and the number of its messages that are not in the main conversation. */
  readonly position: Position;
  readonly count: number;
  /** The first words of the branch; only with `debug`. */
  readonly words?: string;
}

/** A position from which on the model saw a summary instead of earlier messages. */
export interface SessionCompaction {
  readonly position: Position;
  /** The number of messages replaced by the summary. */
  readonly replaced: number;
  /** In the model's view, which omits these messages; `replaced` counts those of all summaries. */
  readonly dropped?: boolean;
}

/** The facts about a session besides its messages. */
export interface SessionDetails {
  /** The display name of the format. */
  readonly format: string;
  /** The branch that is shown; missing for the conversation with which the session ends. */
  readonly branch?: string;
  /** The first branches, and the total number. */
  readonly branches: readonly SessionBranch[];
  readonly branchCount: number;
  /** The compactions in the conversation that is shown. */
  readonly compactions: readonly SessionCompaction[];
  /** The usage of all answers in the log, including branches and sub-agents. */
  readonly usage?: SessionUsage;
}

/** The two answers in a preference row. */
export const rowAnswers = ['chosen', 'rejected'] as const;
export type RowAnswer = (typeof rowAnswers)[number];

/** A problem found by the checker in a message. */
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
  /**
   * The position of the message among all messages of the transcript, and the files and tasks between them. The entries of a message share
   * its position.
   */
  readonly index: number;
  readonly role?: string | undefined;
  /** The channel named in the header. */
  readonly channel?: string | undefined;
  readonly effectiveChannel?: string | undefined;
  /** The intent; also `preamble` if the message is implicitly a preamble in Harmony. */
  readonly intent?: string | undefined;
  readonly name?: string | undefined;
  readonly to?: string | undefined;
  readonly callId?: string | undefined;
  /** The message in the document, without the gap after it. */
  readonly range: Range;
  /** Whether the message is hidden from end users; true only with `debug`. */
  readonly hidden: boolean;
  /** False if the document breaks off within the message. */
  readonly complete: boolean;
  /** With `debug`, for a call or a reply: the other half, and the outcome. */
  readonly pair?: Pair;
  /** With `debug`, for an answer in the log of a session: its usage. If the answer has several parts, only the first part has it. */
  readonly usage?: SessionUsage;
  /** With `debug`, for a message in the log of a session: why it is not in the conversation with which the session ends. */
  readonly aside?: BranchKind;
  /** With `debug`, for a message in a log with times: the time at which it was written, in ISO 8601. */
  readonly time?: string;
  /** With `debug`, in a row with a preferred and a rejected answer: the answer to which the message belongs. */
  readonly answer?: RowAnswer;
  /** With `debug`: the first errors and warnings in the message. Missing if there are none, or if the message has not been checked yet. */
  readonly faults?: readonly MessageFault[];
}

/** The position of a conversation within its data set. */
export interface ConversationPlace {
  /** The number of the conversation, counted from 1, and the total. */
  readonly number: number;
  readonly count: number;
  /** The starts of the adjacent conversations. */
  readonly previous?: Position;
  readonly next?: Position;
  readonly range: Range;
  /** With `debug`: the other fields of the row, such as its origin. */
  readonly metadata?: readonly RowFact[];
}

/** A field of a row that is not part of its conversation. */
export interface RowFact {
  readonly name: string;
  readonly value: string;
}

export interface UserView {
  /** The version of the document. */
  readonly version: number;
  readonly dialect: string;
  readonly messages: readonly ViewMessage[];
  /** The number of messages that could be shown, and of those before and after the window. */
  readonly total: number;
  readonly before: number;
  readonly after: number;
  /** The number of messages that users do not see. */
  readonly hidden: number;
  /** In a data set: the position of this conversation. */
  readonly conversation?: ConversationPlace;
  /** In the log of an agent's session: facts about the session. */
  readonly session?: SessionDetails;
  /** The number of messages that are hidden, completely or partly, because they are in doubt or contain an error. */
  readonly doubt: number;
  /** The number of messages with an error among those that users certainly do not see, as far as the document is checked. */
  readonly faulty: number;
  /** The position of the first error in shown or hidden messages, as far as the document is checked. */
  readonly firstError?: Position;
  /** The number of messages that `only` filters out; they count neither as hidden nor in `total`. */
  readonly left: number;
  /** The text requested by `source`, as written in the document; only the beginning if it is long. */
  readonly source?: string;
  /** The most frequent roles, channels and tools among all messages that would be shown without `only`. */
  readonly facets: Facets;
}

export interface FindParams extends AboutDocument, ShownLayers {
  readonly query: string;
}

export interface FoundMatches {
  /** The version of the document. */
  readonly version: number;
  /** The starts of the messages that contain the words, in document order. */
  readonly places: readonly Position[];
  /** Whether there may be more matches. */
  readonly more: boolean;
}

export interface ExportParams extends AboutDocument, ShownLayers {
  readonly as: 'text' | 'markdown' | 'html';
}

export interface ExportedView {
  readonly text: string;
}
