/** JSON Lines of the JSON projection. There is one message per line, and all lines together form one conversation (2.2 §10). */
import { type Converted, convertJson, type Options } from './index.ts';

/**
 * Whether the lines of a text in a dialect form one conversation. This is the case if the first line is a message instead of a list of
 * messages.
 */
export const isMessages = (dialect: string | undefined, text: string): boolean =>
  dialect !== undefined && ofMessages.has(dialect) && /^[\s\uFEFF]*\{/.test(text);

const form = 'openchatml-json';
const ofMessages: ReadonlySet<string> = new Set([form]);

/** Converts the lines as one conversation. Notes have positions in the text. */
export function convertMessageLines(text: string, options: Options): Converted {
  const { notes, ...converted } = convertJson(asList(text), { ...options, from: form }, true);
  // `asList` adds a bracket at the beginning, which the text does not contain.
  const back = (offset: number) => Math.min(Math.max(0, offset - 1), text.length);
  return { ...converted, notes: notes.map((note) => ({ ...note, start: back(note.start), end: back(note.end) })) };
}

/** Returns the lines as a JSON list. Each offset in the list is one higher than in the text, because of the added opening bracket. */
function asList(text: string): string {
  const trimmedText = text.trimEnd();
  // Blank lines become white space between the elements.
  return `[${trimmedText.replace(/\n\s*/g, (gap) => `,${gap.slice(1).replaceAll('\n', ' ')}`)}]`;
}
