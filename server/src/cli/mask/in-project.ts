/** What the configuration of a project says of masks, with the names of its places for a summary. */
import { basename, relative } from 'node:path';
import { templateFiles } from '../../files/templates.ts';
import type { OptionLayer } from '../../mask/option-layers.ts';
import type { OptionValue } from '../../mask/options.ts';
import { trainerOf } from '../../mask/profile.ts';
import { chosenTemplate } from '../../project/chosen-template.ts';
import { chosenTokenizer, chosenTrainer } from '../../project/chosen-trainer.ts';
import type { Chosen } from '../../project/projects.ts';
import type { TrainerChoice } from '../../project/trainer-choice.ts';
import { trainerFileOptions } from './trainer-options.ts';

/** Something that a configuration says, with the place that it comes from. */
export interface FromPlace<T> {
  readonly value: T;
  readonly from: string;
}

const { real } = templateFiles;

/** The template, tokenizer and trainer of a project. They throw, with a message for the user, where a file is outside it. */
export function templateIn(chosen: Chosen): FromPlace<string> | undefined {
  return given(chosenTemplate(chosen, real), chosen.template?.folder);
}

export function tokenizerIn(chosen: Chosen): FromPlace<string> | undefined {
  return given(chosenTokenizer(chosen, real), chosen.projectTokenizer?.folder);
}

/** `withConfig`: with the file that the trainer is started with. */
export function trainerIn(chosen: Chosen, withConfig = true): FromPlace<TrainerChoice> | undefined {
  const { trainer } = chosen;
  if (trainer === undefined) return undefined;
  const { config, ...choice } = trainer.choice;
  const isRead = withConfig && config !== undefined;
  return given(
    chosenTrainer({ trainer: { ...trainer, choice: isRead ? { ...choice, config } : choice } }, real),
    trainer.folder,
  );
}

const given = <T>(value: T | undefined, folder: string | undefined): FromPlace<T> | undefined =>
  value === undefined ? undefined : { value, from: place(folder) };

/** Whether two files have the same template, tokenizer and trainer in their projects. */
export function isSameChoice(one: Chosen, other: Chosen): boolean {
  const choice = ({ template, projectTokenizer, trainer }: Chosen) =>
    JSON.stringify([template, projectTokenizer, trainer]);
  return choice(one) === choice(other);
}

/** A configuration as a summary names it: by its folder, unless that is the current one. */
function place(folder = ''): string {
  const path = relative(process.cwd(), folder);
  return path === '' ? '.ocmlrc' : `.ocmlrc in ${path}`;
}

/** The options of the chosen trainer: those of its own file, then those of the configuration. */
export function layersOf({ value: { name, config, options = {} }, from }: FromPlace<TrainerChoice>): OptionLayer[] {
  return [
    ...(config === undefined
      ? []
      : [{ from: basename(config), options: trainerFileOptions('trainer.config', config, trainerOf(name)) }]),
    { from, options: Object.entries(options as Readonly<Record<string, OptionValue>>) },
  ];
}
