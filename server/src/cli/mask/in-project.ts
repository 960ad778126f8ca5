/** The mask settings in a project's configuration, with the names of their sources for a summary. */
import { basename, dirname, relative, resolve } from 'node:path';
import { templateFiles } from '../../files/local-templates.ts';
import { layeredOptions, type OptionLayer } from '../../mask/option-layers.ts';
import type { OptionValue } from '../../mask/options.ts';
import { trainerOf } from '../../mask/profile.ts';
import { chosenTemplate } from '../../project/chosen-template.ts';
import { chosenTokenizer, chosenTrainer } from '../../project/chosen-trainer.ts';
import { fileInProject } from '../../project/file-in-project.ts';
import type { Chosen } from '../../project/projects.ts';
import type { TrainerChoice } from '../../project/trainer-choice.ts';
import type { Levels } from '../../rules/support/levels.ts';
import { tokenizerPath } from '../tokenizer-path.ts';
import type { MaskSpec } from './profile.ts';
import type { TrainerFile } from './trainer-config.ts';
import { readTrainerFile } from './trainer-options.ts';

/** The mask settings of a configuration, as data that can be sent to a thread. */
export type MaskProject = Pick<Chosen, 'template' | 'customTemplates' | 'projectTokenizer' | 'trainer' | 'rowNames'>;

/** A value from a configuration, with the name of that configuration. */
export interface FromPlace<T> {
  readonly value: T;
  readonly from: string;
}

const { real } = templateFiles;

/**
 * Returns the template of a project. Throws an error with a message for the user if the file is outside the project, as `tokenizerIn` and
 * `trainerIn` do.
 */
export function templateIn(chosen: Chosen): FromPlace<string> | undefined {
  return fromFolder(chosenTemplate(chosen, real), chosen.template?.folder);
}

export function tokenizerIn(chosen: MaskProject): FromPlace<string> | undefined {
  return fromFolder(chosenTokenizer(chosen, real), chosen.projectTokenizer?.folder);
}

/** Returns the trainer of a project. `withConfig`: whether to include the trainer's own configuration file. */
export function trainerIn(chosen: MaskProject, withConfig = true): FromPlace<TrainerChoice> | undefined {
  const { trainer } = chosen;
  if (trainer === undefined) return undefined;
  const { config, ...choice } = trainer.choice;
  const isRead = withConfig && config !== undefined;
  return fromFolder(
    chosenTrainer({ trainer: { ...trainer, choice: isRead ? { ...choice, config } : choice } }, real),
    trainer.folder,
  );
}

const fromFolder = <T>(value: T | undefined, folder: string | undefined): FromPlace<T> | undefined =>
  value === undefined ? undefined : { value, from: configNameOf(folder) };

/** Whether the projects of two files have the same template, tokenizer, trainer, and names of fields and roles. */
export function isSameChoice(one: Chosen, other: Chosen): boolean {
  const choice = ({ template, projectTokenizer, trainer, rowNames }: Chosen) =>
    JSON.stringify([template, projectTokenizer, trainer, rowNames]);
  return choice(one) === choice(other);
}

/**
 * Returns the mask settings from a configuration that names a tokenizer and a trainer, without settings from the command line. `template`:
 * a value like that of `--template`. Throws an error with a message for the user.
 */
export function maskInProject(chosen: MaskProject, template: string, levels: Levels): Omit<MaskSpec, 'first'> {
  const [tokenizer, trainer] = [tokenizerIn(chosen), trainerIn(chosen)];
  if (tokenizer === undefined || trainer === undefined)
    throw new Error('the configuration names no tokenizer or trainer');
  const { name, maxLength, over } = trainer.value;
  const { options, special } = layeredOptions(layersOf(trainer, trainerFileOf(trainer)));
  return {
    template,
    custom: chosen.customTemplates ?? {},
    tokenizer: tokenizerPath(tokenizer.value),
    trainer: name,
    options: [...options],
    special: [...special],
    sources: [],
    levels,
    ...(maxLength !== undefined && { limit: maxLength }),
    ...(over !== undefined && { over }),
    ...(chosen.rowNames && { rowNames: chosen.rowNames }),
    labels: false,
    byRow: false,
    keyed: false,
  };
}

/** Returns the name of a configuration for a summary, with its folder if that is not the working folder. */
function configNameOf(folder = ''): string {
  const path = relative(process.cwd(), folder);
  return path === '' ? '.ocmlrc' : `.ocmlrc in ${path}`;
}

/**
 * Returns the options of the chosen trainer in layers: those from the trainer's own file, and then those from the project's configuration.
 */
export function layersOf(
  { value: { config, options = {} }, from }: FromPlace<TrainerChoice>,
  file: TrainerFile | undefined,
): OptionLayer[] {
  return [
    ...(config === undefined || file === undefined ? [] : [{ from: basename(config), options: file.options }]),
    { from, options: Object.entries(options as Readonly<Record<string, OptionValue>>) },
  ];
}

/** Returns the file with which the chosen trainer is started; undefined if the configuration names none. */
export function trainerFileOf({ value: { name, config } }: FromPlace<TrainerChoice>): TrainerFile | undefined {
  return config === undefined ? undefined : readTrainerFile('trainer.config', config, trainerOf(name));
}

/**
 * Returns a function that resolves a file named in a trainer's file. The name is relative to the folder of the trainer's file, or of the
 * project's configuration. The file must be in the project.
 */
export const fileNamedIn =
  ({ trainer }: Chosen, config: string) =>
  (name: string): string | undefined => {
    if (trainer === undefined) return undefined;
    const { folder } = trainer;
    const beside = relative(folder, resolve(dirname(config), name));
    return fileInProject({ name: beside, folder }, real) ?? fileInProject({ name, folder }, real);
  };
