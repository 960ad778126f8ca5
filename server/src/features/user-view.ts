/**
 * What an end user would see of a transcript: `ocml/userView`. A preview asks after every edit, so each message is rendered
 * once for as long as its block lives, and of a long transcript only a window is sent.
 */
import type { Position, Range } from 'vscode-languageserver-types';
import type { AnyDocument } from '../documents/document.ts';
import type { Rendered } from '../render/message.ts';
import { Transcript } from '../syntax/transcript.ts';
import type { Feature } from './support/feature.ts';

export interface UserViewParams {
  readonly textDocument: { readonly uri: string };
  /** Also gives what users do not see: an explicit choice of whoever looks. */
  readonly debug?: boolean;
  /** Whether preambles are shown to users; true without it (2.2 §16.3 leaves that to the renderer). */
  readonly preambles?: boolean;
  /** The place that the window surrounds; without it, the beginning. */
  readonly around?: Position;
  /** At most so many messages. */
  readonly limit?: number;
}

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
}

export interface UserView {
  /** The version of the document. */
  readonly version: number;
  readonly dialect: string;
  readonly messages: readonly ViewMessage[];
  /** How many messages there are to show, and how many of them before and after the window. */
  readonly total: number;
  readonly before: number;
  readonly after: number;
  /** How many messages users do not see. */
  readonly hidden: number;
  /** How many messages are hidden, in whole or in part, because they are in doubt or hold an error. */
  readonly doubt: number;
}

/** Loaded with the first preview. */
const answers = () => require('./user-view/answer.ts') as typeof import('./user-view/answer.ts');

export const userView: Feature<UserViewParams, UserView> = {
  method: 'ocml/userView',
  capability: { experimental: { userView: true } },
  run(transcript, params) {
    return answers().answer(transcript, params);
  },
};

/** Decides which messages of a document users see, before anybody asks. False: the deadline (`performance.now()`) came first. */
export function prepareView(document: AnyDocument, deadline: number): boolean {
  return !(document instanceof Transcript) || answers().prepareAnswer(document, deadline);
}
