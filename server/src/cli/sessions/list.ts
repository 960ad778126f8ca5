/** A session in a list for people: one line. */
import type { StoredSession } from '../../sessions/list.ts';
import { harmless, outputWidth } from '../output.ts';

/** How much of an id is told, so that it can be told from the others. */
export function idLengthFor(ids: readonly string[]): number {
  for (let length = USUAL_ID_LENGTH; length < MAX_ID_LENGTH; length++)
    if (new Set(ids.map((id) => id.slice(0, length))).size === new Set(ids).size) return length;
  return MAX_ID_LENGTH;
}

const USUAL_ID_LENGTH = 8;
const MAX_ID_LENGTH = 40;
/** How much of the name of a folder is told. */
const FOLDER_LENGTH = 16;

interface Columns {
  readonly idLength: number;
  readonly numberLength: number;
}

/** When a session was last written, its agent, its id, its folder, and what the user said first, as far as the line goes. */
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

/** A text of a log in a column, where nothing acts and nothing is wider than it. */
const column = (text: string, width: number): string => cut(harmless(text), width).padEnd(width);

/** As many characters of a text as fit, each whole. */
function cut(text: string, width: number): string {
  const characters = [...text.slice(0, 4 * width)];
  return characters.length > width ? `${characters.slice(0, width - 1).join('')}…` : characters.join('');
}

/** The time where the user is, to the minute. */
function localTime(milliseconds: number): string {
  const date = new Date(milliseconds);
  const two = (number: number) => `${number}`.padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
