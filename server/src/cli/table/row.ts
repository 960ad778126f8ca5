/**
 * The type of a row: the options and operands of one command of `ocml`, as data. The parser, `--help`, shell completion and the command's
 * section of docs/commands.md are derived from its row.
 */

/** An option. Without `value`, it is a switch. */
export interface Option {
  /** The short form of the option, as in `-o`. */
  readonly short?: string;
  /** The name of the value in help. If this name contains FILE or FOLDER, the shell completes files or folders. */
  readonly value?: string;
  /** The allowed values, if they are limited to some words. */
  readonly words?: readonly string[];
  /** The names of some templates, if the option also accepts templates. Other templates are also accepted. */
  readonly templates?: readonly string[];
  /** Additional allowed values, each a synonym for one of `words`. */
  readonly aliases?: ReadonlyMap<string, string>;
  /** Words that users may type by mistake, each with the allowed word that is probably meant. */
  readonly meant?: ReadonlyMap<string, string>;
  /** The minimum, if the value is an integer. */
  readonly least?: number;
  /** The values that a shell offers, if other values are also allowed. */
  readonly offers?: () => Promise<readonly string[]>;
  /** The `ocml` arguments that print further values to offer, one per line. These values depend on the folder. */
  readonly asks?: string;
  /** Set if the option may be repeated. */
  readonly many?: true;
  /** The default value. */
  readonly usual?: string;
  /** Set if the command requires the option. */
  readonly required?: true;
  /** The name of another option that this option requires. */
  readonly with?: string;
  /** The purpose of the option, for a column next to its name. */
  readonly about: string;
}

export type Options = Readonly<Record<string, Option>>;

/** The operands of a command, which are its arguments other than options. */
interface Operands {
  /** The name of the operands in help. If it contains FILE, the shell completes files. */
  readonly name: string;
  readonly most?: 0 | 1;
  readonly least?: 1;
  readonly words?: readonly string[];
  readonly offers?: () => Promise<readonly string[]>;
}

/** A command line that can be run unchanged in a folder with the files that it names. */
export interface Example {
  readonly run: string;
  readonly about: string;
  /** The exit code, if it is not 0. */
  readonly exit?: 1;
}

export interface Row<O extends Options = Options> {
  readonly name: string;
  /** The one-line description of the command in `ocml --help`. */
  readonly about: string;
  /** The arguments after `ocml NAME`, with one line for each way to call the command. */
  readonly usage: readonly string[];
  /** The full description of the command, one string per paragraph. */
  readonly does: readonly string[];
  readonly operands: Operands;
  readonly options: O;
  /** Groups of options that cannot be used together. */
  readonly apart?: readonly (readonly string[])[];
  /** Further notes that follow the options. */
  readonly notes?: readonly string[];
  readonly examples: readonly Example[];
  /** The meanings of the exit codes 0, 1 and 2; undefined if a code is not used. */
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

/** The values of a row's options, by name: a boolean for a switch, and a value or undefined for any other option. */
export type Values<O extends Options> = { readonly [Name in keyof O]: Value<O[Name]> };

/** Returns a row unchanged, but with literal types for its words and names. */
export const row = <const O extends Options>(one: Row<O>): Row<O> => one;

/** Joins words for a sentence. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** Returns the aliases of an option, each with the word for which it stands. They follow the words in the same list. */
export const aliasList = (aliases: ReadonlyMap<string, string> = new Map()): readonly string[] =>
  [...aliases].map(([alias, word]) => `${alias} (the same as ${word})`);
