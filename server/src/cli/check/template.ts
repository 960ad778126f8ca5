/** `ocml check --template`: the template against which rows, lists and transcripts are checked. */
import type { Pattern } from '../../templates/registry/pattern.ts';
import { RowChecker } from '../../templates/rows/checker.ts';
import { standInNote } from '../../templates/stand-ins.ts';
import { loadTemplate } from '../templates/load.ts';

export { levelled, problemsOfRow, problemsOfWhole } from '../../templates/rows/problems.ts';

/** A template as data that can be sent to a thread. */
export interface ChosenTemplate {
  /** The template named on the command line or in the configuration. */
  readonly argument: string;
  readonly custom: Readonly<Record<string, Pattern>>;
}

/** Loads a template before anything is checked against it. On the first load of the template, returns a note about it, if there is one. */
export async function prepared(chosen: ChosenTemplate): Promise<string | undefined> {
  const isKnown = checkerByTemplate.has(chosen.argument);
  const { template } = await rowChecker(chosen);
  return isKnown ? undefined : standInNote(template.name, template);
}

const checkerByTemplate = new Map<string, Promise<RowChecker>>();

/** Returns the checker of rows against a template. Each template is read only once. */
export function rowChecker({ argument, custom }: ChosenTemplate): Promise<RowChecker> {
  let checker = checkerByTemplate.get(argument);
  if (checker === undefined) {
    checker = loadTemplate(argument, new Map(Object.entries(custom))).then((template) => new RowChecker(template));
    checkerByTemplate.set(argument, checker);
  }
  return checker;
}
