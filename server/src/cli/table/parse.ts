/** Parses the arguments of a command according to its row in the table. Throws errors with a message for the user. */

import { parseArgs } from 'node:util';
import { isNamedInUtf8 } from '../../files/names.ts';
import { isModelDialectName } from '../../grammar/model-names.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { optionDescription } from './help.ts';
import { table } from './index.ts';
import { aliasList, listed, type Option, type Options, type Row, type Values } from './row.ts';

interface Parsed<O extends Options> {
  readonly values: Values<O>;
  readonly operands: readonly string[];
}

export function parse<O extends Options>(row: Row<O>, args: readonly string[]): Parsed<O> {
  const valuesByOption = new Map<string, (string | true)[]>();
  const operands: string[] = [];
  for (const token of tokensOf(row.options, args)) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const option = getOwn<Option>(row.options, token.name);
    if (option === undefined) throw new Error(unknown(row, token.rawName, args[token.index] ?? ''));
    const value = valueOf(option, token.name, token.value, token.inlineValue === true);
    valuesByOption.set(token.name, [...(option.many ? (valuesByOption.get(token.name) ?? []) : []), value]);
  }
  mustFit(row, new Set(valuesByOption.keys()), operands);
  return { values: valuesOf(row.options, valuesByOption), operands };
}

function tokensOf(options: Options, args: readonly string[]) {
  const optionEntries = Object.entries(options).map(([name, { value, short }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
  ]);
  // `strict` is off because the messages of `parseArgs` suggest no alternatives.
  return parseArgs({
    args: [...args],
    options: Object.fromEntries(optionEntries),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

/** Returns the value of an option, or true for a switch. */
function valueOf(option: Option, name: string, value: string | undefined, inline: boolean): string | true {
  if (option.value === undefined) {
    if (value !== undefined) throw new Error(`--${name} takes no value, but was given ${value}`);
    return true;
  }
  if (value === undefined) throw new Error(`--${name} takes a value: --${name} ${option.value}`);
  // The value is probably another option.
  if (!inline && value.length > 1 && value.startsWith('-'))
    throw new Error(`--${name} takes a value: --${name} ${option.value}, or --${name}=${value} if that is intended`);
  if (!isNamedInUtf8(value)) throw new Error(`the value of --${name} must be valid UTF-8, not ${value}`);
  const { words, aliases, least } = option;
  const alias = aliases?.get(value);
  if (alias !== undefined) return alias;
  if (words && !words.includes(value) && !(option.templates && mayBeTemplate(option, value))) {
    const word = value.toLowerCase();
    const near = aliases?.get(word) ?? option.meant?.get(word) ?? closest(word, words);
    const hint = near === undefined ? '' : `. Did you mean ${near}?`;
    throw new Error(
      `--${name} takes ${listed([...words, ...(option.templates ?? []), ...aliasList(aliases)])}, not ${value}${hint}`,
    );
  }
  if (least !== undefined && (!/^\d{1,12}$/.test(value) || Number(value) < least))
    throw new Error(`--${name} takes a number${least > 0 ? ` of at least ${least}` : ''}, not ${value}`);
  return value;
}

/**
 * Whether a value may name a template: it is the name of a model dialect, looks like a path, or does not resemble one of the allowed words.
 */
function mayBeTemplate({ words = [], meant }: Option, value: string): boolean {
  const word = value.toLowerCase();
  return (
    isModelDialectName(value) ||
    /[./\\#:]/.test(value) ||
    (closest(word, words) === undefined && meant?.has(word) !== true)
  );
}

/** Checks that the options and operands fit together, according to the row. Throws an error otherwise. */
function mustFit(
  { options, operands, apart = [] }: Row,
  optionNames: ReadonlySet<string>,
  operandValues: readonly string[],
): void {
  for (const [name, option] of Object.entries(options)) {
    if (option.required && !optionNames.has(name))
      throw new Error(`--${name} is missing: ${optionDescription(option)}`);
  }
  for (const names of apart) {
    const both = names.filter((name) => optionNames.has(name)).map((name) => `--${name}`);
    if (both.length > 1) throw new Error(`${both.slice(0, 2).join(' and ')} cannot be used together`);
  }
  for (const [name, { with: other }] of Object.entries(options)) {
    if (other !== undefined && optionNames.has(name) && !optionNames.has(other))
      throw new Error(`--${name} needs --${other}`);
  }
  const { name, most, least = 0, words } = operands;
  if (operandValues.length < least) throw new Error(`${name} is missing${words ? `: ${listed(words)}` : ''}`);
  if (most === 0 && operandValues.length > 0)
    throw new Error(`this command takes only options, not ${operandValues[0]}`);
  if (most === 1 && operandValues.length > 1)
    throw new Error(words || name !== 'FILE' ? `pass one ${name}` : 'pass one FILE, or - for standard input');
  const wrong = words && operandValues.find((one) => !words.includes(one));
  if (wrong !== undefined) throw new Error(`${name} must be ${listed(words ?? [])}, not ${wrong}`);
}

/** The value in `-o -`, which means standard output, as in other programs. A file with this name is written as `./-`. */
const STANDARD_OUTPUT = '-';

function valuesOf<O extends Options>(
  options: O,
  valuesByOption: ReadonlyMap<string, readonly (string | true)[]>,
): Values<O> {
  const values = Object.entries(options).map(([name, option]) => {
    const all = valuesByOption.get(name) ?? [];
    if (option.value === undefined) return [name, all.length > 0];
    if (option.many) return [name, all];
    const value = name === 'output' && all[0] === STANDARD_OUTPUT ? undefined : (all[0] ?? option.usual);
    return [name, option.least === undefined || value === undefined ? value : Number(value)];
  });
  return Object.fromEntries(values) as Values<O>;
}

/** Returns the message for an unknown option. `argument`: the whole argument as written. */
function unknown({ name, options }: Row, raw: string, argument: string): string {
  const names = Object.keys(options);
  // `-strict` is probably meant as one option, not as six.
  const optionText = raw.startsWith('--') ? raw : (argument.split('=')[0] ?? raw);
  const word = optionText.replace(/^-+/, '');
  const near = word.length < 2 ? undefined : (closest(word, names) ?? names.find((one) => one.startsWith(word)));
  const owners = Object.values<Row>(table).filter((one) => getOwn(one.options, word));
  // If most commands have the option, listing these commands does not help.
  const elsewhere = owners.length > 3 ? '' : owners.map((one) => `ocml ${one.name}`).join(' and ');
  const hint = near
    ? `; did you mean --${near}?`
    : elsewhere
      ? `; ${elsewhere} ${owners.length === 1 ? 'does' : 'do'}.`
      : '.';
  return `this command has no option ${optionText}${hint} ocml ${name} --help lists all options.`;
}
