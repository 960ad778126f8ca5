/** What the preview asks for: `ocml/userView`, `ocml/modelView`, `ocml/findInView` and `ocml/export`. */
import type { AboutDocument, Position, Range } from './places.ts';

/** What messages can be filtered by. */
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

/** What of a document a view shows. */
export interface ShownLayers {
  /** Include what users do not see, which the user has to choose explicitly. */
  readonly debug?: boolean;
  /** Whether preambles are shown to users; true without it (2.2 §16.3 leaves that to the renderer). */
  readonly preambles?: boolean;
  /** Only messages of these roles, channels and tools. */
  readonly only?: Filter | undefined;
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
}

/** How a call went. */
export const callStates = ['answered', 'open', 'error', 'timeout', 'cancelled'] as const;
export type CallState = (typeof callStates)[number];

/** What a message of a view is in an exchange. `open`: a call that nothing answers, or a reply to no call. */
export interface Pair {
  readonly kind: 'call' | 'reply';
  readonly state: CallState;
  /** Where the other half begins: the reply that came last, or the call. */
  readonly other?: Position;
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
  /** How many messages are hidden, in whole or in part, because they are in doubt or hold an error. */
  readonly doubt: number;
  /** How many messages that users surely do not see have an error, as far as the document is checked. */
  readonly faulty: number;
  /** How many messages `only` leaves out; they count neither as hidden nor in `total`. */
  readonly left: number;
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
