import { overRules, trainerNames } from '../../grammar/trainer-names.ts';
import { color, force, templateNames } from './options.ts';
import { row } from './row.ts';

export const mask = row({
  name: 'mask',
  about: 'show which tokens of a data set a trainer trains on: the loss mask',
  usage: ['FILE… [--template T] [--tokenizer FILE|FOLDER] [--trainer NAME] [options]', '--merge FILE…'],
  does: [
    'Computes the loss mask of a data set exactly as a trainer does: which tokens a model learns to write, and which are only context. Prints problems and a summary, which gives the numbers of rows that are kept, cut and dropped, the number of trained tokens, and whether they include the stop token. No trainer has to be installed.',
    'A `.ocmlrc` may name the template, the tokenizer and the trainer with its options; options on the command line take precedence. The configuration for the first FILE is used.',
    'Reads JSON Lines and JSON lists (also compressed), and Parquet.',
  ],
  operands: { name: 'FILE' },
  options: {
    template: {
      value: 'NAME|FILE',
      ...templateNames,
      about:
        "the chat template: anything that ocml render --template accepts; by default, the template in the configuration or in the tokenizer's folder",
    },
    tokenizer: {
      value: 'FILE|FOLDER',
      about:
        'the tokenizer.json of the model, or its folder; tokenizer_config.json next to it names its special tokens',
    },
    trainer: {
      value: 'NAME',
      words: trainerNames,
      about: 'the trainer; the default is the trainer in the configuration or, without one, trl',
    },
    option: {
      value: 'KEY=VALUE',
      many: true,
      about:
        "set an option of the trainer, under the trainer's own name (special_tokens.eos_token for a token); a value that is not JSON is a string",
    },
    'trainer-config': { value: 'FILE', about: 'read the options from the YAML configuration file of the trainer' },
    'max-length': {
      value: 'N',
      least: 1,
      about: "the maximum number of tokens per row, instead of the trainer's limit",
    },
    over: {
      value: 'RULE',
      words: overRules,
      about:
        'what to do with overlong rows: drop them, cut them at the end (right) or the start (left), or cut them like LLaMA-Factory',
    },
    clock: { value: 'DATE', about: 'the date for templates that ask for it' },
    labels: {
      value: 'FILE',
      about:
        'write the token ids and labels of each row to FILE (- is standard output); the label -100 marks tokens that are not trained',
    },
    force,
    row: {
      value: 'N',
      least: 1,
      about: 'show the prompt of row N, with trained text in color or, without colors, between « and »',
    },
    compare: {
      about:
        'compare the tokens and the mask of each row with those from the local transformers (Python), and show the first difference',
    },
    format: {
      value: 'F',
      words: ['text', 'json', 'jsonl', 'sarif', 'github'],
      usual: 'text',
      about:
        'output format; jsonl prints a result for each row, sarif is for code scanning, and github creates annotations in GitHub Actions',
    },
    rule: {
      value: 'CODE=SEVERITY',
      many: true,
      about: 'set the severity of a code (error, warning, information or hint), or turn it off',
    },
    'max-problems': {
      value: 'N',
      least: 0,
      about:
        'in text output, print at most N findings for each file, and the same finding at most three times. 0 stands for all findings; default: 50',
    },
    color,
    'max-warnings': { value: 'N', least: 0, about: 'fail with more than N warnings' },
    'write-baseline': { value: 'FILE', about: 'record all findings in FILE as known findings, and print none of them' },
    baseline: { value: 'FILE', about: 'print only findings that are not in FILE' },
    counts: {
      value: 'FILE',
      about:
        'write totals to FILE: the number of rows and, for each code, the number of findings and the first lines that have them',
    },
    merge: { about: 'add up totals: each FILE is the --counts file of one part of a data set, in order' },
    'exit-zero': { about: 'exit with 0 even if problems are found' },
  },
  apart: [
    ['baseline', 'write-baseline'],
    ['row', 'labels', 'compare'],
    ['compare', 'counts', 'baseline', 'write-baseline'],
    ['row', 'counts'],
    ['merge', 'labels', 'row', 'compare', 'baseline', 'write-baseline'],
  ],
  examples: [
    {
      run: 'ocml mask train.jsonl --template my.jinja --tokenizer tokenizer.json',
      about: 'summarize the tokens that TRL trains on with its defaults',
    },
    {
      run: 'ocml mask train.jsonl --template my.jinja --tokenizer tokenizer.json --trainer axolotl --row 1',
      about: 'show which text in the first row axolotl trains on',
    },
    {
      run: 'ocml mask train.jsonl --template my.jinja --tokenizer tokenizer.json --option max_length=64 --labels labels.jsonl',
      about: 'write token ids and labels, with an option of the trainer',
    },
  ],
  exit: [
    'no error, and no more warnings than allowed',
    'there are errors, or too many warnings',
    'invalid usage, or a file cannot be read or written',
  ],
});
