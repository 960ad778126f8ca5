/** The settings for open documents in project configurations; documents that are not files have none. */
import { pathOf } from '../files/addresses.ts';
import { readSmall } from '../files/regular.ts';
import { MAX_CONFIG_SIZE } from '../project/bounds.ts';
import { configNames } from '../project/config.ts';
import { Projects } from '../project/projects.ts';
import type { Settings } from './settings.ts';

/** The files to watch, as globs: configurations, and chat templates from which dialects are learned. */
export const watchedTemplates = '**/{*.jinja,*.jinja2,*.j2,tokenizer_config.json}';
export const watched = `**/{${configNames.join(',')}}`;

interface ProjectSettings {
  /** The settings of a document: the user's settings, overridden by those of the project. */
  of(uri: string, settings: Settings): Settings;
  /** Reads the configurations again when they are next needed. */
  forget(): void;
}

export function createProjects(complain: (message: string) => void): ProjectSettings {
  const read = (path: string) => readSmall(path, MAX_CONFIG_SIZE);
  const told = new Set<string>();
  const tellOnce = (message: string) => {
    if (!told.has(message)) complain(message);
    told.add(message);
  };
  const projects = new Projects({ read, complain: tellOnce });
  /** The settings of documents, each with the user's settings from which they derive. They are cached, since every keystroke needs them. */
  const known = new Map<string, { readonly from: Settings; readonly settings: Settings }>();
  return {
    of(uri, from) {
      const kept = known.get(uri);
      if (kept?.from === from) return kept.settings;
      const path = pathOf(uri);
      const settings = path === undefined ? from : projects.settingsFor(path, from);
      known.set(uri, { from, settings });
      return settings;
    },
    forget() {
      known.clear();
      projects.forget();
    },
  };
}
