/** The tools of `ocml mcp`. */
import { targetNames } from '../convert/forms.ts';
import { allDialects } from '../grammar/index.ts';
import { trainerNames } from '../grammar/trainer-names.ts';
import { checked, explained, masked } from './results.ts';
import type { Roots } from './roots.ts';
import type { Arguments, Tool } from './tool.ts';
import { excerpt, excerptProperties, flag, jsonIn, notesIn, option } from './tool.ts';

const dialect = {
  type: 'string',
  enum: allDialects,
  description: 'The dialect of the text, if it cannot be detected from the content.',
} as const;

const template = {
  type: 'string',
  description: 'The chat template: a name that `ocml templates` lists, or the path of a file.',
} as const;

/**
 * Returns a template for the command. A name is passed on unchanged: it cannot refer to a file, since commands run
 * outside the folders. A path is resolved, and must be inside the folders.
 */
const templateOf = async (template: unknown, roots: Roots): Promise<string> =>
  /^[\w-]+$/.test(String(template)) ? String(template) : roots.pathOf(String(template));

/** Returns options such as `--set=NAME=JSON`, for the variables of a template or the options of a trainer. */
const settings = (name: string, values: unknown): readonly string[] =>
  Object.entries((values ?? {}) as Arguments).map(([key, value]) => `--${name}=${key}=${JSON.stringify(value)}`);

const promptIsHidden = 'a prompt contains instructions, reasoning and calls, which users do not see';

export const tools: Readonly<Record<string, Tool>> = {
  check: {
    title: 'Check a transcript',
    description:
      'Finds problems in a transcript of a language model (Harmony, ChatML, Llama 3, OpenChatML), a chat API request or training rows (JSON, JSON Lines). Each problem has a code, severity, message and location. Call `rule` to learn about a code.',
    reads: true,
    properties: {
      dialect,
      training: {
        type: 'boolean',
        description: 'Treat the text as training rows, and raise the severity of problems that spoil a row.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        description: 'The number of problems to return (default: 50). All problems are counted.',
      },
    },
    command: ({ dialect, training }) => [
      ...['check', '--format=json', '--exit-zero'],
      ...option('dialect', dialect),
      ...flag('training', training),
    ],
    answer: (finished, { limit }) => checked(jsonIn(finished), (limit as number | undefined) ?? 50),
  },
  explain: {
    title: "Explain a server's parse error",
    description:
      "Explains how a server's parser (vLLM, SGLang, llama.cpp, Ollama, openai/harmony) read the raw output of a model, where and why it failed, and what the model probably meant. Takes an output, a response from a chat API or a log.",
    reads: true,
    properties: {
      parser: {
        type: 'string',
        description:
          'The parser, such as `harmony`, `hermes` or `llama.cpp`; by default, the parser that matches the output.',
      },
      hidden: {
        type: 'boolean',
        description: 'Include the reasoning and calls that were read, and the repaired output.',
      },
    },
    command: ({ parser }) => ['explain', '--format=json', ...option('parser', parser)],
    answer: (finished, { hidden }) => explained(jsonIn(finished), hidden === true),
  },
  convert: {
    title: 'Convert a conversation',
    description:
      'Converts a transcript, a chat API request or a data set to another format, and reports the parts that the format cannot express. Only the part that end users see is converted, unless `hidden` is true.',
    reads: true,
    properties: {
      to: { type: 'string', enum: targetNames, description: 'The format to convert to.' },
      hidden: {
        type: 'boolean',
        description: 'Convert everything, including instructions, reasoning, calls and their replies.',
      },
      ...excerptProperties,
    },
    required: ['to'],
    command: ({ to, hidden }) => ['convert', ...option('to', to), ...flag('public', hidden !== true)],
    answer: (finished, toolArguments) =>
      finished.stdout === '' ? undefined : { ...excerpt(finished.stdout, toolArguments), notes: notesIn(finished) },
  },
  render_prompt: {
    title: 'Render a prompt with a chat template',
    description:
      'Renders the exact prompt that a chat template produces for a conversation, byte for byte the same as in transformers (Python). It contains everything that the model reads, so `hidden` must be true.',
    reads: true,
    hidden: promptIsHidden,
    properties: {
      template,
      variables: {
        type: 'object',
        additionalProperties: true,
        description: 'Variables for the template, such as `tools`.',
      },
      no_generation_prompt: { type: 'boolean', description: 'Omit the generation prompt.' },
      ...excerptProperties,
    },
    required: ['template'],
    command: async ({ template, variables, no_generation_prompt: none }, roots) => [
      'render',
      ...option('template', await templateOf(template, roots)),
      ...settings('set', variables),
      ...flag('no-generation-prompt', none),
      '--debug',
    ],
    answer: (finished, toolArguments) =>
      finished.stdout === '' ? undefined : { ...excerpt(finished.stdout, toolArguments), notes: notesIn(finished) },
  },
  mask: {
    title: 'Show which tokens a trainer trains on',
    description:
      'Computes the loss masks of training rows as a trainer (TRL, axolotl, Unsloth, LLaMA-Factory) does. The summary states how many rows are kept, cut and dropped, how many tokens are trained, whether stop tokens are among them, and which problems were found. Shows no text from the rows.',
    reads: true,
    isNameless: true,
    properties: {
      trainer: { type: 'string', enum: trainerNames, description: 'The trainer (default: trl).' },
      tokenizer: { type: 'string', description: "The path of the model's folder, or of its tokenizer.json." },
      template,
      options: {
        type: 'object',
        additionalProperties: true,
        description: "Options of the trainer, under the trainer's own names.",
      },
      max_length: { type: 'integer', minimum: 1, description: 'The maximum number of tokens per row.' },
    },
    required: ['tokenizer'],
    command: async ({ trainer, tokenizer, template, options, max_length: most }, roots) => [
      ...['mask', '--format=json', '--exit-zero'],
      ...option('trainer', trainer),
      ...option('tokenizer', await roots.pathOf(String(tokenizer))),
      ...option('template', template === undefined ? undefined : await templateOf(template, roots)),
      ...settings('option', options),
      ...option('max-length', most),
    ],
    answer: (finished) => masked(jsonIn(finished)),
  },
  user_view: {
    title: 'Show what users see',
    description:
      'Shows the part of a transcript or of JSON messages that end users see: answers and messages from users, without instructions, reasoning, calls or replies. The last line gives the number of hidden messages.',
    reads: true,
    properties: {
      dialect,
      hidden: { type: 'boolean', description: 'Include text hidden from users, under a warning banner.' },
      ...excerptProperties,
    },
    command: ({ dialect, hidden }) => [
      'render',
      '--as=markdown',
      ...option('dialect', dialect),
      ...flag('debug', hidden),
    ],
    answer: (finished, toolArguments) => (finished.stdout === '' ? undefined : excerpt(finished.stdout, toolArguments)),
  },
  rule: {
    title: 'Explain a problem code',
    description:
      'Returns the page for a problem code, such as `call-id-unmatched`: what it means, why it matters, and what to write instead.',
    reads: false,
    properties: { code: { type: 'string', pattern: '^[A-Za-z][\\w-]*$', description: 'The problem code.' } },
    required: ['code'],
    command: ({ code }) => ['rules', '--format=json', String(code)],
    answer(finished) {
      const [rule] = (jsonIn(finished) ?? []) as readonly Record<string, unknown>[];
      return rule;
    },
  },
};
