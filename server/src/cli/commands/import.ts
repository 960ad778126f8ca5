/** `ocml import`: a prompt that a template wrote, read back into messages. */
import { parseArgs } from 'node:util';
import { whyUnreadable } from '../../files/regular.ts';
import { importPrompt } from '../../templates/registry/import.ts';
import { createChatTemplate } from '../../templates/registry/index.ts';
import { readInput } from '../files/input.ts';
import { printAside, writeDocument, writeFailure } from '../output.ts';
import { customPatterns } from '../templates/options.ts';
import type { Command } from './command.ts';

/** Gives the exit code: 0 read, 1 it is no prompt of that template, 2 wrong usage, or what cannot be read. */
async function run(args: readonly string[]): Promise<number> {
  const complain = (message: string) => void printAside([`ocml import: ${message}`]);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { template: { type: 'string' } },
    });
    if (values.template === undefined) throw new Error('--template names the template that wrote the prompt');
    const [file = '-', ...more] = positionals;
    if (more.length > 0) throw new Error('one FILE, or - for standard input');
    const template = createChatTemplate({ name: values.template }, customPatterns(file, complain));
    const { text } = await readInput(file);
    return await imported(template, text, complain);
  } catch (error) {
    complain(whyUnreadable(error));
    return 2;
  }
}

async function imported(
  template: ReturnType<typeof createChatTemplate>,
  text: string,
  complain: (message: string) => void,
): Promise<number> {
  let found: ReturnType<typeof importPrompt>;
  try {
    found = importPrompt(template, text);
  } catch (error) {
    complain((error as Error).message);
    return 1;
  }
  const { messages, addGenerationPrompt, exact } = found;
  if (!exact)
    complain(
      'the template does not say where a message ends: a content that looks like the next message was taken for it',
    );
  await writeDocument(`${JSON.stringify({ messages, add_generation_prompt: addGenerationPrompt }, null, 2)}\n`);
  const lost = writeFailure();
  if (lost !== undefined) throw new Error(`the messages cannot be written: ${lost}`);
  return 0;
}

const usage = `Usage: ocml import --template NAME [FILE | -]

Reads a prompt back into messages: exactly, for templates that close each message with a token (llama, chatml), as well as it goes for
others (openai); not for simple, which writes no roles. What comes out is rendered again, and must be the same prompt.

Exit code: 0 read, 1 it is not a prompt of that template, 2 wrong usage, or a file that cannot be read.`;

export const importing: Command = { usage, run };
