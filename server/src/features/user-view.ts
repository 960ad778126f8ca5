/**
 * What an end user would see of a transcript: `ocml/userView`. A preview asks after every edit, so each message is rendered
 * once for as long as its block lives, and of a long transcript only a window is sent.
 */

import type { Position, Range } from 'vscode-languageserver-types';
import type { Rendered } from '../render/message.ts';
import { byKind } from '../syntax/any-document.ts';
import type { CheckerOf, Feature } from './support/feature.ts';
import type { Facets, Filter } from './user-view/facets.ts';
import type { Pair } from './user-view/pairs.ts';

export interface UserViewParams {
  readonly textDocument: { readonly uri: string };
  /** Include what users do not see, which the user has to choose explicitly. */
  readonly debug?: boolean;
  /** Whether preambles are shown to users; true without it (2.2 §16.3 leaves that to the renderer). */
  readonly preambles?: boolean;
  /** The place that the window surrounds; without it, the beginning. */
  readonly around?: Position;
  /** The rank, among all shown messages, of the one that the window surrounds, instead of `around`. */
  readonly rank?: number;
  /** In a data set, the number of the conversation, counted from 1, instead of the one at `around`. */
  readonly number?: number;
  /** At most so many messages. */
  readonly limit?: number;
  /** Only messages of these roles, channels and tools. */
  readonly only?: Filter | undefined;
}

/** What of a document is shown as a whole. */
export type WholeParams = Pick<UserViewParams, 'debug' | 'preambles' | 'only'>;

export interface ViewMessage extends Rendered {
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

/** All that a view shows of a document, with nothing left out for its length; the counts hold once all messages are taken. */
export interface WholeView {
  /** A step without a message is one in which nothing is shown, or something is checked. Their `index` counts from the beginning of a line of JSON. */
  readonly messages: Iterable<ViewMessage | undefined>;
  readonly hidden: number;
  readonly doubt: number;
  readonly faulty: number;
  readonly left: number;
}

/** What a search looks through: the text of a message as it is shown, with who speaks. */
export interface Words {
  readonly text: string;
  /** Where the message begins. */
  at(): Position;
}

/** Loaded with the first preview. */
const answers = () => require('./user-view/user-view-answers.ts') as typeof import('./user-view/user-view-answers.ts');

export const userView: Feature<UserViewParams, UserView, [CheckerOf?]> = {
  method: 'ocml/userView',
  capability: { experimental: { userView: true } },
  run(transcript, params, checkerOf) {
    return answers().answer(transcript, params, checkerOf);
  },
};

/** Decides which messages of a document users see, before anybody asks. False: the deadline (`performance.now()`) came first. */
export const prepareView = byKind<[deadline: number], boolean>({
  text: (transcript, deadline) => answers().prepareAnswer(transcript, deadline),
  json: () => true,
});
