/** The options that commands with templates have in common. */
import { absolute } from '../../files/names.ts';
import { readSmall } from '../../files/regular.ts';
import { MAX_CONFIG_SIZE } from '../../project/bounds.ts';
import { type Chosen, Projects } from '../../project/projects.ts';
import type { Value } from '../../templates/jinja/runtime/values.ts';
import type { Pattern } from '../../templates/registry/pattern.ts';
import { valueOfJson } from '../../templates/values.ts';
import { nothingChosen } from '../dialects.ts';

/** Returns the values by name, from arguments of the form `NAME=VALUE`. */
export function assignments(flag: string, pairs: readonly string[]): Map<string, string> {
  return new Map(
    pairs.map((one) => {
      const at = one.indexOf('=');
      if (at < 1) throw new Error(`${flag} takes NAME=VALUE, not ${one}`);
      return [one.slice(0, at), one.slice(at + 1)];
    }),
  );
}

/** Reads the values of `--set NAME=JSON`. A value that is not JSON is a string. */
export function variablesIn(pairs: readonly string[]): Map<string, Value> {
  return new Map(
    [...assignments('--set', pairs)].map(([name, text]) => {
      try {
        return [name, valueOfJson(text)];
      } catch {
        // Quotation marks around a word are optional, but a value that begins like JSON is meant to be JSON.
        if (/^\s*["[{]/.test(text))
          throw new Error(`--set ${name}=${text}: the value begins like JSON, but is not valid JSON`);
        return [name, text];
      }
    }),
  );
}

/** Reads the value of `--clock`, which is a date, or a date and a time. */
export function clockIn(argument: string | undefined): Date | undefined {
  if (argument === undefined) return undefined;
  const clock = new Date(/^\d{4}-\d\d-\d\d$/.test(argument) ? `${argument}T00:00:00` : argument);
  if (Number.isNaN(clock.getTime()))
    throw new Error(`--clock takes a date, as in 2026-01-31 or 2026-01-31T12:00:00; not ${argument}`);
  return clock;
}

/** Returns the settings for a file from the configurations of its project. */
export const chosenFor = (file: string, complain: (message: string) => void): Chosen => choicesOf(complain)(file);

/** Returns a function that finds the settings for a file. Each configuration is read only once. */
export function choicesOf(complain: (message: string) => void): (file: string) => Chosen {
  const projects = new Projects({ read: (path) => readSmall(path, MAX_CONFIG_SIZE), complain, only: undefined });
  return (file) => projects.settingsFor(absolute(file === '-' ? 'stdin' : file), nothingChosen);
}

/** Returns the patterns of `templates.custom` that apply in the folder of a file. */
export const customPatterns = (file: string, complain: (message: string) => void): ReadonlyMap<string, Pattern> =>
  new Map(Object.entries(chosenFor(file, complain).customTemplates ?? {}));
