/** The arguments of `ocml mask`. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readSmall } from '../../files/regular.ts';
import { layeredOptions } from '../../mask/option-layers.ts';
import type { OptionValue } from '../../mask/options.ts';
import { trainerOf } from '../../mask/profile.ts';
import type { Levels } from '../../rules/support/levels.ts';
import { isLevel } from '../../rules/support/levels.ts';
import { MAX_TEMPLATE_SIZE } from '../../templates/sources/load.ts';
import type { table } from '../table/index.ts';
import type { Values } from '../table/row.ts';
import { choicesOf, clockIn } from '../templates/template-options.ts';
import { tokenizerPath } from '../tokenizer-path.ts';
import { axolotlTemplate } from './axolotl-template.ts';
import {
  type FromPlace,
  fileNamedIn,
  isSameChoice,
  layersOf,
  templateIn,
  tokenizerIn,
  trainerFileOf,
  trainerIn,
} from './in-project.ts';
import type { MaskSpec } from './profile.ts';
import { commandLine } from './summary.ts';
import { readTrainerFile } from './trainer-options.ts';

/** Reads options in the form `KEY=VALUE`. A value that is not JSON is a string. */
function assigned(flag: string, pairs: readonly string[]): [string, OptionValue][] {
  return pairs.map((one) => {
    const at = one.indexOf('=');
    if (at < 1) throw new Error(`${flag} takes KEY=VALUE, not ${one}`);
    const text = one.slice(at + 1);
    try {
      return [one.slice(0, at), JSON.parse(text) as OptionValue];
    } catch {
      return [one.slice(0, at), pythonWord(text)];
    }
  });
}

/** Python's constants, which are accepted in addition to JSON. */
const pythonWords: ReadonlyMap<string, OptionValue> = new Map<string, OptionValue>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

const pythonWord = (text: string): OptionValue =>
  pythonWords.has(text) ? (pythonWords.get(text) as OptionValue) : text;

/** Reads the settings that do not depend on the data from the arguments and the project. Throws an error with a message for the user. */
export function readSpec(
  values: Values<typeof table.mask.options>,
  files: readonly string[],
  complain: (message: string) => void,
): Omit<MaskSpec, 'first'> {
  const [file = '-', ...others] = files;
  const chosenOf = choicesOf(complain);
  const chosen = chosenOf(file);
  for (const other of others)
    if (!isSameChoice(chosenOf(other), chosen))
      complain(
        `${other}: the configuration for this file has a different template, tokenizer, trainer or field names, but the configuration for ${file} is used`,
      );
  const sources: [setting: string, origin: string][] = [];
  const settle = <T>(setting: string, flag: T | undefined, readProject: () => FromPlace<T | undefined> | undefined) => {
    if (flag !== undefined) return flag;
    const { value, from = '' } = readProject() ?? {};
    if (value !== undefined) sources.push([setting, from]);
    return value;
  };
  const template = settle('template', values.template, () => templateIn(chosen));
  const tokenizer = settle('tokenizer', values.tokenizer, () => tokenizerIn(chosen));
  if (tokenizer === undefined)
    throw new Error(
      'pass --tokenizer FILE|FOLDER, the tokenizer.json of the model, or set it in .ocmlrc.json: {"tokenizer": "./model"}',
    );
  // If the arguments choose a different trainer, the project's trainer settings are ignored.
  const isProjects = values.trainer === undefined || values.trainer === chosen.trainer?.choice.name;
  const config = values['trainer-config'];
  const inProject = isProjects ? trainerIn(chosen, config === undefined) : undefined;
  const name =
    settle('trainer', values.trainer, () => inProject && { ...inProject, value: inProject.value.name }) ?? 'trl';
  const trainer = trainerOf(name);
  if (trainer.unmade !== undefined && values.labels !== undefined)
    throw new Error(`--labels is not supported for this trainer: ${trainer.unmade}`);
  const ofProject = inProject && trainerFileOf(inProject);
  const ofArguments = config === undefined ? undefined : readTrainerFile('--trainer-config', config, trainer);
  const projectConfig = inProject?.value.config;
  const trainerFile = ofArguments ?? ofProject;
  const path = config ?? projectConfig ?? '';
  const tokenizerFolder = modelFolder(tokenizer);
  const chosenTemplate =
    template !== undefined || trainerFile?.template === undefined
      ? undefined
      : axolotlTemplate(
          trainerFile.template,
          hasTemplate(tokenizerFolder),
          ofArguments ? fileFor(path) : fileNamedIn(chosen, path),
        );
  if (chosenTemplate) sources.push(['chat_template', ofArguments ? path : basename(path)]);
  const layered = layeredOptions([
    ...(inProject ? layersOf(inProject, ofProject) : []),
    ...(config === undefined || ofArguments === undefined ? [] : [{ from: config, options: ofArguments.options }]),
    { from: commandLine, options: assigned('--option', values.option) },
  ]);
  for (const one of layered.sources) sources.push(one);
  const limits = <T>(value: T) => inProject && { value, from: inProject.from };
  const limit = settle('maxLength', values['max-length'], () => limits(inProject?.value.maxLength));
  const over = settle('over', values.over, () => limits(inProject?.value.over));
  const clock = clockIn(values.clock);
  return {
    template: template ?? (chosenTemplate?.kind === 'file' ? chosenTemplate.path : tokenizerFolder),
    ...(chosenTemplate?.kind === 'text' && { source: { name: chosenTemplate.name, text: chosenTemplate.text } }),
    custom: chosen.customTemplates ?? {},
    tokenizer: tokenizerPath(tokenizer),
    trainer: name,
    options: [...layered.options],
    special: [...layered.special],
    sources,
    ...(limit !== undefined && { limit }),
    ...(over !== undefined && { over }),
    ...(clock && { clock: clock.getTime() }),
    levels: { ...chosen.levels, ...levelsIn(values.rule) },
    ...(chosen.rowNames && { rowNames: chosen.rowNames }),
    labels: values.labels !== undefined,
    byRow: values.format === 'jsonl',
    keyed: values.baseline !== undefined || values['write-baseline'] !== undefined,
  };
}

/**
 * Returns a function that resolves a file named in a trainer's file. The name is relative to the working folder, or to the folder of the
 * trainer's file.
 */
const fileFor = (config: string) => (name: string) =>
  [resolve(name), resolve(dirname(config), name)].find((path) => existsSync(path) && statSync(path).isFile());

/** Returns the folder of a model. `tokenizer`: this folder, or the tokenizer file in it. */
const modelFolder = (tokenizer: string): string =>
  basename(tokenizer) === 'tokenizer.json' ? dirname(tokenizer) : tokenizer;

/** Whether the folder of a model has a chat template. */
function hasTemplate(folder: string): boolean {
  if (existsSync(join(folder, 'chat_template.jinja'))) return true;
  return readSmall(join(folder, 'tokenizer_config.json'), MAX_TEMPLATE_SIZE)?.includes('"chat_template"') === true;
}

function levelsIn(pairs: readonly string[]): Levels {
  return Object.fromEntries(
    pairs.map((one) => {
      const [code = '', level] = one.split('=');
      if (!isLevel(level)) throw new Error(`--rule takes CODE=SEVERITY, not ${one}`);
      return [code, level];
    }),
  );
}
