/** Commands about the texts that a model reads. */
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
  about: 'print a transcript for reading, or the exact prompt of a chat template',
  usage: [
    "--as text|markdown|html [FILE | FOLDER | 'GLOB' | -]… [--channel C] [--debug]",
    "--template NAME|FILE [FILE | FOLDER | 'GLOB' | -]… [options]",
  ],
  does: [
    'With --as, prints the part of a transcript or of JSON messages that end users see. The last line gives the number of hidden messages. HTML is one self-contained page that runs no scripts and loads nothing.',
    'With --template, prints the exact prompt that a chat template makes of a conversation, byte for byte. The conversation is a list of messages, an object with messages and the variables of the template (tools, enable_thinking, …), or a transcript, whose hidden messages are dropped. Parts that are not in the prompt are reported on standard error: each kind once, with its messages.',
    `Several files are printed one after another, each under its name; -o FOLDER writes a file for each. The conversations of a data set are printed under the lines that they are in. ${severalFiles}`,
  ],
  operands: manyFiles,
  options: {
    as: { value: 'FORM', words: ['text', 'markdown', 'html'], about: 'print what users see' },
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
      about: 'write the places of messages, control tokens and trained parts of the prompt to FILE, as JSON',
    },
    output: outputs,
    force,
    'stdin-filename': stdinFilename,
  },
  apart: [['as', 'template']],
  examples: [
    { run: 'ocml render --as html chat.ocml > chat.html', about: 'make a page of the part that users see' },
    { run: 'ocml render --as text --debug --channel analysis agent.ocml', about: 'print what the model thought' },
    { run: 'ocml render --as markdown -o pages data', about: 'write a file of Markdown for each file of a folder' },
    { run: 'ocml render --template llama chat.ocml', about: 'print the prompt of a built-in template' },
    {
      run: 'ocml render --template my.jinja --set enable_thinking=false request.json',
      about: 'print the prompt of a template file, with a variable',
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
  about: 'list chat templates, or check their effect on conversations',
  usage: ['[--names]', '--check FILE… [--format F] [--evidence]', '--compare FILE… [--with CONVERSATION]…'],
  does: [
    'Lists the named chat templates: first the built-in ones, then those of the project (templates.custom). With --check or --compare, examines templates. FILE can be anything that ocml render --template accepts.',
  ],
  operands: { name: 'FILE', offers: templateNames.offers },
  options: {
    check: {
      about:
        'report what templates do to a standard set of conversations, such as dropping arguments, changing earlier turns when one is appended, or not ending an answer with a token',
    },
    format: {
      value: 'F',
      words: ['text', 'json', 'sarif', 'github'],
      usual: 'text',
      about: 'output format',
    },
    evidence: {
      about: 'show the conversation and the prompts that prove each finding; JSON always has them',
    },
    compare: {
      about:
        'also render the standard conversations, or those of --with, with the local Python and its jinja2, set up as in transformers, and show the differences',
    },
    with: { value: 'CONVERSATION_FILE', many: true, about: 'a file with messages to compare' },
    color,
    names: { about: 'print only names, one per line, including those of models in the local cache' },
  },
  apart: [['check', 'compare', 'names']],
  examples: [
    { run: 'ocml templates', about: 'list the names that --template takes' },
    { run: 'ocml templates --check my.jinja', about: 'check the effect of a template on conversations', exit: 1 },
  ],
  exit: ['done', 'there are warnings or differences', 'invalid usage, or a file cannot be read'],
});

export const importing = row({
  name: 'import',
  about: 'turn a prompt back into messages',
  usage: ['[--template NAME|FILE] [FILE | -] [options]'],
  does: [
    'Turns a prompt, or the text of a log, back into messages with their calls, replies, reasoning and tools, by the chat template of a model. The text that the template writes around each part of a conversation is learned by rendering conversations.',
    'The result is rendered again. If that gives another prompt, the first difference is reported, and the exit code is 1. Several readings that give the same prompt are reported, and the first is printed.',
  ],
  operands: oneFile,
  options: {
    template: {
      value: 'NAME|FILE',
      ...templateNames,
      about:
        'the template that wrote the prompt, named as for ocml render --template; by default, the one next to the file, or that of the recognised model',
    },
    set: { value: 'NAME=JSON', many: true, about: 'set a variable of the template, such as tools or bos_token' },
    clock: { value: 'DATE', about: 'the date in the prompt, if the template writes one and it is not found' },
    'stdin-filename': stdinFilename,
  },
  examples: [
    { run: 'ocml import --template llama prompt.txt', about: 'print the messages of a prompt' },
    { run: 'ocml import log.txt', about: 'print the messages of a log, whose model is recognised by its tokens' },
    { run: 'ocml import --template model.jinja prompt.txt', about: 'the same for the template of a model' },
  ],
  exit: [
    'done',
    'the text is not a prompt of that template, or differs from its output',
    'invalid usage, or a file cannot be read',
  ],
});
