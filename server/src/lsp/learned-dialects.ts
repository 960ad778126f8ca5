/** Documents that are read by a chat template. The dialect is learned in a thread, and nothing waits for it; its code is loaded with the first. */
import type { ReadAsAnswer } from '../../../protocol/readings.ts';
import type { Documents } from './documents.ts';
import type { Settings } from './settings.ts';

export interface LearnedDialects {
  /** Reads a document by a template that the user names; gives why that cannot be. */
  choose(uri: string, template: string): Promise<ReadAsAnswer | null>;
  /** The user has chosen something else. */
  withdraw(uri: string): void;
  /** The settings of a document, with the dialect of the template that they name if that has been learned. */
  applied(settings: Settings): Settings;
  /** Learns the dialect that the settings of a document name, or else that of the tokenizer next to it. */
  consider(uri: string): void;
  /** A template may have changed: what was learned is learned again. */
  relearn(): void;
  /** Nothing of a document is needed any more. */
  forget(uri: string): void;
}

export interface Surroundings {
  readonly documents: Documents;
  settingsOf(uri: string): Settings;
  /** The dialects of documents may have changed. */
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
  /** In the order in which it is asked for. */
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
