/** `ocml import`: a prompt that a template wrote, read back into messages. */
import { importPrompt } from '../../templates/registry/import.ts';
import { configOf, createChatTemplate } from '../../templates/registry/index.ts';
import { printAside, writeDocument } from '../output.ts';
import { table } from '../table/index.ts';
import { customPatterns } from '../templates/options.ts';
import { command } from './command.ts';
import { oneFile, readNamed } from './one-file.ts';

export const importing = command(table.import, async (values, operands) => {
  const source = oneFile(operands, values);
  const { file } = source;
  const template = createChatTemplate(configOf(values.template), customPatterns(file, complain));
  const { text } = await readNamed(source);
  return await imported(template, text, file === '-' ? 'standard input' : file);
});

const complain = (message: string) => void printAside([`ocml import: ${message}`]);

async function imported(template: ReturnType<typeof createChatTemplate>, text: string, name: string): Promise<number> {
  let found: ReturnType<typeof importPrompt>;
  try {
    found = importPrompt(template, text);
  } catch (error) {
    complain(`${name}: ${(error as Error).message}`);
    return 1;
  }
  const { messages, addGenerationPrompt, exact } = found;
  if (messages.length === 0 && !addGenerationPrompt) {
    complain(`${name}: it contains no message`);
    return 1;
  }
  if (!exact)
    complain(
      `${name}: the template does not say where a message ends: a content that looks like the next message was taken for it`,
    );
  await writeDocument(`${JSON.stringify({ messages, add_generation_prompt: addGenerationPrompt }, null, 2)}\n`);
  return 0;
}
