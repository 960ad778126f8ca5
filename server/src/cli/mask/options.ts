/** The arguments of `ocml mask`. */
import { layeredOptions } from '../../mask/option-layers.ts';
import type { OptionValue } from '../../mask/options.ts';
import { trainerOf } from '../../mask/profile.ts';
import type { Levels } from '../../rules/support/levels.ts';
import { isLevel } from '../../rules/support/levels.ts';
import type { table } from '../table/index.ts';
import type { Values } from '../table/row.ts';
import { choicesOf, clockIn } from '../templates/options.ts';
import { type FromPlace, isSameChoice, layersOf, templateIn, tokenizerIn, trainerIn } from './in-project.ts';
import { type MaskSpec, tokenizerPath } from './profile.ts';
import { commandLine } from './summary.ts';
import { trainerFileOptions } from './trainer-options.ts';

/** What `KEY=VALUE` says: JSON, or else a string. */
function assigned(flag: string, given: readonly string[]): [string, OptionValue][] {
  return given.map((one) => {
    const at = one.indexOf('=');
    if (at < 1) throw new Error(`${flag} takes KEY=VALUE; not ${one}`);
    const text = one.slice(at + 1);
    try {
      return [one.slice(0, at), JSON.parse(text) as OptionValue];
    } catch {
      return [one.slice(0, at), pythonWord(text)];
    }
  });
}

/** Options are written as in Python, too. */
const pythonWords: ReadonlyMap<string, OptionValue> = new Map<string, OptionValue>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

const pythonWord = (text: string): OptionValue =>
  pythonWords.has(text) ? (pythonWords.get(text) as OptionValue) : text;

/** What the arguments and the project say, without what follows from the data. Throws with a message for the user. */
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
      complain(`${other}: its configuration names another template, tokenizer or trainer; those of ${file} are used`);
  const sources: [setting: string, place: string][] = [];
  const settle = <T>(setting: string, flag: T | undefined, given: () => FromPlace<T | undefined> | undefined) => {
    if (flag !== undefined) return flag;
    const { value, from = '' } = given() ?? {};
    if (value !== undefined) sources.push([setting, from]);
    return value;
  };
  const named = settle('template', values.template, () => templateIn(chosen));
  const tokenizer = settle('tokenizer', values.tokenizer, () => tokenizerIn(chosen));
  if (tokenizer === undefined)
    throw new Error(
      'give --tokenizer FILE|FOLDER, the tokenizer.json of the model, or name it in .ocmlrc.json: {"tokenizer": "./model"}',
    );
  // If another trainer is asked for than that of the project, nothing that is said of that one holds.
  const isProjects = values.trainer === undefined || values.trainer === chosen.trainer?.choice.name;
  const config = values['trainer-config'];
  const inProject = isProjects ? trainerIn(chosen, config === undefined) : undefined;
  const name =
    settle('trainer', values.trainer, () => inProject && { ...inProject, value: inProject.value.name }) ?? 'trl';
  const trainer = trainerOf(name);
  if (config !== undefined && named === undefined)
    complain(`the chat template is that of ${tokenizer}: --template gives another, also one that ${config} names`);
  const layered = layeredOptions([
    ...(inProject ? layersOf(inProject) : []),
    ...(config === undefined
      ? []
      : [{ from: config, options: trainerFileOptions('--trainer-config', config, trainer) }]),
    { from: commandLine, options: assigned('--option', values.option) },
  ]);
  for (const one of layered.sources) sources.push(one);
  const ofProject = <T>(value: T) => inProject && { value, from: inProject.from };
  const limit = settle('maxLength', values['max-length'], () => ofProject(inProject?.value.maxLength));
  const over = settle('over', values.over, () => ofProject(inProject?.value.over));
  const clock = clockIn(values.clock);
  return {
    template: named ?? tokenizer,
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
    labels: values.labels !== undefined,
    byRow: values.format === 'jsonl',
    keyed: values.baseline !== undefined || values['write-baseline'] !== undefined,
  };
}

function levelsIn(given: readonly string[]): Levels {
  return Object.fromEntries(
    given.map((one) => {
      const [code = '', level] = one.split('=');
      if (!isLevel(level)) throw new Error(`--rule takes CODE=SEVERITY; not ${one}`);
      return [code, level];
    }),
  );
}
