/** Options and operands shared by several commands. */

import { allDialects } from '../../grammar/index.ts';
import { modelDialectNames, modelFormNames } from '../../grammar/model-names.ts';
import { templates } from '../../grammar/template-names.ts';
import { encodingNames } from '../../tokens/names.ts';

/** The operands of commands that read one FILE, or standard input. */
export const oneFile = { name: 'FILE', most: 1 } as const;

/** The operands of commands that read any number of files and folders, or standard input. */
export const manyFiles = { name: 'FILE' } as const;

/** The note about files in folders, for commands with these operands. */
export const severalFiles =
  'In a folder, ocml reads all files whose name or first line shows that they are transcripts or contain messages, except files that .ocmlignore lists.';

/** Alternative names of formats and dialects that users may type. */
export const otherNames: ReadonlyMap<string, string> = new Map([
  ['chatml', 'openchatml-0.1'],
  ['openchatml', 'openchatml-2.2'],
  ['llama-3', 'llama3'],
  ['llama', 'llama3'],
  ['gpt-oss', 'harmony'],
  ['openai', 'messages'],
  ['chat', 'messages'],
  ['json', 'openchatml-json'],
]);

export const dialect = {
  value: 'D',
  words: ['auto', ...allDialects],
  meant: otherNames,
  templates: modelDialectNames,
  about:
    'the dialect of the input, or the chat template that wrote it (anything that ocml render --template accepts); auto detects the dialect. Overrides the file name and the project configuration',
} as const;

export const textOrJson = { value: 'F', words: ['text', 'json'], usual: 'text', about: 'output format' } as const;

export const encoding = {
  value: 'E',
  words: encodingNames,
  usual: 'o200k_harmony',
  about: 'the encoding for counting tokens',
} as const;

/** The option of commands that print in color. */
export const color = {
  value: 'WHEN',
  words: ['auto', 'always', 'never'],
  usual: 'auto',
  about: 'when to print in color; auto means on a terminal, and respects NO_COLOR and FORCE_COLOR',
} as const;

const output = {
  short: 'o',
  value: 'FILE',
  about: 'write to a new FILE instead of standard output (-)',
} as const;
/** The `-o` option of commands that take several files. */
export const outputs = {
  short: 'o',
  value: 'FILE|FOLDER',
  about:
    'write to a new FILE instead of standard output, or one file per input to a FOLDER. FOLDER is an existing folder, or a name that ends with a slash or contains no dot',
} as const;
export const force = { about: 'replace FILE if it exists' } as const;

/** The option that names standard input. An editor uses it when it passes an unsaved file on standard input. */
export const stdinFilename = {
  value: 'FILENAME',
  about:
    'treat standard input as this file, whose name and project determine the format; problems are reported under its name',
} as const;

/** The options for the file to which text is written. */
export const toFile = { output, force };

/** The template names that a shell offers: the names of built-in templates, and further names that depend on the folder and the machine. */
export const templateNames = {
  offers: async () => [...templates.map(({ name }) => name), ...modelFormNames],
  asks: 'templates --names',
} as const;
