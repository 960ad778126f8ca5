/** `ocml COMMAND …`: a small separate bundle, so that `--version` starts as fast as Node itself. */
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

// This handles errors in work that nothing awaits, such as the handler of a stream event. Without it, other work could wait forever for the
// failed work.
process.on('uncaughtException', (error) => {
  failed(error);
  process.exit();
});
// `process.exit` is not called here, since it would end the process before all output to a pipe has arrived.
main(argumentsOf(process)).then((code) => {
  process.exitCode = code;
}, failed);
