import { encodingNames } from '../../tokens/names.ts';
import { dialect, force, stdinFilename } from './options.ts';
import { row } from './row.ts';

export const rows = row({
  name: 'rows',
  about: 'select rows of a data set: filter, deduplicate, sample, sort or split them',
  usage: [
    'DATA… [--filter EXPR] [--codes CODE]… [--without-problems] [--drop-duplicates] [--sample N] [--sort BY] [--head N] [--split SHARES] [-o FILE]',
  ],
  does: [
    'Writes the selected rows of a data set, unchanged byte for byte, in the order of the data unless they are sorted, and reports how many were omitted and why. The options are applied in this order: filter and problems, duplicates, sample, sort, head, split.',
    'DATA can be JSON Lines or JSON lists (also compressed), or Parquet. The rows of a list are written as lines; if the output is FILE.json, it is a list.',
  ],
  operands: { name: 'DATA', least: 1 },
  options: {
    filter: {
      value: 'EXPR',
      about: 'keep rows for which a JMESPath expression is true, that is, not null, false or empty',
    },
    codes: {
      value: 'CODE',
      many: true,
      about:
        'keep rows in which ocml check finds this problem, even if it is off by default; with several codes, rows with any of the problems',
    },
    'without-codes': {
      value: 'CODE',
      many: true,
      about: 'keep rows without this problem; with several codes, rows with none of the problems',
    },
    'without-problems': { about: 'keep rows in which ocml check finds no error and no warning' },
    training: { about: 'find the problems that ocml check --training finds' },
    'drop-duplicates': { about: 'keep only the first of any identical rows' },
    sample: { value: 'N', least: 1, about: 'keep N rows at random' },
    seed: {
      value: 'S',
      least: 0,
      usual: '0',
      about: 'the seed for --sample and --split; the same seed selects the same rows',
    },
    sort: {
      value: 'BY',
      words: ['tokens', 'characters'],
      about: 'sort the rows by the length of their text, the shortest first',
    },
    reverse: { with: 'sort', about: 'sort the longest rows first' },
    head: { value: 'N', least: 1, about: 'keep the first N rows' },
    split: {
      value: 'SHARES',
      about:
        'split the rows at random into parts with these shares, such as 90,5,5; instead of FILE.jsonl, write FILE-1.jsonl, FILE-2.jsonl, …',
    },
    encoding: { value: 'E', words: encodingNames, usual: 'o200k_harmony', about: 'the encoding for --sort tokens' },
    tokenizer: { value: 'FILE', about: "the model's own tokenizer.json, instead of --encoding" },
    dialect,
    output: { short: 'o', value: 'FILE', about: 'write to a new FILE instead of standard output (-)' },
    force,
    'stdin-filename': stdinFilename,
  },
  apart: [['encoding', 'tokenizer']],
  examples: [
    { run: 'ocml rows train.jsonl --filter "messages[?role==\'user\']"', about: 'keep rows that have a user message' },
    { run: 'ocml rows train.jsonl --drop-duplicates -o clean.jsonl', about: 'write a copy without duplicates' },
    {
      run: 'ocml rows train.jsonl --training --without-problems -o good.jsonl',
      about: 'write a copy of the rows without problems for training',
    },
    { run: 'ocml rows more.jsonl --split 90,5,5 --seed 1 -o parts.jsonl', about: 'split a data set into three parts' },
    { run: 'ocml rows train.jsonl --sort tokens --reverse --head 1', about: 'print the longest row' },
  ],
  exit: ['the rows were written, or there were none', undefined, 'invalid usage, or a file cannot be read or written'],
});
