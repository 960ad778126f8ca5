/** The interface of the subcommands of `ocml`. */

import { whyUnreadable } from '../../files/regular.ts';
import { exitCodeOf } from '../input-fault.ts';
import { type ColourChoice, chooseColours, printAside, writeFailure } from '../output.ts';
import { progress } from '../progress.ts';
import { parse } from '../table/parse.ts';
import type { Option, Options, Row, Values } from '../table/row.ts';

export interface Command {
  /** Runs the command with the arguments after its name, and returns the exit code. */
  run(args: readonly string[]): Promise<number>;
}

/**
 * Runs a command with its options and operands. Returns the exit code. If the command throws an error, the error is printed and determines
 * the exit code (`input-fault.ts`).
 */
export type Run<O extends Options> = (values: Values<O>, operands: readonly string[]) => Promise<number>;

/** Returns the values of the options. If one of them is a template in place of a dialect, the dialect is learned from the template. */
async function withLearned<O extends Options>({ name, options }: Row<O>, values: Values<O>): Promise<Values<O>> {
  const valueByOption = new Map(Object.entries(values));
  const isTemplate = ([option, { templates, words = [] }]: readonly [string, Option]) =>
    templates !== undefined &&
    valueByOption.get(option) !== undefined &&
    !words.includes(String(valueByOption.get(option)));
  const templateOption = Object.entries<Option>(options).find(isTemplate);
  if (templateOption === undefined) return values;
  const [option] = templateOption;
  const { learnedDialect } = await import('../learned/dialect.ts');
  const complain = (note: string) => void printAside([`ocml ${name}: ${note}`]);
  return { ...values, [option]: await learnedDialect(String(valueByOption.get(option)), complain) };
}

export const command = <O extends Options>(row: Row<O>, run: Run<O>): Command => ({
  async run(args) {
    try {
      const { values, operands } = parse(row, args);
      const { color } = values as { readonly color?: ColourChoice };
      if (color !== undefined) chooseColours(color);
      const code = await run(await withLearned(row, values), operands);
      progress.clear();
      const lost = writeFailure();
      if (lost !== undefined) throw new Error(`the output cannot be written: ${lost}`);
      return code;
    } catch (error) {
      await printAside([`ocml ${row.name}: ${whyUnreadable(error)}`]);
      return exitCodeOf(error);
    }
  },
});
