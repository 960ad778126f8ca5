/**
 * All output of the command line goes through here and is made harmless, since names, keys and quotations may come from a
 * stranger, and a terminal or a CI would act on them.
 */
import { withBytesShown } from '../files/names.ts';
import { printable, printableJson } from '../syntax/printable.ts';
import { progress } from './progress.ts';

/** A message that GitHub Actions shows next to a line, written as a workflow command. */
export interface Annotation {
  readonly command: 'error' | 'warning' | 'notice';
  readonly properties: Readonly<Record<string, string | number>>;
  readonly message: string;
}

/** A line of which a word has a colour, where there are colours. */
export interface Coloured {
  readonly before: string;
  readonly word: string;
  readonly after: string;
  readonly colour: keyof typeof colours;
}

/** Lines for people, commands for GitHub, or a stretch of JSON, which may begin and end anywhere but in a string. */
export type Output = readonly (string | Coloured | Annotation)[] | { readonly json: string };

/** The colours of a terminal's theme, by their SGR numbers. */
const colours = { red: 31, green: 32, yellow: 33, blue: 34, grey: 90 };

/** When there are colours. */
export type ColourChoice = 'auto' | 'always' | 'never';

let choice: ColourChoice = 'auto';

/** `--color`, which counts more than the environment does. */
export function chooseColours(chosen: ColourChoice): void {
  choice = chosen;
}

/**
 * Whether what goes to a stream has colours: as `--color` says, or on a terminal, unless the environment says otherwise
 * (no-color.org, force-color.org).
 */
function hasColours({ isTTY }: { readonly isTTY?: boolean }): boolean {
  const { env } = process;
  if (choice !== 'auto') return choice === 'always';
  const { NO_COLOR: no, FORCE_COLOR: force, TERM: term } = env;
  if (no) return false;
  if (force) return force !== '0' && force !== 'false';
  return isTTY === true && term !== 'dumb';
}

/** The text after `##` here is read as a command by GitHub, Azure Pipelines or TeamCity, wherever it is in a line. */
const marker = /##(?=\w*\[)/g;
/** The same at the beginning of a line. */
const colons = /^(\s*):(?=:)/;

/** Where standard output is not a terminal, a line of a document is cut all the same: it may have megabytes. */
const USUAL_WIDTH = 100;

/** How many columns a line of a document may take. */
export const outputWidth = (): number => process.stdout.columns || USUAL_WIDTH;

/** Whether standard output is a terminal, which acts on what is written. */
const isTerminal = (): boolean => process.stdout.isTTY === true;

/** Whether an output is for reading: on a terminal, or with colours that `--color` asks for, which no program takes. */
export const isForReading = (): boolean => isTerminal() || choice === 'always';

/** A line in which nothing acts on a terminal or a CI. */
export const harmless = (text: string): string => line(text);

const line = (text: string) => printable(withBytesShown(text)).replace(marker, '#\\x23').replace(colons, '$1\\x3a');

/** Characters that would end a command, or one of its properties. */
const escapes = new Map([
  ['%', '%25'],
  [':', '%3A'],
  [',', '%2C'],
]);
const escape = (text: string, what: RegExp) => text.replace(what, (character) => escapes.get(character) as string);

function annotation({ command, properties, message }: Annotation): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escape(line(String(value)), /[%:,]/g)}`);
  return `::${command} ${list.join(',')}::${escape(line(message), /%/g)}`;
}

function coloured({ before, word, after, colour }: Coloured, inColour: boolean): string {
  const whole = line(before + word + after);
  if (!inColour) return whole;
  // No part contains anything that acts, so neither does the line.
  const [start, end] = [line(before), line(before + word)];
  return `${start}\x1b[${colours[colour]}m${whole.slice(start.length, end.length)}\x1b[39m${whole.slice(end.length)}`;
}

/** The text of an output: no character in it acts but our own colours, and no line but an annotation is a command. */
export function rendered(output: Output, inColour = false): string {
  if ('json' in output) return printableJson(output.json).replace(marker, '#\\u0023');
  const text = (one: string | Coloured | Annotation) =>
    typeof one === 'string' ? line(one) : 'word' in one ? coloured(one, inColour) : annotation(one);
  return output.map((one) => `${text(one)}\n`).join('');
}

/** Why standard output cannot be written to, unless its reader has just stopped reading. */
let failure: string | undefined;
let closed = false;

// A reader that closes early, as `head` does, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  closed = true;
  if (error.code !== 'EPIPE') failure = error.message;
});
// An error of standard error cannot be reported anywhere.
process.stderr.on('error', () => {});

export const writeFailure = () => failure;

/** Whether nobody reads standard output any longer, as after `head`. */
export const isOutputClosed = (): boolean => closed;

/** Writes to standard output, no faster than it is read. False: its reader has gone. */
export const print = (...outputs: readonly Output[]): Promise<boolean> => printAll(outputs);

/** The same of any number of them. */
export const printAll = (outputs: readonly Output[]): Promise<boolean> =>
  write(outputs.map((one) => rendered(one, hasColours(process.stdout))).join(''));

/** Writes lines to standard error. */
export const printAside = (...outputs: readonly Output[]): Promise<boolean> => printAllAside(outputs);

/** The same of any number of them. */
export async function printAllAside(outputs: readonly Output[]): Promise<boolean> {
  progress.clear();
  process.stderr.write(outputs.map((one) => rendered(one, hasColours(process.stderr))).join(''));
  return true;
}

/**
 * Writes the text of a document to standard output: to a pipe or a file as it is, and to a terminal with escapes in place of
 * what this would obey.
 */
export async function writeDocument(text: string): Promise<boolean> {
  return write(process.stdout.isTTY ? text.split('\n').map(printable).join('\n') : text);
}

/** Whether a document on standard output may have colours, in which case `inColour` writes its text. */
export const isInColour = (): boolean => hasColours(process.stdout);

/** A text in a colour, line by line. Nothing else in it acts on a terminal. */
export const inColour = (text: string, colour: keyof typeof colours): string =>
  text
    .split('\n')
    .map((one) => (one === '' ? '' : `\x1b[${colours[colour]}m${printable(one)}\x1b[39m`))
    .join('\n');

/** Writes a document whose text was made harmless before, since it has colours. */
export const writeInColour = (text: string): Promise<boolean> => write(text);

/** Writes rows as they are to standard output, except to a terminal. */
export const writeRows = (bytes: Uint8Array): Promise<boolean> =>
  process.stdout.isTTY ? writeDocument(Buffer.from(bytes).toString()) : write(bytes);

async function write(text: string | Uint8Array): Promise<boolean> {
  if (text.length > 0 && process.stdout.isTTY) progress.clear();
  if (text.length > 0 && !closed && !process.stdout.write(text)) {
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const event of ['drain', 'close', 'error']) process.stdout.off(event, done);
        resolve();
      };
      for (const event of ['drain', 'close', 'error']) process.stdout.on(event, done);
    });
  }
  return !closed;
}
