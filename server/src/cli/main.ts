/** `ocml COMMAND …`: one file a command. */
import { isMainThread } from 'node:worker_threads';
import { version } from '../../package.json';
import { forms, targetNames } from '../convert/forms.ts';
import { allDialects, revision } from '../grammar/index.ts';
import { own } from '../syntax/own.ts';
import { check } from './check.ts';
import { explain } from './explain.ts';
import { print, printAside } from './output.ts';
import { serveTasks } from './pool.ts';

const commands: Record<string, (args: readonly string[]) => Promise<number>> = {
  check,
  explain,
  // Loaded when it is asked for.
  convert: async (args) => (await import('./convert.ts')).convert(args),
  format: async (args) => (await import('./format.ts')).format(args),
};

/** Words in the column of what options mean. */
function wrapped(words: readonly string[]): string {
  const lines = [''];
  for (const [i, word] of words.entries()) {
    const written = word + (i === words.length - 1 ? '' : i === words.length - 2 ? ' or' : ',');
    const last = lines.length - 1;
    if (`${lines[last]} ${written}`.length > 62) lines.push(written);
    else lines[last] = `${lines[last]} ${written}`.trimStart();
  }
  return lines.join(`\n${' '.repeat(25)}`);
}

const usage = `Usage: ocml check [FILE | FOLDER | 'GLOB' | -]… [options]

Checks transcripts and prints what is wrong with them. Reads standard input for -, or without arguments.

  --dialect D            ${wrapped(['auto (default)', ...allDialects])}
  --strict               raise what the specification demands but no one writes
  --profile PROFILE       what message lists are for: openai, anthropic or template
  --training              rows to train on: what spoils one counts more
  --bos TOKEN --eos TOKEN
                         what begins and ends a sequence of ChatML, besides [BOS] … [EOS] and <s> … </s>
  --request              note ChatML on the wire that leaves nothing to complete
  --rule CODE=SEVERITY   error, warning, information, hint or off; repeatable
  --format F             text (default), json, sarif or github
  --fix                  apply the fixes that leave every meaning as it is, then report what remains;
                         for -, the text goes to standard output and the report to standard error
  --max-warnings N       fail with more than N warnings
  --config FILE          one configuration, in place of every .ocmlrc.json and .ocmlrc.yaml that is found
  --no-config            no configuration

Usage: ocml explain [FILE | -] [options]

Says what the parser of a server made of the output of a model, where and why it gave up, what the model probably meant, and
how the output reads once it is repaired. The input is the output as it is, as a string with escapes, as a list of Harmony
token ids, in an answer of a chat API, or in the log of a server; what was taken for the output is said.

  --parser P             harmony (default for Harmony), harmony-lenient, vllm, llama.cpp, ollama,
                         hermes or qwen3 (default for ChatML: by the tags of its calls)
  --format F             text (default) or json
  --choose N             of several outputs in a log, the one of that number, in place of the last that fails
  --error TEXT           explain an error of a server, the whole line of a log or a part of it, without any output

Exit code: 0 the parser accepts the output, 1 it does not, 2 wrong usage, or nothing to explain.

Usage: ocml format [FILE | -] [options]

Lays a transcript out: headers as the writers of its dialect have them, one message a line. No byte of a body changes, and what
cannot be read stays as it is. The text goes to standard output.

  --dialect D            as for check
  --write                write it to the FILE instead; any number of files, folders and globs
  --check                only print the names of files that are laid out otherwise
  --compact --expand     no message, or each, on a line of its own; otherwise as is usual in the dialect
  --keep-order           leave attributes in the order in which they are written

Exit code: 0 done, 1 with --check if there is something to do, 2 wrong usage, or a file that cannot be read or written.

Usage: ocml convert --to FORM [FILE | -] [options]

Writes a transcript, a request of a chat API or a data set in another form, to standard output. What that form has no place for is
dropped, and said with its place on standard error. A data set (.jsonl) is converted line by line: a line out for each line in,
and an empty one for each that cannot be converted.

  --to FORM              ${wrapped(targetNames)}
  --from FORM            what it is, if its content does not tell: any of these, or
                         ${wrapped(forms.filter((form) => !targetNames.some((name) => name === form)))}
  -o FILE                write to a new FILE
  --report FILE          write all that is lost as JSON to a new FILE
  --force                replace a FILE that exists
  --pretty               indent JSON
  --keep-names           name speakers in Harmony, though its parser rejects that

Exit code: 0 converted, with losses or without, 1 something could not be said, 2 wrong usage, or a file that cannot be read or
written.

ocml --version prints the version, and the revision of the specification that it implements.

Exit code of check: 0 clean, 1 errors found or too many warnings, 2 wrong usage or configuration, or a file that cannot be read
or fixed.`;

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === '--version') {
    await print([`ocml ${version}, ${revision}`]);
    return 0;
  }
  const command = own(commands, name);
  if (command === undefined || args.includes('--help') || args.includes('-h')) {
    const asked = name === '--help' || name === '-h' || command !== undefined;
    await (asked ? print : printAside)(usage.split('\n'));
    return asked ? 0 : 2;
  }
  return command(args);
}

function failed(error: unknown): void {
  void printAside(`ocml: ${(error as Error)?.stack ?? error}`.split('\n'));
  process.exitCode = 2;
}

// Not `process.exit`: what is written to a pipe must arrive first.
if (isMainThread) {
  // What nobody waits for, such as an event of a stream: the rest may wait forever.
  process.on('uncaughtException', (error) => {
    failed(error);
    process.exit();
  });
  main(process.argv.slice(2)).then((code) => {
    process.exitCode = code;
  }, failed);
} else {
  serveTasks();
}
