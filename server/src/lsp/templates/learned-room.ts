/** Records which documents are read with which template, and the dialects learned from templates. */
import type { LearnedDialects, Surroundings } from '../learned-dialects.ts';
import type { Settings } from '../settings.ts';

export function createRoom(surroundings: () => Surroundings): LearnedDialects {
  let learning: Promise<typeof import('./learn-dialect.ts')> | undefined;
  const room = () => {
    learning ??= import('./learn-dialect.ts');
    return learning;
  };
  /**
   * The settings with a learned dialect, by project template and by original settings. They are cached so that a document always gets the
   * same settings object.
   */
  const learnedSettingsByKey = new Map<string, WeakMap<Settings, Settings>>();
  const dialects = new Map<string, Settings['dialect']>();
  /** The documents whose folders have been searched for a tokenizer. */
  const besides = new Set<string>();
  /** The template that the user named last, by document. */
  const templateByUri = new Map<string, string>();
  /** The project templates that may have changed since their dialects were learned. */
  const stale = new Set<string>();
  const keyOf = ({ name, folder }: NonNullable<Settings['dialectTemplate']>) => `${folder}\0${name}`;

  return {
    relearn() {
      const { documents } = surroundings();
      besides.clear();
      for (const key of dialects.keys()) stale.add(key);
      for (const { uri } of documents.all()) {
        const template = templateByUri.get(uri);
        if (template !== undefined) void this.choose(uri, template);
        else this.consider(uri);
      }
    },
    forget(uri) {
      besides.delete(uri);
      templateByUri.delete(uri);
    },
    async choose(uri, template) {
      templateByUri.set(uri, template);
      const { documents, settingsOf, changed } = surroundings();
      const { learnDialect } = await room();
      const learned = await learnDialect({ name: template }, documents, settingsOf(uri));
      // The user may have chosen another template while this one was learned.
      if (templateByUri.get(uri) !== template) return null;
      if ('reason' in learned) return { error: learned.reason };
      documents.readAs(uri, learned.id);
      changed();
      return null;
    },
    withdraw: (uri) => void templateByUri.delete(uri),
    applied(settings) {
      const { dialectTemplate } = settings;
      const key = dialectTemplate && keyOf(dialectTemplate);
      const dialect = key === undefined ? undefined : dialects.get(key);
      if (key === undefined || dialect === undefined) return settings;
      const settingsByOriginal = learnedSettingsByKey.get(key) ?? new WeakMap<Settings, Settings>();
      learnedSettingsByKey.set(key, settingsByOriginal);
      let learnedSettings = settingsByOriginal.get(settings);
      if (learnedSettings === undefined) {
        learnedSettings = { ...settings, dialect };
        settingsByOriginal.set(settings, learnedSettings);
      }
      return learnedSettings;
    },
    consider(uri) {
      const { documents, settingsOf, changed, complain } = surroundings();
      const settings = settingsOf(uri);
      const { dialectTemplate } = settings;
      if (dialectTemplate === undefined) {
        // An empty document is considered later, since its text is still to come.
        if (besides.has(uri) || (documents.get(uri)?.length ?? 0) === 0) return;
        besides.add(uri);
        import('./dialect-beside.ts')
          .then(({ considerBeside }) => considerBeside(uri, surroundings()))
          .catch((error) => complain(`${uri}: ${error}`));
        return;
      }
      const key = keyOf(dialectTemplate);
      if (dialects.has(key) && !stale.delete(key)) return;
      // The previous dialect remains in use until the new one has been learned.
      if (!dialects.has(key)) dialects.set(key, undefined);
      const learn = async () => {
        const { learnDialect } = await room();
        const learned = await learnDialect({ ofProject: dialectTemplate }, documents, settings);
        if ('reason' in learned) {
          complain(`${dialectTemplate.name}: ${learned.reason}`);
          return;
        }
        if (dialects.get(key) === learned.id) return;
        dialects.set(key, learned.id);
        learnedSettingsByKey.delete(key);
        for (const { uri } of documents.all()) documents.choose(uri, settingsOf(uri));
        changed();
      };
      learn().catch((error) => complain(`${dialectTemplate.name}: ${(error as Error)?.message ?? error}`));
    },
  };
}
