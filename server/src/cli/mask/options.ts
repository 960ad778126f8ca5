/** The arguments of `ocml mask`. */
import { readSmall, whyUnreadable } from '../../files/regular.ts';
import type { OptionValue } from '../../mask/options.ts';
import type { Over } from '../../mask/trainers/trainer.ts';
import type { Levels } from '../../rules/support/levels.ts';
import { isLevel } from '../../rules/support/levels.ts';
import type { table } from '../table/index.ts';
import type { Values } from '../table/row.ts';
import { chosenFor, clockIn } from '../templates/options.ts';
import { type MaskSpec, tokenizerPath, trainerOf } from './profile.ts';
import { readTrainerConfig } from './trainer-config.ts';

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

const specialPrefix = 'special_tokens.';

/** What the arguments say, without what follows from the data. Throws with a message for the user. */
export function readSpec(
  values: Values<typeof table.mask.options>,
  file: string,
  complain: (message: string) => void,
): Omit<MaskSpec, 'first'> {
  const { trainer: name, tokenizer } = values;
  if (tokenizer === undefined) throw new Error('give --tokenizer FILE|FOLDER, the tokenizer.json of the model');
  const path = tokenizerPath(tokenizer);
  const trainer = trainerOf(name);
  const config = values['trainer-config'];
  const configured = config === undefined ? [] : readTrainerConfig(readConfig(config), trainer, config);
  if (config !== undefined && values.template === undefined)
    complain(`the chat template is that of ${tokenizer}: --template gives another, also one that ${config} names`);
  const all = new Map<string, OptionValue>([...configured, ...assigned('--option', values.option)]);
  const special = new Map<string, string>();
  const options = new Map<string, OptionValue>();
  for (const [key, value] of all) {
    if (!key.startsWith(specialPrefix)) options.set(key, value);
    else if (typeof value === 'string') special.set(key.slice(specialPrefix.length), value);
    else throw new Error(`${key} takes the text of a token; not ${JSON.stringify(value)}`);
  }
  const clock = clockIn(values.clock);
  const chosen = chosenFor(file, complain);
  return {
    template: values.template ?? tokenizer,
    custom: chosen.customTemplates ?? {},
    tokenizer: path,
    trainer: name,
    options: [...options],
    special: [...special],
    ...(values['max-length'] !== undefined && { limit: values['max-length'] }),
    ...(values.over !== undefined && { over: values.over as Over }),
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

/** How large a configuration of a trainer may be, in bytes. */
const MAX_TRAINER_CONFIG_SIZE = 1 << 20;

function readConfig(path: string): string {
  try {
    const text = readSmall(path, MAX_TRAINER_CONFIG_SIZE);
    if (text === undefined) throw new Error('no such file');
    return text;
  } catch (error) {
    throw new Error(`--trainer-config ${path}: ${whyUnreadable(error)}`, { cause: error });
  }
}
