import { forms, targetAliases, targetNames } from '../../convert/forms.ts';
import { modelFormNames } from '../../grammar/model-forms.ts';
import {
  color,
  dialect,
  force,
  manyFiles,
  otherNames,
  outputs,
  severalFiles,
  stdinFilename,
  templateNames,
} from './options.ts';
import { row } from './row.ts';

/** Alternative names of model formats that users may type. */
const otherModelNames: ReadonlyMap<string, string> = new Map([
  ...otherNames,
  ['qwen2.5', 'hermes'],
  ['qwen3', 'hermes'],
  ['gemma3', 'gemma'],
  ['gemma-3', 'gemma'],
  ['mixtral', 'mistral'],
  ['magistral', 'mistral'],
  ['deepseek-v3.1', 'deepseek'],
  ['deepseek-r1', 'deepseek-v3'],
  ['glm4', 'glm'],
  ['glm-4', 'glm'],
  ['kimi-k2', 'kimi'],
  ['command', 'command-r'],
  ['command-a', 'command-r'],
  ['cohere', 'command-r'],
  ['phi-4-mini', 'phi'],
  ['phi4-mini', 'phi'],
  ['phi-3', 'phi3'],
]);

export const convert = row({
  name: 'convert',
  about: 'convert a transcript, a request or a data set to another format',
  usage: [
    "--to FORMAT [FILE | FOLDER | 'GLOB' | -]… [options]",
    "--to-template NAME|FILE [FILE | FOLDER | 'GLOB' | -]… [options]",
  ],
  does: [
    'Converts a transcript, a chat API request or a data set to another format, and writes it to standard output. Parts that the format cannot express are dropped, and reported with their locations on standard error. A data set (.jsonl) is converted line by line. Each input line gives one output line, which is empty if the line cannot be converted; with --each-answer, it gives a line for each answer.',
    `If the format is JSON, several files give JSON Lines: a line for each document, or for each row of a data set. Outputs in a text format are printed one after another, each under the name of its file. -o FOLDER writes a file for each input instead, with the extension of the format, and -o FILE.jsonl writes the rows of all inputs. ${severalFiles}`,
  ],
  operands: manyFiles,
  options: {
    to: {
      value: 'FORMAT',
      words: [...targetNames, ...modelFormNames],
      aliases: targetAliases,
      meant: otherModelNames,
      about: 'the format to convert to',
    },
    'to-template': {
      value: 'NAME|FILE',
      ...templateNames,
      about:
        'convert to text for a model, with calls, replies and reasoning as its chat template formats them; the template can be anything that ocml render --template accepts',
    },
    set: {
      value: 'NAME=JSON',
      many: true,
      with: 'to-template',
      about: 'set a variable of the template, such as tools or bos_token',
    },
    clock: { value: 'DATE', with: 'to-template', about: 'the date for templates that ask for it' },
    from: {
      value: 'FORMAT',
      words: forms,
      aliases: targetAliases,
      meant: otherNames,
      about: 'the format of the input, if its content does not show it',
    },
    dialect: {
      ...dialect,
      about:
        'like --from, but only for dialects; also accepts the chat template that wrote the input (anything that ocml render --template accepts)',
    },
    output: outputs,
    report: {
      value: 'FILE',
      about: 'write a list of all losses to a new FILE, as JSON; if there are several inputs, FILE has a line for each',
    },
    force,
    pretty: {
      about:
        'make the output readable: indent JSON, and put each message of a text transcript on its own line; not for data sets',
    },
    tokens: {
      about:
        'with --to harmony, write token ids as a JSON array, which allows content that is spelled like a token; with any format, such arrays are accepted as input',
    },
    public: { about: 'convert only what end users see' },
    debug: {
      about:
        'with --to openchatml-json, write reasoning into the `thinking` field of the next message; end users must not see that field',
    },
    'for-sampling': {
      value: 'RULE',
      words: ['ocm', 'harmony'],
      about:
        'drop the reasoning of completed turns, which the model no longer sees, according to OpenChatML 2.2 (ocm) or openai/harmony (harmony)',
    },
    'for-training': { about: 'write a training row, whose last answer ends with <|return|>' },
    'each-answer': {
      with: 'for-training',
      about: 'write a row for each answer, each on its own line (JSON Lines)',
    },
    bos: { value: 'TOKEN', about: 'the token that begins a ChatML or Llama 3 sequence; none omits it' },
    color,
    'keep-names': { about: 'keep the names of speakers in Harmony, although the Harmony parser rejects them' },
    'stdin-filename': stdinFilename,
  },
  apart: [
    ['to', 'to-template'],
    ['to-template', 'tokens'],
    ['to-template', 'pretty'],
    ['for-sampling', 'for-training'],
    ['public', 'debug'],
  ],
  notes: [
    "Use hermes, which is also called qwen or chatml, for Qwen, Hermes and most models that were trained on ChatML. Use harmony for gpt-oss, and llama3 for Llama 3. The formats gemma, mistral, deepseek, deepseek-v3, glm, kimi, granite, command-r and phi write text for these models, including calls, replies and reasoning. Parts that a model's format cannot express are dropped and reported. For the exact text of one model, with its own system prompt, use --to-template with its template.",
    'ChatML has several variants. hermes, also called chatml or qwen, is the variant that Qwen, Hermes and similar models read and write, with <tool_call> and <think> tags. openchatml-0.1 has the tokens of OpenChatML 0.1 instead, such as <|function_call|>, which these models do not know.',
  ],
  examples: [
    { run: 'ocml convert --to harmony chat.ocml', about: 'convert a transcript to Harmony' },
    { run: 'ocml convert --to chatml chat.ocml', about: 'convert a transcript to ChatML for Qwen and Hermes' },
    { run: 'ocml convert --to mistral chat.ocml', about: 'convert a transcript to text for Mistral' },
    { run: 'ocml convert --to-template model.jinja chat.ocml', about: 'convert a transcript to text for any model' },
    {
      run: 'ocml convert --to messages --public chat.ocml',
      about: 'create a message list that contains only what users see',
    },
    { run: 'ocml convert --to harmony --tokens chat.ocml', about: 'print the token ids' },
    { run: 'ocml convert --to openchatml-json train.jsonl -o rows.jsonl', about: 'convert a data set line by line' },
    {
      run: 'ocml convert --to harmony -o converted chats logs',
      about: 'convert the files of two folders into a third',
    },
    {
      run: 'ocml convert --to messages -o all.jsonl logs',
      about: 'create a data set from the transcripts in a folder',
    },
  ],
  exit: [
    'converted, with or without losses',
    'something cannot be written in that format, or the input does not have the expected format',
    'invalid usage, or a file cannot be read or written',
  ],
});
