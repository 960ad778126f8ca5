/** `ocml import`: a prompt that a template wrote, read back into messages. */

import { indented } from '../../syntax/json/spelling.ts';
import { importPrompt } from '../../templates/registry/import.ts';
import { configOf, createChatTemplate } from '../../templates/registry/index.ts';
import { importLearned } from '../import/learned.ts';
import { printAside, writeDocument } from '../output.ts';
import { table } from '../table/index.ts';
import { loadTemplate } from '../templates/load.ts';
import { clockIn, customPatterns, variablesIn } from '../templates/options.ts';
import { readably } from '../templates/template-message.ts';
import { command } from './command.ts';
import { oneFile, readNamed } from './one-file.ts';

export const importing = command(table.import, async (values, operands) => {
  const source = oneFile(operands, values);
  const { file } = source;
  const { template: argument } = values;
  const [set, clock] = [variablesIn(values.set), clockIn(values.clock)];
  const custom = customPatterns(file, complain);
  const template = await loadTemplate(argument, custom).catch(readably(argument));
  const { text } = await readNamed(source);
  const name = file === '-' ? 'standard input' : file;
  const found =
    template.kind === 'pattern'
      ? ofPattern(createChatTemplate(configOf(argument), custom), text, name)
      : importLearned({ template, set, clock, text, name }, complain);
  if (found === undefined) return 1;
  const { json, isEmpty, exit } = found;
  if (isEmpty) {
    complain(`${name}: it contains no message`);
    return 1;
  }
  await writeDocument(`${indented(json, '  ')}\n`);
  return exit;
});

const complain = (message: string) => void printAside([`ocml import: ${message}`]);

/** What was read of a prompt, and the exit code. */
export interface ImportedRequest {
  /** The request in JSON. */
  readonly json: string;
  /** It has neither a message nor a generation prompt. */
  readonly isEmpty: boolean;
  readonly exit: number;
}

function ofPattern(
  template: ReturnType<typeof createChatTemplate>,
  text: string,
  name: string,
): ImportedRequest | undefined {
  let found: ReturnType<typeof importPrompt>;
  try {
    found = importPrompt(template, text);
  } catch (error) {
    complain(`${name}: ${(error as Error).message}`);
    return undefined;
  }
  if (!found.exact && (found.messages.length > 0 || found.addGenerationPrompt))
    complain(
      `${name}: the template does not say where a message ends: a content that looks like the next message was taken for it`,
    );
  const { messages, addGenerationPrompt } = found;
  const json = JSON.stringify({ messages, add_generation_prompt: addGenerationPrompt });
  return { json, isEmpty: messages.length === 0 && !addGenerationPrompt, exit: 0 };
}
