/** `ocml COMMAND …`. */
import { version } from '../../package.json';
import { revision } from '../grammar/index.ts';
import { own } from '../syntax/own.ts';
import { commands } from './commands/index.ts';
import { print, printAside } from './output.ts';

const aboutVersion = `ocml --version prints the version, and the revision of the specification that it implements.`;

/** How all commands are used. */
async function usages(): Promise<string> {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()));
  return [...loaded.map(({ usage }) => usage), aboutVersion].join('\n\n');
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === '--version') {
    await print([`ocml ${version}, ${revision}`]);
    return 0;
  }
  const command = await own(commands, name)?.();
  if (command === undefined) {
    const asked = name === '--help' || name === '-h';
    await (asked ? print : printAside)((await usages()).split('\n'));
    return asked ? 0 : 2;
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
