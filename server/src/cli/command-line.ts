/** Finds the requested command and runs it. */
import { getOwn } from '../syntax/get-own.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { commands } from './commands/index.ts';
import { print, printAside } from './output.ts';
import { help, overview } from './table/help.ts';
import { commonCommands, table } from './table/index.ts';
import type { Row } from './table/row.ts';

/** Returns the message for an unknown command. */
function unknown(name: string): string {
  const near = closest(name, Object.keys(table));
  return `ocml: there is no command ${JSON.stringify(name)}${near ? `; did you mean ${near}?` : '.'} ocml --help lists all commands.`;
}

/** Runs the program with its arguments and returns the exit code. */
export async function commandLine([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) {
    await printAside(overview(table, commonCommands));
    return 2;
  }
  if (name === '--help' || name === '-h' || (name === 'help' && args.length === 0)) {
    await print(overview(table, commonCommands));
    return 0;
  }
  // `ocml help check` works, as in other programs.
  if (name === 'help') return commandLine([...args.slice(0, 1), '--help']);
  const row = getOwn<Row>(table, name);
  const load = getOwn(commands, name);
  if (row === undefined || load === undefined) {
    await printAside([unknown(name)]);
    return 2;
  }
  if (args.includes('--help') || args.includes('-h')) {
    await print(help(row));
    return 0;
  }
  return (await load()).run(args);
}
