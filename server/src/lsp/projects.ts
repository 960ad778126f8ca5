/** Applies project configurations to the settings of open documents. Documents that are not files have no project. */
import { pathOf } from '../files/addresses.ts';
import { readSmall } from '../files/regular.ts';
import { MAX_CONFIG_SIZE } from '../project/bounds.ts';
import { configNames } from '../project/config.ts';
import { Projects } from '../project/projects.ts';
import type { Settings } from './settings.ts';

/** Globs of the files to watch: chat templates from which dialects are learned, and configurations. */
export const watchedTemplates = '**/{*.jinja,*.jinja2,*.j2,tokenizer_config.json}';
export const watched = `**/{${configNames.join(',')}}`;

interface ProjectSettings {
  /** Returns the settings of a document: the user's, overridden by the project's. */
  of(uri: string, settings: Settings): Settings;
  /** Forgets all configurations, so that they are read again when they are needed. */
  forget(): void;
}

export function createProjects(complain: (message: string) => void): ProjectSettings {
  const read = (path: string) => readSmall(path, MAX_CONFIG_SIZE);
  const reportedMessages = new Set<string>();
  const tellOnce = (message: string) => {
    if (!reportedMessages.has(message)) complain(message);
    reportedMessages.add(message);
  };
  const projects = new Projects({ read, complain: tellOnce });
  /**
   * The settings of documents by URI, each with the user's settings from which they were derived. They are cached,
   * since every keystroke needs them.
   */
  const settingsByUri = new Map<string, { readonly from: Settings; readonly settings: Settings }>();
  return {
    of(uri, from) {
      const cachedSettings = settingsByUri.get(uri);
      if (cachedSettings?.from === from) return cachedSettings.settings;
      const path = pathOf(uri);
      const settings = path === undefined ? from : projects.settingsFor(path, from);
      settingsByUri.set(uri, { from, settings });
      return settings;
    },
    forget() {
      settingsByUri.clear();
      projects.forget();
    },
  };
}
