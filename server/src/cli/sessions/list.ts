/** Formats a session as one line in a list for people. */
import type { StoredSession } from '../../sessions/list.ts';
import { harmless, outputWidth } from '../output.ts';

/** Returns the number of characters that distinguish all ids from each other. */
export function idLengthFor(ids: readonly string[]): number {
  for (let length = USUAL_ID_LENGTH; length < MAX_ID_LENGTH; length++)
    if (new Set(ids.map((id) => id.slice(0, length))).size === new Set(ids).size) return length;
  return MAX_ID_LENGTH;
}

const USUAL_ID_LENGTH = 8;
const MAX_ID_LENGTH = 40;
/** The number of characters that are shown of a folder's name. */
const FOLDER_LENGTH = 16;

interface Columns {
  readonly idLength: number;
  readonly numberLength: number;
}

/**
 * Returns a line with the number of a session, the time of its last change, its agent, id and folder, and the user's first message. The
 * line is cut to the width of the output.
 */
export function lineOf({ agent, id, changed, folder, words }: StoredSession, number: number, columns: Columns): string {
  const name = folder?.split(/[\\/]/).findLast((part) => part !== '') ?? '';
  const cells = [
    `${number}`.padStart(columns.numberLength),
    localTime(changed),
    agent.padEnd('claude-code'.length),
    column(id.slice(0, columns.idLength), columns.idLength),
    column(name, FOLDER_LENGTH),
    harmless(words ?? '(no user message yet)'),
  ];
  return cut(cells.join('  '), outputWidth()).trimEnd();
}

/** Returns text from a log as a column of this width. The text is made harmless, and is cut if it is too long. */
const column = (text: string, width: number): string => cut(harmless(text), width).padEnd(width);

/** Returns the beginning of a text that fits in the width, measured in code points. A cut text ends with an ellipsis. */
function cut(text: string, width: number): string {
  const characters = [...text.slice(0, 4 * width)];
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : characters.join('');
}

/** Returns a time in the user's time zone, to the minute. */
function localTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  const two = (number: number) => `${number}`.padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
