/**
 * The options and operands of each command of `ocml`, as data: its row gives the parser, `--help`, the completions of a shell, and
 * its section of docs/commands.md.
 */

/** An option. Without `value`, it is a switch. */
export interface Option {
  /** Its short form, as in `-o`. */
  readonly short?: string;
  /** The name of its value in help. A name with FILE or FOLDER in it is completed as one. */
  readonly value?: string;
  /** The words that it takes, if it takes no others. */
  readonly words?: readonly string[];
  /** It takes templates as well: those with these names, and others. */
  readonly templates?: readonly string[];
  /** Words that it takes as well, each for one of these. */
  readonly aliases?: ReadonlyMap<string, string>;
  /** Other names that people use for some of them. */
  readonly meant?: ReadonlyMap<string, string>;
  /** It takes a whole number, of at least this. */
  readonly least?: number;
  /** The values that a shell offers where others are possible, too. */
  readonly offers?: () => Promise<readonly string[]>;
  /** The arguments with which `ocml` prints more of them, one a line: they differ from folder to folder. */
  readonly asks?: string;
  /** It may be given more than once. */
  readonly many?: true;
  /** The value that it has if it is not given. */
  readonly usual?: string;
  /** The command does nothing without it. */
  readonly required?: true;
  /** The option that it requires. */
  readonly with?: string;
  /** Its purpose, for a column next to its name. */
  readonly about: string;
}

export type Options = Readonly<Record<string, Option>>;

/** The arguments of a command other than options. */
interface Operands {
  /** Their name in help. A name with FILE in it is completed as one. */
  readonly name: string;
  readonly most?: 0 | 1;
  readonly least?: 1;
  readonly words?: readonly string[];
  readonly offers?: () => Promise<readonly string[]>;
}

/** A line that can be run as it is, where the files are that it names. */
export interface Example {
  readonly run: string;
  readonly about: string;
  /** The exit code, if not 0. */
  readonly exit?: 1;
}

export interface Row<O extends Options = Options> {
  readonly name: string;
  /** Its description in `ocml --help`, in a line. */
  readonly about: string;
  /** How it is called, after `ocml NAME`: a line for each way. */
  readonly usage: readonly string[];
  /** Its full description, a string a paragraph. */
  readonly does: readonly string[];
  readonly operands: Operands;
  readonly options: O;
  /** Options that cannot be used together. */
  readonly apart?: readonly (readonly string[])[];
  /** More to know, after the options. */
  readonly notes?: readonly string[];
  readonly examples: readonly Example[];
  /** The meanings of exit codes 0, 1 and 2; `undefined`: it has none. */
  readonly exit: readonly [string, string | undefined, string];
}

type One<O extends Option> = O extends { readonly words: readonly (infer W)[] }
  ? W
  : O extends { readonly least: number }
    ? number
    : string;

type Value<O extends Option> = O extends { readonly value: string }
  ? O extends { readonly many: true }
    ? readonly One<O>[]
    : O extends { readonly usual: string } | { readonly required: true }
      ? One<O>
      : One<O> | undefined
  : boolean;

/** The values of the options of a row, by name: a switch is true or false, a value is there or undefined. */
export type Values<O extends Options> = { readonly [Name in keyof O]: Value<O[Name]> };

/** A row whose words and names stay types. */
export const row = <const O extends Options>(one: Row<O>): Row<O> => one;

/** Words as a sentence has them. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** Further words of an option, after those that it takes: each with the one that it is taken for. */
export const aliasList = (aliases: ReadonlyMap<string, string> = new Map()): string =>
  [...aliases].map(([alias, word]) => `, ${alias} (the same as ${word})`).join('');
