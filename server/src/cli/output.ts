/**
 * Writes all output of the command line, and makes it harmless. Names, keys and quotations in the output may come from a stranger, and a
 * terminal or a CI system would interpret control sequences in them.
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

/** A line with one word in color, if colors are on. */
export interface Coloured {
  readonly before: string;
  readonly word: string;
  readonly after: string;
  readonly colour: keyof typeof colours;
}

/** Lines for people, commands for GitHub, or a chunk of JSON. Such a chunk may begin and end anywhere except inside a string. */
export type Output = readonly (string | Coloured | Annotation)[] | { readonly json: string };

/** The SGR numbers of the colors, which depend on the terminal's theme. */
const colours = { red: 31, green: 32, yellow: 33, blue: 34, grey: 90 };

/** The values of `--color`. */
export type ColourChoice = 'auto' | 'always' | 'never';

let choice: ColourChoice = 'auto';

/** Applies the value of `--color`, which takes precedence over the environment. */
export function chooseColours(chosen: ColourChoice): void {
  choice = chosen;
}

/**
 * Whether output to a stream is colored. `--color` decides; otherwise, output to a terminal is colored, unless the environment requests
 * something else (no-color.org, force-color.org).
 */
function hasColours({ isTTY }: { readonly isTTY?: boolean }): boolean {
  const { env } = process;
  if (choice !== 'auto') return choice === 'always';
  const { NO_COLOR: no, FORCE_COLOR: force, TERM: term } = env;
  if (no) return false;
  if (force) return force !== '0' && force !== 'false';
  return isTTY === true && term !== 'dumb';
}

/** Matches `##` before text that GitHub, Azure Pipelines and TeamCity interpret as a command, anywhere in a line. */
const marker = /##(?=\w*\[)/g;
/** Matches the first colon of `::`, which begins a command at the beginning of a line. */
const colons = /^(\s*):(?=:)/;

/** The width for output that is not on a terminal. There, too, lines of a document are cut, since a line may have megabytes. */
const USUAL_WIDTH = 100;

/** Returns the maximum width of a line of a document, in columns. */
export const outputWidth = (): number => process.stdout.columns || USUAL_WIDTH;

/** Whether standard output is a terminal, which interprets control sequences. */
const isTerminal = (): boolean => process.stdout.isTTY === true;

/** Whether output is for people, because it is on a terminal or `--color always` is set: programs do not parse colors. */
export const isForReading = (): boolean => isTerminal() || choice === 'always';

/** Returns a line without anything that a terminal or a CI system would interpret. */
export const harmless = (text: string): string => line(text);

const line = (text: string) => printable(withBytesShown(text)).replace(marker, '#\\x23').replace(colons, '$1\\x3a');

/** Characters that would end a command or one of its properties. */
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
  // All parts are harmless, so the line contains no control sequences except those for the color.
  const [start, end] = [line(before), line(before + word)];
  return `${start}\x1b[${colours[colour]}m${whole.slice(start.length, end.length)}\x1b[39m${whole.slice(end.length)}`;
}

/** Returns the text of an output. The only control sequences in it are our own colors, and the only commands in it are annotations. */
export function rendered(output: Output, inColour = false): string {
  if ('json' in output) return printableJson(output.json).replace(marker, '#\\u0023');
  const text = (one: string | Coloured | Annotation) =>
    typeof one === 'string' ? line(one) : 'word' in one ? coloured(one, inColour) : annotation(one);
  return output.map((one) => `${text(one)}\n`).join('');
}

/** The reason why writing to standard output failed. It is not a failure if the reader has closed the pipe. */
let failure: string | undefined;
let closed = false;

// It is not an error if the reader closes early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  closed = true;
  if (error.code !== 'EPIPE') failure = error.message;
});
// A failure of standard error cannot be reported anywhere.
process.stderr.on('error', () => {});

export const writeFailure = () => failure;

/** Whether the reader of standard output has gone, as after `head`. */
export const isOutputClosed = (): boolean => closed;

/** Writes to standard output, no faster than it is read. Returns false if its reader has gone. */
export const print = (...outputs: readonly Output[]): Promise<boolean> => printAll(outputs);

/** Writes any number of outputs to standard output, like `print`. */
export const printAll = (outputs: readonly Output[]): Promise<boolean> =>
  write(outputs.map((one) => rendered(one, hasColours(process.stdout))).join(''));

/** Writes lines to standard error. */
export const printAside = (...outputs: readonly Output[]): Promise<boolean> => printAllAside(outputs);

/** Writes any number of outputs to standard error. */
export async function printAllAside(outputs: readonly Output[]): Promise<boolean> {
  progress.clear();
  process.stderr.write(outputs.map((one) => rendered(one, hasColours(process.stderr))).join(''));
  return true;
}

/** Writes the text of a document to standard output. On a terminal, control characters are escaped; otherwise, the text is unchanged. */
export async function writeDocument(text: string): Promise<boolean> {
  return write(process.stdout.isTTY ? text.split('\n').map(printable).join('\n') : text);
}

/** Whether a document on standard output may be colored. If so, `inColour` formats its text. */
export const isInColour = (): boolean => hasColours(process.stdout);

/** Returns text in a color, line by line. Everything else that a terminal would interpret is made harmless. */
export const inColour = (text: string, colour: keyof typeof colours): string =>
  text
    .split('\n')
    .map((one) => (one === '' ? '' : `\x1b[${colours[colour]}m${printable(one)}\x1b[39m`))
    .join('\n');

/** Writes a colored document whose text is already harmless. */
export const writeInColour = (text: string): Promise<boolean> => write(text);

/** Writes rows to standard output. They are unchanged except on a terminal. */
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
