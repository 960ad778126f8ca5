/** The completions that a shell offers, derived from the table of commands. */
import type { Option, Row } from '../table/row.ts';

/** The possible values of an option or operand: one of these words, a file, a folder, or anything. */
export interface Offer {
  readonly words: readonly string[];
  readonly files: 'files' | 'folders' | undefined;
  /** The `ocml` arguments with which the script obtains more words. */
  readonly asks: string | undefined;
}

export interface OfferedOption extends Offer {
  readonly name: string;
  readonly short: string | undefined;
  readonly about: string;
  /** The name of the option's value; undefined for a switch. */
  readonly value: string | undefined;
  readonly many: boolean;
  /** The names of the options that cannot be combined with this option. */
  readonly not: readonly string[];
}

export interface OfferedCommand {
  readonly name: string;
  readonly about: string;
  readonly options: readonly OfferedOption[];
  readonly operand: Offer;
}

/** The `--help` option, which every command has. */
const helping: OfferedOption = {
  name: 'help',
  short: 'h',
  about: 'print help for the command',
  value: undefined,
  many: false,
  not: [],
  words: [],
  files: undefined,
  asks: undefined,
};

export const offersOf = (table: Readonly<Record<string, Row>>): Promise<OfferedCommand[]> =>
  Promise.all(Object.entries(table).map(([name, row]) => offersOfCommand(name, row)));

async function offersOfCommand(name: string, { about, options, operands, apart = [] }: Row): Promise<OfferedCommand> {
  const all = Object.entries(options).map(async ([one, option]): Promise<OfferedOption> => {
    const others = apart.filter((names) => names.includes(one)).flat();
    return {
      name: one,
      short: option.short,
      about: briefly(option.about),
      value: option.value,
      many: option.many === true,
      not: others.filter((other) => other !== one),
      ...(await offer(option, option.value ?? '')),
    };
  });
  return {
    name,
    about,
    options: [...(await Promise.all(all)), helping],
    operand: await offer(operands, operands.name),
  };
}

type Offering = Pick<Option, 'words' | 'templates' | 'aliases' | 'offers' | 'asks'>;

async function offer(
  { words, templates = [], aliases = new Map(), offers, asks }: Offering,
  name: string,
): Promise<Offer> {
  const files = /(?<![A-Z])FILE/.test(name) ? 'files' : name.includes('FOLDER') ? 'folders' : undefined;
  return { words: words ? [...words, ...templates, ...aliases.keys()] : ((await offers?.()) ?? []), files, asks };
}

/** Returns the first phrase of an option's description, since each option has only one line in a list of completions. */
const briefly = (about: string): string => about.split(/[;:.] | \(/)[0] ?? '';
