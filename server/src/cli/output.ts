/**
 * All that the command line writes goes through here, where it is made harmless: names, keys and words in it may be those of
 * a stranger, and a terminal or a CI is listening.
 */
import { printable, printableJson } from '../syntax/printable.ts';

/** A message that GitHub Actions shows beside a line, written as a workflow command. */
export interface Annotation {
  readonly command: 'error' | 'warning' | 'notice';
  readonly properties: Readonly<Record<string, string | number>>;
  readonly message: string;
}

/** Lines for people, commands for GitHub, or a stretch of JSON, which may begin and end anywhere but in a string. */
export type Output = readonly (string | Annotation)[] | { readonly json: string };

/** What follows `##` here is read as a command by GitHub, Azure Pipelines or TeamCity, wherever it stands in a line. */
const marker = /##(?=\w*\[)/g;
/** The same at the beginning of a line. */
const colons = /^(\s*):(?=:)/;

const line = (text: string) => printable(text).replace(marker, '#\\x23').replace(colons, '$1\\x3a');

/** What would end a command, or one of its properties. */
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

/** The text of an output: no character in it acts, and no line but an annotation is a command. */
export function rendered(output: Output): string {
  if ('json' in output) return printableJson(output.json).replace(marker, '#\\u0023');
  return output.map((one) => `${typeof one === 'string' ? line(one) : annotation(one)}\n`).join('');
}

/** Whether there is anything in an output. */
export const speaks = (output: Output): boolean => 'json' in output || output.length > 0;

/** Why standard output cannot be written to, if something else is the matter than that nobody reads on. */
let failure: string | undefined;
let closed = false;

// A reader that closes early, as `head` does, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  closed = true;
  if (error.code !== 'EPIPE') failure = error.message;
});
// Of what cannot be told, there is nobody to tell.
process.stderr.on('error', () => {});

export const writeFailure = () => failure;

/** Writes to standard output, no faster than it is read. False: nobody reads it any more. */
export const print = (...outputs: readonly Output[]): Promise<boolean> => write(outputs.map(rendered).join(''));

/** Writes lines to standard error. */
export async function printAside(...outputs: readonly Output[]): Promise<boolean> {
  process.stderr.write(outputs.map(rendered).join(''));
  return true;
}

/**
 * Writes the text of a document to standard output: to a pipe or a file as it is, and to a terminal with escapes in place of
 * what this would obey.
 */
export async function writeDocument(text: string): Promise<boolean> {
  return write(process.stdout.isTTY ? text.split('\n').map(printable).join('\n') : text);
}

async function write(text: string): Promise<boolean> {
  if (text !== '' && !closed && !process.stdout.write(text)) {
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
