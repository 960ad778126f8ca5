/** `ocml COMMAND …`. A small separate bundle, so that `--version` starts as fast as Node itself. */
import { version } from '../../package.json';
import { argumentsOf } from '../files/names.ts';
import { revision } from '../grammar/revision.ts';
import { print, printAside } from './output.ts';

async function main(args: readonly string[]): Promise<number> {
  if (args[0] === '--version' || args[0] === '-V') {
    await print([`ocml ${version}, ${revision}`]);
    return 0;
  }
  const { commandLine } = require('./command-line.ts') as typeof import('./command-line.ts');
  return commandLine(args);
}

function failed(error: unknown): void {
  void printAside(`ocml: ${(error as Error)?.stack ?? error}`.split('\n'));
  process.exitCode = 2;
}

// Catches errors that nothing awaits, such as one in an event of a stream: without this, the rest could wait forever.
process.on('uncaughtException', (error) => {
  failed(error);
  process.exit();
});
// Not `process.exit`: output to a pipe must arrive first.
main(argumentsOf(process)).then((code) => {
  process.exitCode = code;
}, failed);
