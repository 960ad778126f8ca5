/** Commands about prompts, the text that a model reads. */
import { channels } from '../../grammar/index.ts';
import {
  color,
  dialect,
  force,
  manyFiles,
  oneFile,
  outputs,
  severalFiles,
  stdinFilename,
  templateNames,
} from './options.ts';
import { row } from './row.ts';

export const render = row({
  name: 'render',
  about: 'print a readable transcript, or the exact prompt that a chat template renders',
  usage: [
    "--as text|markdown|html [FILE | FOLDER | 'GLOB' | -]… [--channel C] [--debug]",
    "--template NAME|FILE [FILE | FOLDER | 'GLOB' | -]… [options]",
  ],
  does: [
    'With --as, prints the part of a transcript or of a JSON message list that end users see. The last line gives the number of hidden messages. HTML is one self-contained page that runs no scripts and loads nothing.',
    'With --template, prints the exact prompt that a chat template renders from a conversation, byte for byte. The conversation is a list of messages, an object with messages and the variables of the template (tools, enable_thinking, …), or a transcript; hidden messages in a transcript are dropped. Parts that are missing from the prompt are reported on standard error, once for each kind, with the messages that have them.',
    `Several files are printed one after another, each under its name; -o FOLDER writes a file for each. The conversations in a data set are printed under their line numbers. ${severalFiles}`,
  ],
  operands: manyFiles,
  options: {
    as: { value: 'FORMAT', words: ['text', 'markdown', 'html'], about: 'print what users see' },
    channel: {
      value: 'C',
      with: 'as',
      offers: async () => channels.map(({ name }) => name),
      about: 'print only messages on this channel; a channel that users do not see needs --debug (E-PERM-VISIBILITY)',
    },
    dialect: { ...dialect, with: 'as' },
    debug: { about: 'include text hidden from users; with --as, under a warning banner' },
    template: {
      value: 'NAME|FILE',
      ...templateNames,
      about:
        'the chat template: a NAME that ocml templates lists, or {"name": NAME}; a .jinja file, a tokenizer_config.json, a .gguf file, or a model in the local cache; FILE#NAME chooses one of several',
    },
    'no-generation-prompt': {
      with: 'template',
      about: 'omit the generation prompt, which asks the model to answer',
    },
    set: { value: 'NAME=JSON', many: true, with: 'template', about: 'set a variable of the template' },
    vars: { value: 'NAME=VALUE', many: true, with: 'template', about: 'replace {{NAME}} in the content with VALUE' },
    sanitize: { with: 'template', about: "break up the template's markers in content with a zero-width space" },
    clock: { value: 'DATE', with: 'template', about: 'the date for templates that ask for it' },
    spans: {
      value: 'FILE',
      with: 'template',
      about: 'write the positions of messages, control tokens and trained parts in the prompt to FILE, as JSON',
    },
    output: outputs,
    force,
    'stdin-filename': stdinFilename,
  },
  apart: [['as', 'template']],
  examples: [
    { run: 'ocml render --as html chat.ocml > chat.html', about: 'create a page that contains only what users see' },
    { run: 'ocml render --as text --debug --channel analysis agent.ocml', about: "print the model's reasoning" },
    { run: 'ocml render --as markdown -o pages data', about: 'write a Markdown file for each file in a folder' },
    { run: 'ocml render --template llama chat.ocml', about: 'print the prompt that a built-in template renders' },
    {
      run: 'ocml render --template my.jinja --set enable_thinking=false request.json',
      about: 'print the prompt that a template file renders, with a variable',
    },
  ],
  exit: [
    'done',
    'an input or a row is not a conversation, the template rejects it, or the requested part is hidden from users',
    'invalid usage, or a file cannot be read or written',
  ],
});

export const templates = row({
  name: 'templates',
  about: 'list chat templates, or check what they do to conversations',
  usage: ['[--names]', '--check FILE… [--format F] [--evidence]', '--compare FILE… [--with CONVERSATION]…'],
  does: [
    'Lists the named chat templates: first the built-in ones, then those of the project (templates.custom). With --check or --compare, examines templates. FILE can be anything that ocml render --template accepts.',
  ],
  operands: { name: 'FILE', offers: templateNames.offers },
  options: {
    check: {
      about:
        'report what templates do to a standard set of conversations, such as dropping arguments, changing earlier turns when a turn is appended, or not ending an answer with a token',
    },
    format: {
      value: 'F',
      words: ['text', 'json', 'sarif', 'github'],
      usual: 'text',
      about: 'output format',
    },
    evidence: {
      about: 'show the conversation and the prompts that prove each finding; JSON output always includes them',
    },
    compare: {
      about:
        'also render the standard conversations, or the ones in the --with files, with jinja2 in the local Python, configured as in transformers, and show the differences',
    },
    with: { value: 'CONVERSATION_FILE', many: true, about: 'with --compare, use the messages in this file' },
    color,
    names: { about: 'print only names, one per line, including those of models in the local cache' },
  },
  apart: [['check', 'compare', 'names']],
  examples: [
    { run: 'ocml templates', about: 'list the names that --template accepts' },
    { run: 'ocml templates --check my.jinja', about: 'check what a template does to conversations', exit: 1 },
  ],
  exit: ['done', 'there are warnings or differences', 'invalid usage, or a file cannot be read'],
});

export const importing = row({
  name: 'import',
  about: 'turn a prompt back into messages',
  usage: ['[--template NAME|FILE] [FILE | -] [options]'],
  does: [
    'Turns a prompt, or the text of a log, back into messages with their calls, replies, reasoning and tools, using the chat template of a model. The program learns what the template writes around each part of a conversation by rendering conversations.',
    'The result is rendered again. If this gives a different prompt, the first difference is reported, and the exit code is 1. If several message lists give the same prompt, this is reported, and the first list is printed.',
  ],
  operands: oneFile,
  options: {
    template: {
      value: 'NAME|FILE',
      ...templateNames,
      about:
        'the template that wrote the prompt: anything that ocml render --template accepts; by default, the template next to the file, or the template of the recognized model',
    },
    set: { value: 'NAME=JSON', many: true, about: 'set a variable of the template, such as tools or bos_token' },
    clock: {
      value: 'DATE',
      about: 'the date in the prompt, if the template writes a date that is not found automatically',
    },
    'stdin-filename': stdinFilename,
  },
  examples: [
    { run: 'ocml import --template llama prompt.txt', about: 'print the messages in a prompt' },
    { run: 'ocml import log.txt', about: 'print the messages in a log, whose model is recognized by its tokens' },
    {
      run: 'ocml import --template model.jinja prompt.txt',
      about: "print the messages in a prompt that another model's template wrote",
    },
  ],
  exit: [
    'done',
    'the text is not a prompt from that template, or differs from its output',
    'invalid usage, or a file cannot be read',
  ],
});
