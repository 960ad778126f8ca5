import { messageProfiles } from '../../grammar/index.ts';
import { color, dialect, stdinFilename, templateNames } from './options.ts';
import { row } from './row.ts';

export const check = row({
  name: 'check',
  about: 'report problems in transcripts and data sets, and fix them (--fix)',
  usage: ["[FILE | FOLDER | 'GLOB' | -]… [options]"],
  does: [
    'Checks transcripts and prints their problems. Reads standard input for -, or if there are no arguments. In a folder, it checks every file whose name or first line shows that it is a transcript.',
  ],
  operands: { name: 'FILE' },
  options: {
    dialect,
    strict: { about: 'also enforce requirements of the specification that transcripts rarely meet' },
    profile: {
      value: 'PROFILE',
      words: messageProfiles.map(({ name }) => name),
      about:
        'report parts of requests, message lists and training rows that this API, server or trainer rejects, drops or reads differently (docs/profiles.md)',
    },
    training: { about: 'treat the files as training rows, and raise the severity of problems that spoil a row' },
    bos: {
      value: 'TOKEN',
      about: 'a token that begins a ChatML sequence, in addition to [BOS] and <s>; use it with --eos',
    },
    eos: { value: 'TOKEN', about: 'the token that ends a sequence that begins with the --bos token' },
    request: { about: 'report requests in the wire format of ChatML that leave nothing for the model to complete' },
    template: {
      value: 'NAME|FILE',
      ...templateNames,
      about:
        'report parts of training rows that a chat template rejects, drops or changes; the template can be anything that ocml render --template accepts',
    },
    rule: {
      value: 'CODE=SEVERITY',
      many: true,
      offers: async () => (await import('../../rules/index.ts')).codes.map((code) => `${code}=`),
      about: 'set the severity of a code (error, warning, information or hint), or turn it off',
    },
    format: {
      value: 'F',
      words: ['text', 'json', 'jsonl', 'sarif', 'github'],
      usual: 'text',
      about:
        'output format; jsonl prints a result for each line of the input, sarif is for code scanning, and github creates annotations in GitHub Actions',
    },
    fix: {
      about:
        'apply the fixes that do not change the meaning, and then report the remaining problems; for -, write the text to standard output and the report to standard error',
    },
    diff: {
      about:
        'print how --fix would change the files, as a unified diff for git apply or patch -p1, without writing any of them',
    },
    'max-problems': {
      value: 'N',
      least: 0,
      about:
        'in text output, print at most N problems per file, then up to five more errors, and the same problem at most three times. 0 stands for all problems; default: 50',
    },
    'show-source': {
      about:
        'in text output, print the source line below each problem, cut to the width of the terminal, with carets under the range',
    },
    statistics: { about: 'print the number of problems for each code, instead of the problems' },
    color,
    quiet: { short: 'q', about: 'print only errors; the totals and the exit code stay the same' },
    'max-warnings': { value: 'N', least: 0, about: 'fail with more than N warnings' },
    'write-baseline': { value: 'FILE', about: 'record all problems in FILE as known problems, and print none of them' },
    baseline: {
      value: 'FILE',
      about:
        'print only problems that are not in FILE; problems are compared by code, message and text, so rows may move',
    },
    lines: { about: 'read standard input as JSON Lines, whatever its first line is; --format jsonl implies this' },
    counts: {
      value: 'FILE',
      about:
        'write totals to FILE: the number of lines and, for each code, the number of problems and the first lines that have them',
    },
    merge: { about: 'add up totals: each FILE is the --counts file of one part of a data set, in order' },
    'exit-zero': {
      about: 'exit with 0 even if problems are found, so that the exit code only shows whether everything was checked',
    },
    config: {
      value: 'FILE',
      about: 'use this configuration instead of the .ocmlrc.json and .ocmlrc.yaml files of the project',
    },
    'no-config': { about: 'ignore all configuration files' },
    'stdin-filename': stdinFilename,
  },
  apart: [
    ['baseline', 'write-baseline'],
    ['config', 'no-config'],
    ['statistics', 'format'],
    ['statistics', 'show-source'],
    ['diff', 'statistics'],
    ['diff', 'show-source'],
    ['diff', 'baseline'],
    ['diff', 'write-baseline'],
    ['diff', 'counts'],
    ['diff', 'merge'],
    ['merge', 'fix', 'baseline', 'write-baseline'],
  ],
  examples: [
    { run: 'ocml check chat.ocml', about: 'check one transcript' },
    {
      run: "ocml check data 'logs/**/*.harmony'",
      about: 'check a folder, and all files that match a pattern',
      exit: 1,
    },
    {
      run: 'ocml check --statistics data',
      about: 'count the problems in a data set, most frequent first',
      exit: 1,
    },
    { run: 'ocml check --fix chat.ocml', about: 'fix problems that have one obvious fix' },
    { run: 'ocml check --diff data', about: 'print what --fix would change' },
    { run: 'ocml check --dialect harmony --format json - < completion.txt', about: 'print JSON for another program' },
    { run: 'ocml check --write-baseline known.json data', about: 'record what is wrong today …' },
    { run: 'ocml check --baseline known.json data', about: '… and report only what is new' },
  ],
  exit: [
    'no errors, and no more warnings than allowed',
    'errors or too many warnings were found, or, with --diff, --fix would change a file',
    'invalid usage or configuration, or a file cannot be read or fixed',
  ],
});
