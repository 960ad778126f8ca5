/** Commands for documents with several files, for fill-in-the-middle, and for requests in the wire format. */

import { orders } from '../../convert/sequence/orders.ts';
import { chatmlTokenByName, fimOrder } from '../../grammar/index.ts';
import { force, oneFile, stdinFilename, toFile } from './options.ts';
import { row } from './row.ts';

const namesOf = <T extends object>(one: T) => Object.keys(one) as (keyof T)[];
const spelling = (name: string) => chatmlTokenByName.get(name)?.text ?? '';
const separator = spelling('file_separator');

export const split = row({
  name: 'split',
  about: 'split a multi-file document into its files',
  usage: ['[FILE | -] [options]'],
  does: [
    `Splits a multi-file document into its files, which are separated by ${separator}. Each file is preserved byte for byte, including the messages in it. One line break before and after a separator belongs to the separator. A separator or a mark such as <s> at the beginning stays in the first file, and a mark at the end stays in the last one. This way, ocml join restores the document. Without -o, prints a line of JSON for each file: {"file": 1, "text": "…"}.`,
  ],
  operands: oneFile,
  options: {
    output: {
      short: 'o',
      value: 'FOLDER',
      about: 'write the files to 1.txt, 2.txt, … in FOLDER, and print these names',
    },
    extension: { value: 'EXT', usual: 'txt', about: 'name the files 1.EXT, 2.EXT, …' },
    force: { about: 'replace existing files' },
    'stdin-filename': stdinFilename,
  },
  examples: [
    { run: 'ocml split files.ocml', about: 'print a line of JSON for each file' },
    { run: 'ocml split -o parts --extension py files.ocml', about: 'write parts/1.py, parts/2.py, …' },
  ],
  exit: ['done', 'the input is a stream of events, or not UTF-8', 'invalid usage, or a file cannot be read or written'],
});

export const join = row({
  name: 'join',
  about: 'join files into one multi-file document',
  usage: ['FILE… [options]'],
  does: [
    `Joins files into one multi-file document, in the order given, with ${separator} on its own line between them. - is standard input. ocml split does the reverse.`,
  ],
  operands: { name: 'FILE', least: 1 },
  options: toFile,
  examples: [{ run: 'ocml join one.py two.py -o both.ocml', about: 'join two files into one document' }],
  exit: [
    'done',
    'a file could not be separated from the others again (the reason is printed)',
    'invalid usage, or a file cannot be read or written',
  ],
});

export const fim = row({
  name: 'fim',
  about: 'apply or reorder fill-in-the-middle tasks',
  usage: ['--apply | --order ORDER [FILE | -] [options]'],
  does: [
    `Applies or reorders the fill-in-the-middle tasks of OpenChatML 0.1: ${fimOrder.map((name) => `${spelling(name)}…`).join('')}. The parts of a task and everything outside the tasks are preserved byte for byte.`,
  ],
  operands: oneFile,
  options: {
    apply: { about: 'print the completed text (prefix, middle, suffix) without tokens' },
    fill: {
      value: 'FILE',
      with: 'apply',
      about: "use the text of FILE as the middle, such as a model's output; - is standard input",
    },
    order: {
      value: 'ORDER',
      words: namesOf(orders),
      about:
        'reorder the parts; use psm (prefix, suffix, middle) or spm (suffix, prefix, middle) for infill models, and pms (prefix, middle, suffix) for OpenChatML',
    },
    ...toFile,
    'stdin-filename': stdinFilename,
  },
  apart: [['apply', 'order']],
  examples: [
    { run: 'ocml fim --order psm task.ocml', about: 'reorder a task for an infill model' },
    { run: 'ocml fim --apply --fill answer.txt task.ocml', about: 'print the text with the answer filled in' },
  ],
  exit: [
    'done',
    'a task lacks a token, or the input has no task or is a stream of events',
    'invalid usage, or a file cannot be read or written',
  ],
});

export const wire = row({
  name: 'wire',
  about: 'turn a conversation in the wire format of ChatML into a request, or append a completion',
  usage: ['--as request | --append TEXT [FILE | -] [options]'],
  does: [
    'Turns a conversation in the wire format of ChatML (*.chatml.json) into a request for a completion, or appends the completion. Everything else is preserved byte for byte.',
  ],
  operands: oneFile,
  options: {
    as: {
      value: 'request',
      words: ['request'],
      about: 'open an assistant message at the end, if none is open',
    },
    append: {
      value: 'TEXT',
      about:
        'append TEXT to the open message, and close the message; use - to read TEXT from standard input. TEXT may end with <|end_message|>. TEXT may also be a list in the format of the server, ["text", {"token": "<|end_message|>"}]; without that token, the message stays open',
    },
    output: toFile.output,
    force,
    'stdin-filename': stdinFilename,
  },
  apart: [['as', 'append']],
  examples: [
    { run: 'ocml wire --as request talk.chatml.json -o request.chatml.json', about: 'ask for an answer' },
    { run: "ocml wire --append 'Hello!' request.chatml.json", about: 'append the answer' },
  ],
  exit: [
    'done',
    'the request or the completion cannot be written (the reason is printed)',
    'invalid usage, or a file cannot be read or written',
  ],
});
