/**
 * Writes all output of the command line, and makes it harmless. Names, keys and quotations in the output may come from a stranger. Without
 * this step, a terminal or a CI system would interpret control sequences in them.
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

/** Lines for people, annotations for GitHub, or a chunk of JSON. A chunk may begin and end anywhere except inside a string. */
export type Output = readonly (string | Coloured | Annotation)[] | { readonly json: string };

/** The SGR codes of the colors. The terminal's theme determines the actual colors. */
const colours = { red: 31, green: 32, yellow: 33, blue: 34, grey: 90 };

/** The values of `--color`. */
export type ColourChoice = 'auto' | 'always' | 'never';

let choice: ColourChoice = 'auto';

/** Applies the value of `--color`, which takes precedence over the environment. */
export function chooseColours(chosen: ColourChoice): void {
  choice = chosen;
}

/**
 * Whether output to a stream is colored. `--color` takes precedence over the environment (no-color.org, force-color.org). If neither
 * decides, output to a terminal is colored.
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

/** The width of output that does not go to a terminal. Lines of a document are cut in that case, too, since a line may have megabytes. */
const USUAL_WIDTH = 100;

/** Returns the maximum width of a line of a document, in columns. */
export const outputWidth = (): number => process.stdout.columns || USUAL_WIDTH;

/** Whether standard output is a terminal, which interprets control sequences. */
const isTerminal = (): boolean => process.stdout.isTTY === true;

/** Whether output is for people: it is on a terminal, or `--color always` is set, since programs do not parse colors. */
export const isForReading = (): boolean => isTerminal() || choice === 'always';

/** Returns a line in which everything that a terminal or a CI system would interpret is escaped. */
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

/**
 * Returns the text of an output. The only control sequences in the text are this program's colors, and the only commands are annotations.
 */
export function rendered(output: Output, inColour = false): string {
  if ('json' in output) return printableJson(output.json).replace(marker, '#\\u0023');
  const text = (one: string | Coloured | Annotation) =>
    typeof one === 'string' ? line(one) : 'word' in one ? coloured(one, inColour) : annotation(one);
  return output.map((one) => `${text(one)}\n`).join('');
}

/** The reason why writing to standard output failed. A pipe closed by its reader is not a failure. */
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

/** Whether the program that reads standard output has closed it, as `head` does. */
export const isOutputClosed = (): boolean => closed;

/** Writes to standard output, no faster than the output is read. Returns false if the reader has closed the pipe. */
export const print = (...outputs: readonly Output[]): Promise<boolean> => printAll(outputs);

/** Writes a list of outputs to standard output, like `print`. */
export const printAll = (outputs: readonly Output[]): Promise<boolean> =>
  write(outputs.map((one) => rendered(one, hasColours(process.stdout))).join(''));

/** Writes outputs to standard error. */
export const printAside = (...outputs: readonly Output[]): Promise<boolean> => printAllAside(outputs);

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

/** Returns text in a color, line by line, with all control characters escaped. */
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
