/** `ocml import`: converts a prompt, which a template wrote, back to messages. */

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { modelDialectNames } from '../../grammar/model-names.ts';
import { recogniseModel } from '../../learn/index.ts';
import { indented } from '../../syntax/json/spelling.ts';
import type { Value } from '../../templates/jinja/runtime/values.ts';
import { readingTemplate } from '../../templates/models/index.ts';
import { importPrompt } from '../../templates/registry/import.ts';
import { configOf, createChatTemplate } from '../../templates/registry/index.ts';
import type { Template } from '../../templates/template.ts';
import { importLearned } from '../import/learned.ts';
import { printAside, writeDocument } from '../output.ts';
import { table } from '../table/index.ts';
import { loadTemplate } from '../templates/load.ts';
import { readably } from '../templates/template-message.ts';
import { clockIn, customPatterns, variablesIn } from '../templates/template-options.ts';
import { command } from './command.ts';
import { oneFile, readNamed } from './one-file.ts';

export const importing = command(table.import, async (values, operands) => {
  const source = oneFile(operands, values);
  const { file } = source;
  const { template: argument } = values;
  const [set, clock] = [variablesIn(values.set), clockIn(values.clock)];
  const custom = customPatterns(file, complain);
  const { text } = await readNamed(source);
  const name = file === '-' ? 'standard input' : file;
  const recognised = argument === undefined ? await withoutTemplate(text, file, name, set) : undefined;
  const template = recognised ?? (await loadTemplate(argument as string, custom).catch(readably(argument as string)));
  const importedRequest =
    template.kind === 'pattern'
      ? ofPattern(createChatTemplate(configOf(template.name), custom), text, name)
      : importLearned({ template, set, clock, text, name }, complain);
  if (importedRequest === undefined) return 1;
  const { json, isEmpty, exit } = importedRequest;
  if (isEmpty) {
    complain(`${name}: it contains no message`);
    return 1;
  }
  await writeDocument(`${indented(json, '  ')}\n`);
  return exit;
});

/** Returns the chat template in the folder of the file, or otherwise the template of the model that the text indicates. */
async function withoutTemplate(text: string, file: string, name: string, set: Map<string, Value>): Promise<Template> {
  const folder = file === '-' ? undefined : dirname(file);
  const beside =
    folder && ['chat_template.jinja', 'tokenizer_config.json'].some((one) => existsSync(join(folder, one)));
  if (beside) {
    complain(`${name}: read with the chat template next to it; --template chooses another template`);
    return loadTemplate(folder, new Map()).catch(readably(folder));
  }
  const model = recogniseModel(text);
  if (model === undefined)
    throw new Error(
      `${name}: it does not begin like text for a known model (${modelDialectNames.join(', ')}). Use --template NAME|FILE to name the template that wrote it`,
    );
  const { form, hasBegin } = model;
  complain(`${name}: recognized as text for ${form.title}; --template chooses another template`);
  if (form.begin !== '' && !hasBegin && !set.has('bos_token')) set.set('bos_token', '');
  return readingTemplate(form.name) as Template;
}

const complain = (message: string) => void printAside([`ocml import: ${message}`]);

/** The request that was recovered from a prompt, and the exit code. */
export interface ImportedRequest {
  /** The request in JSON. */
  readonly json: string;
  /** Whether the prompt contains neither a message nor a generation prompt. */
  readonly isEmpty: boolean;
  readonly exit: number;
}

function ofPattern(
  template: ReturnType<typeof createChatTemplate>,
  text: string,
  name: string,
): ImportedRequest | undefined {
  let imported: ReturnType<typeof importPrompt>;
  try {
    imported = importPrompt(template, text);
  } catch (error) {
    complain(`${name}: ${(error as Error).message}`);
    return undefined;
  }
  if (!imported.exact && (imported.messages.length > 0 || imported.addGenerationPrompt))
    complain(
      `${name}: the template does not mark the end of a message, so content that looks like a message is read as a separate message`,
    );
  const { messages, addGenerationPrompt } = imported;
  const json = JSON.stringify({ messages, add_generation_prompt: addGenerationPrompt });
  return { json, isEmpty: messages.length === 0 && !addGenerationPrompt, exit: 0 };
}
