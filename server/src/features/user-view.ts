/**
 * `ocml/userView`: the view of a transcript for end users. A preview requests it after every edit. Each message is therefore rendered once
 * and cached while its block exists, and only a window of a long transcript is sent.
 */

import type { Position } from 'vscode-languageserver-types';
import type {
  ViewMessage as ProtocolMessage,
  UserView as ProtocolView,
  UserViewParams,
} from '../../../protocol/views.ts';
import type { Aside } from '../model/json/sessions/session.ts';
import type { Rendered } from '../render/message.ts';
import { byKind } from '../syntax/any-document.ts';
import type { CheckerOf, Feature } from './support/feature.ts';

export type { ConversationPlace, ShownLayers, UserViewParams } from '../../../protocol/views.ts';

/** A message with HTML that the server has sanitized. */
export interface ViewMessage extends ProtocolMessage, Rendered {
  readonly text: string;
  readonly html: Rendered['html'];
}

/** A message in an export. `labels`: further information about the message, for a session with hidden layers. */
export interface LabelledMessage extends ViewMessage {
  readonly labels?: readonly string[];
}

export interface UserView extends ProtocolView {
  readonly messages: readonly ViewMessage[];
}

/** The complete view of a document, without limits on its length. The counts are valid once all messages are consumed. */
export interface WholeView {
  /**
   * The messages, one per step. A step yields undefined if it shows nothing, or only checks a part of the document. In JSON Lines, `index`
   * is relative to the line.
   */
  readonly messages: Iterable<LabelledMessage | undefined>;
  readonly hidden: number;
  readonly doubt: number;
  readonly faulty: number;
  readonly left: number;
  /**
   * For the log of a session: the number of messages that are hidden only because they are not part of the conversation. `doubt` does not
   * include them.
   */
  readonly asides?: ReadonlyMap<Aside, number>;
  /** The start of each JSON line or value without messages (UTF-16 offsets). */
  readonly unread: readonly number[];
}

/** The searchable text: the speaker and the message as displayed. */
export interface Words {
  readonly text: string;
  /** Returns the position at which the message starts. */
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

/**
 * Decides which messages of a document users see, before a view requests them. Returns false if the deadline (`performance.now()`) passes
 * before all messages are decided.
 */
export const prepareView = byKind<[deadline: number], boolean>({
  text: (transcript, deadline) => answers().prepareAnswer(transcript, deadline),
  json: () => true,
});
