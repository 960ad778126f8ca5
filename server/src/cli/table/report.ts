import { trainerNames } from '../../grammar/trainer-names.ts';
import { encodingNames } from '../../tokens/names.ts';
import { dialect, stdinFilename, templateNames, toFile } from './options.ts';
import { row } from './row.ts';

export const report = row({
  name: 'report',
  about: 'say what a data set is: columns, roles, tools, lengths, duplicates, problems',
  usage: ['DATA… [--format F] [-o FILE] [options]', '--merge COUNTS…', '--compare DATA DATA'],
  does: [
    'Reads all rows of a data set, of any size, and says what is in them, on one page: shapes and columns with their types, roles and their sequences, turns, tools, system prompts, reasoning, scripts, lengths with quantiles, rows that repeat others, tokens that are left in contents, and problems by code. What is rare or wrong has the line of its first row.',
    'DATA are JSON Lines, lists in JSON, and both packed or as Parquet; of several files, the figures are of all rows together. Rows of a list are counted, and named by their number.',
  ],
  operands: { name: 'DATA|FILE', least: 1 },
  options: {
    format: {
      value: 'F',
      words: ['text', 'json', 'markdown', 'html'],
      about:
        'output format: html is one page with figures, which runs and loads nothing; by default, that of the name of FILE (.json, .md, .html), or text',
    },
    encoding: { value: 'E', words: encodingNames, about: 'count tokens in this encoding, too' },
    tokenizer: {
      value: 'FILE|FOLDER',
      about: "count tokens with the model's own tokenizer.json, too; of a folder, the one in it",
    },
    template: {
      value: 'NAME|FILE',
      ...templateNames,
      about: 'also sum up what a trainer trains, with this chat template, as ocml mask does; takes --tokenizer',
    },
    trainer: {
      value: 'NAME',
      words: trainerNames,
      with: 'template',
      about: 'the trainer; by default, that of the configuration, or trl',
    },
    training: { about: 'count the problems that ocml check --training finds in a row' },
    counts: { value: 'FILE', about: 'write all figures of this part of a data set to FILE, to be added up' },
    merge: { about: 'add up figures: each FILE is the --counts of one part of a data set, in order' },
    compare: { about: 'say what has changed from the first DATA to the second' },
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
    'Figures are exact up to a million rows. Quantiles of more than a million different lengths, and repeated rows among more than four million, are estimates, and the report says so.',
    'Rows are equal if they are written alike. Rows that are nearly the same are found by MinHash, then read again and compared; so they are not looked for in standard input.',
  ],
  examples: [
    { run: 'ocml report train.jsonl', about: 'say what a data set is' },
    { run: 'ocml report train.jsonl --encoding o200k_base -o report.html', about: 'make a page of it' },
    { run: 'ocml report --compare train.jsonl more.jsonl', about: 'say what has changed between two versions' },
  ],
  exit: ['everything was read', undefined, 'the usage is wrong, or something cannot be read or written'],
});
