import { trainerNames } from '../../grammar/trainer-names.ts';
import { encodingNames } from '../../tokens/names.ts';
import { dialect, stdinFilename, templateNames, toFile } from './options.ts';
import { row } from './row.ts';

export const report = row({
  name: 'report',
  about: 'describe a data set: its columns, roles, tools, lengths, duplicates and problems',
  usage: ['DATA… [--format F] [-o FILE] [options]', '--merge COUNTS…', '--compare DATA DATA'],
  does: [
    'Reads all rows of a data set of any size, and describes them on one page. The page covers shapes, columns, roles, turns, tools, system prompts, reasoning, scripts, lengths, repeated rows, leftover tokens, and problems by code. For rare or wrong values, it gives the line of the first row that has them.',
    'DATA can be JSON Lines or JSON lists (also compressed), or Parquet. If there are several files, the figures cover all rows together. Rows in a list are identified by their number.',
  ],
  operands: { name: 'DATA|FILE', least: 1 },
  options: {
    format: {
      value: 'F',
      words: ['text', 'json', 'markdown', 'html'],
      about:
        'output format; html is one page with figures, which runs no scripts and loads nothing. The default is the format that the name of FILE shows (.json, .md, .html) or, without one, text',
    },
    encoding: { value: 'E', words: encodingNames, about: 'also count tokens in this encoding' },
    tokenizer: {
      value: 'FILE|FOLDER',
      about: "also count tokens with the model's own tokenizer.json, or with the tokenizer.json in a folder",
    },
    template: {
      value: 'NAME|FILE',
      ...templateNames,
      about: 'also summarize the loss mask with this chat template, like ocml mask; needs --tokenizer',
    },
    trainer: {
      value: 'NAME',
      words: trainerNames,
      with: 'template',
      about: 'the trainer; the default is the trainer in the configuration or, without one, trl',
    },
    training: { about: 'count the problems that ocml check --training finds in rows' },
    counts: { value: 'FILE', about: 'write all figures of this part of a data set to FILE, for --merge' },
    merge: { about: 'add up figures: each FILE is the --counts file of one part of a data set, in order' },
    compare: { about: 'show the changes from the first DATA to the second' },
    dialect,
    ...toFile,
    'stdin-filename': stdinFilename,
  },
  apart: [
    ['encoding', 'tokenizer'],
    ['merge', 'compare'],
    ['merge', 'encoding'],
    ['merge', 'tokenizer'],
    ['merge', 'template'],
    ['merge', 'training'],
    ['compare', 'counts'],
    ['compare', 'template'],
  ],
  notes: [
    'Figures are exact up to a million rows. Quantiles of more than a million different lengths, and the number of repeated rows among more than four million, are estimates, and the report marks them as such.',
    'Rows are equal if their text is identical. Near duplicates are found with MinHash, and then read again and compared. For this, standard input is kept in a temporary file.',
  ],
  examples: [
    { run: 'ocml report train.jsonl', about: 'describe a data set' },
    { run: 'ocml report train.jsonl --encoding o200k_base -o report.html', about: 'write the description as a page' },
    { run: 'ocml report --compare train.jsonl more.jsonl', about: 'show the changes between two versions' },
  ],
  exit: ['everything was read', undefined, 'invalid usage, or a file cannot be read or written'],
});
