/** What the configurations of projects say of open documents; documents that are no files have none. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configNames } from '../project/config.ts';
import { Projects } from '../project/projects.ts';
import type { Settings } from './settings.ts';

/** The files to be watched, as a glob. */
export const watched = `**/{${configNames.join(',')}}`;

export interface ProjectSettings {
  /** The settings of a document: the user's, and before them its project's. */
  of(uri: string, settings: Settings): Settings;
  /** Reads the configurations anew when they are next needed. */
  forget(): void;
}

export function createProjects(complain: (message: string) => void): ProjectSettings {
  const told = new Set<string>();
  const tellOnce = (message: string) => {
    if (!told.has(message)) complain(message);
    told.add(message);
  };
  const projects = new Projects({ read, complain: tellOnce });
  return {
    of(uri, settings) {
      const path = pathOf(uri);
      return path === undefined ? settings : projects.settingsFor(path, settings);
    },
    forget: () => projects.forget(),
  };
}

function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri.replace(/[?#].*$/s, ''));
  } catch {
    // An address of another host, or with an escaped slash.
    return undefined;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
