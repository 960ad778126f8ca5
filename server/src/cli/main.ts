/** `ocml COMMAND …`. */
import { version } from '../../package.json';
import { revision } from '../grammar/index.ts';
import { own } from '../syntax/own.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { commands } from './commands/index.ts';
import { print, printAside } from './output.ts';

const names = Object.keys(commands);
const column = Math.max(...names.map((name) => name.length)) + 2;

const help = `Usage: ocml COMMAND [FILE | -]… [options]

Reads, checks and writes transcripts of language models: OpenChatML, Harmony, ChatML, Llama 3, and their forms in JSON.

${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(column)}${about}`)
  .join('\n')}

ocml COMMAND --help says how a command is used. ocml --version prints the version, and the revision of the specification that
it implements.`;

/** What is said where there is no such command. */
function unknown(name: string | undefined): string {
  if (name === undefined) return help;
  const near = closest(name, names);
  return `ocml: there is no command ${JSON.stringify(name)}${near ? `; did you mean ${near}?` : '.'} ocml --help lists them all.`;
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === '--version') {
    await print([`ocml ${version}, ${revision}`]);
    return 0;
  }
  if (name === '--help' || name === '-h' || (name === 'help' && args.length === 0)) {
    await print(help.split('\n'));
    return 0;
  }
  // `ocml help check`, as other programs have it.
  if (name === 'help') return main([...args.slice(0, 1), '--help']);
  const command = await own(commands, name)?.load();
  if (command === undefined) {
    await printAside(unknown(name).split('\n'));
    return 2;
  }
  if (args.includes('--help') || args.includes('-h')) {
    await print(command.usage.split('\n'));
    return 0;
  }
  return command.run(args);
}

function failed(error: unknown): void {
  void printAside(`ocml: ${(error as Error)?.stack ?? error}`.split('\n'));
  process.exitCode = 2;
}

// What nobody waits for, such as an event of a stream: the rest may wait forever.
process.on('uncaughtException', (error) => {
  failed(error);
  process.exit();
});
// Not `process.exit`: what is written to a pipe must arrive first.
main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
}, failed);
