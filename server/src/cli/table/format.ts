import { dialect, stdinFilename } from './options.ts';
import { row } from './row.ts';

export const format = row({
  name: 'format',
  about: 'format transcripts without changing a byte of a body',
  usage: ['[FILE | -] [options]', "--write | --check [FILE | FOLDER | 'GLOB' | -]…"],
  does: [
    'Formats a transcript: normalizes its headers to the style of its dialect, and puts each message on its own line. Bodies and unreadable parts are preserved byte for byte. The result is written to standard output.',
  ],
  operands: { name: 'FILE' },
  options: {
    dialect,
    write: { about: 'rewrite the files in place; takes any number of files, folders and globs' },
    check: { about: 'only print the names of files that would change' },
    compact: { about: 'put no line breaks between messages, even if the dialect usually has them' },
    expand: { about: 'put each message on its own line' },
    'keep-order': { about: 'do not sort attributes' },
    'stdin-filename': stdinFilename,
  },
  apart: [
    ['check', 'write'],
    ['compact', 'expand'],
  ],
  examples: [
    { run: 'ocml format chat.ocml', about: 'print the formatted transcript' },
    { run: 'ocml format --write data', about: 'format all transcripts in a folder, in place' },
    { run: 'ocml format --check untidy.ocml', about: 'test whether a file is formatted', exit: 1 },
  ],
  exit: [
    'done',
    'a file is not UTF-8, or, with --check, a file would change',
    'invalid usage, or a file cannot be read or written',
  ],
});
