/**
 * Reads documents with the dialect of a chat template. A thread learns the dialect, and no request waits for it. The
 * code is loaded with the first document that needs it.
 */
import type { ReadAsAnswer } from '../../../protocol/readings.ts';
import type { Documents } from './documents.ts';
import type { Settings } from './settings.ts';

export interface LearnedDialects {
  /** Reads a document with a template that the user names. If that fails, the answer contains the reason. */
  choose(uri: string, template: string): Promise<ReadAsAnswer | null>;
  /** Called when the user has chosen another way to read the document. */
  withdraw(uri: string): void;
  /** Returns the settings with their chosen template replaced by its dialect, once the dialect has been learned. */
  applied(settings: Settings): Settings;
  /** Learns the dialect for a document: from the template in its settings or, if there is none, from the tokenizer in its folder. */
  consider(uri: string): void;
  /** Learns all dialects again, since a template may have changed. */
  relearn(): void;
  /** Called when a document has been closed. */
  forget(uri: string): void;
}

export interface Surroundings {
  readonly documents: Documents;
  settingsOf(uri: string): Settings;
  /** Called when the dialects of documents may have changed. */
  changed(): void;
  complain(message: string): void;
}

export function createLearnedDialects(surroundings: () => Surroundings): LearnedDialects {
  let room: LearnedDialects | undefined;
  let opening: Promise<LearnedDialects> | undefined;
  const open = () => {
    opening ??= import('./templates/learned-room.ts').then(({ createRoom }) => {
      room = createRoom(surroundings);
      return room;
    });
    return opening;
  };
  /**
   * Makes a call once the code is loaded, after all earlier calls. If loading has not begun, the call is dropped, since it would have no
   * effect.
   */
  const later = (ask: (room: LearnedDialects) => void) => void opening?.then(ask);
  return {
    choose: async (uri, template) => (await open()).choose(uri, template),
    applied: (settings) => room?.applied(settings) ?? settings,
    consider: (uri) => void open().then((opened) => opened.consider(uri)),
    withdraw: (uri) => later((opened) => opened.withdraw(uri)),
    relearn: () => later((opened) => opened.relearn()),
    forget: (uri) => later((opened) => opened.forget(uri)),
  };
}
