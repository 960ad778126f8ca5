/** `ocml COMMAND …`: one file a command. */
import { version } from '../../package.json';
import { revision } from '../grammar/index.ts';
import { check } from './check.ts';

const commands: Record<string, (args: readonly string[]) => Promise<number>> = { check };

const usage = `Usage: ocml check [FILE… | -] [options]

Checks transcripts and prints what is wrong with them. Reads standard input for -, or without files.

  --dialect D            ${'auto (default), openchatml-2.2, harmony, openchatml-0.1'}
  --strict               raise what the specification demands but no one writes
  --rule CODE=SEVERITY   error, warning, information, hint or off; repeatable
  --format text|json     how to print (default text)
  --max-warnings N       fail with more than N warnings

ocml --version prints the version, and the revision of the specification that it implements.

Exit code: 0 clean, 1 errors found or too many warnings, 2 wrong usage or unreadable file.
`;

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === '--version') {
    process.stdout.write(`ocml ${version}, ${revision}\n`);
    return 0;
  }
  const command = name === undefined ? undefined : commands[name];
  if (command === undefined || args.includes('--help') || args.includes('-h')) {
    const asked = name === '--help' || name === '-h' || command !== undefined;
    (asked ? process.stdout : process.stderr).write(usage);
    return asked ? 0 : 2;
  }
  return command(args);
}

// Not `process.exit`: what is written to a pipe must arrive first. A reader that closes early, as `head` does, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`ocml: ${(error as Error)?.stack ?? error}\n`);
    process.exitCode = 2;
  },
);
