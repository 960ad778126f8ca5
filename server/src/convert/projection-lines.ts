/** JSON Lines of the projection: one message per line, and together one conversation (2.2 §10). */
import { type Converted, convertJson, type Options } from './index.ts';

/** Whether lines of a dialect are one conversation: the first of them is a message, and not a list of them. */
export const isMessages = (dialect: string | undefined, text: string): boolean =>
  dialect !== undefined && ofMessages.has(dialect) && /^[\s\uFEFF]*\{/.test(text);

const form = 'openchatml-json';
const ofMessages: ReadonlySet<string> = new Set([form]);

/** Converts them as one. Notes have their places in the text. */
export function convertMessageLines(text: string, options: Options): Converted {
  const { notes, ...converted } = convertJson(asList(text), { ...options, from: form }, true);
  // The bracket before the first line belongs to none.
  const back = (offset: number) => Math.min(Math.max(0, offset - 1), text.length);
  return { ...converted, notes: notes.map((note) => ({ ...note, start: back(note.start), end: back(note.end) })) };
}

/** The lines as a list, with each character at its place after a bracket. */
function asList(text: string): string {
  const written = text.trimEnd();
  // Lines with nothing in them are white space between the others.
  return `[${written.replace(/\n\s*/g, (gap) => `,${gap.slice(1).replaceAll('\n', ' ')}`)}]`;
}
