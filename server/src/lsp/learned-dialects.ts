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
  /** Learns the dialect that the settings of a document name. */
  consider(uri: string): void;
}

interface Surroundings {
  readonly documents: Documents;
  settingsOf(uri: string): Settings;
  /** What holds for documents may have changed. */
  changed(): void;
  complain(message: string): void;
}

export function createLearnedDialects(surroundings: () => Surroundings): LearnedDialects {
  let learning: Promise<typeof import('./templates/learn-dialect.ts')> | undefined;
  const room = () => {
    learning ??= import('./templates/learn-dialect.ts');
    return learning;
  };
  /** By template of a project: its dialect as settings, so that those of a document stay the same object. */
  const known = new Map<string, WeakMap<Settings, Settings>>();
  const dialects = new Map<string, Settings['dialect']>();
  /** By document: the template that the user has named last. */
  const wanted = new Map<string, string>();
  const keyOf = ({ name, folder }: NonNullable<Settings['dialectTemplate']>) => `${folder}\0${name}`;

  return {
    async choose(uri, template) {
      wanted.set(uri, template);
      const { documents, settingsOf, changed } = surroundings();
      const { learnDialect } = await room();
      const learned = await learnDialect({ name: template }, documents, settingsOf(uri));
      // Something else was chosen meanwhile.
      if (wanted.get(uri) !== template) return null;
      if ('reason' in learned) return { error: learned.reason };
      documents.readAs(uri, learned.id);
      changed();
      return null;
    },
    withdraw: (uri) => void wanted.delete(uri),
    applied(settings) {
      const { dialectTemplate } = settings;
      const key = dialectTemplate && keyOf(dialectTemplate);
      const dialect = key === undefined ? undefined : dialects.get(key);
      if (key === undefined || dialect === undefined) return settings;
      const made = known.get(key) ?? new WeakMap<Settings, Settings>();
      known.set(key, made);
      let found = made.get(settings);
      if (found === undefined) {
        found = { ...settings, dialect };
        made.set(settings, found);
      }
      return found;
    },
    consider(uri) {
      const { documents, settingsOf, changed, complain } = surroundings();
      const settings = settingsOf(uri);
      const { dialectTemplate } = settings;
      if (dialectTemplate === undefined || dialects.has(keyOf(dialectTemplate))) return;
      const key = keyOf(dialectTemplate);
      dialects.set(key, undefined);
      const learn = async () => {
        const { learnDialect } = await room();
        const learned = await learnDialect({ ofProject: dialectTemplate }, documents, settings);
        if ('reason' in learned) {
          complain(`${dialectTemplate.name}: ${learned.reason}`);
          return;
        }
        dialects.set(key, learned.id);
        for (const { uri } of documents.all()) documents.choose(uri, settingsOf(uri));
        changed();
      };
      learn().catch((error) => complain(`${dialectTemplate.name}: ${(error as Error)?.message ?? error}`));
    },
  };
}
