/** Names and shows positions in an output. */
import { printable } from '../syntax/printable.ts';
import type { Span } from '../syntax/span.ts';
import type { Explanation } from './explain.ts';
import type { Place } from './input/places.ts';
import type { Part, Piece } from './report-part.ts';

/** The width of a line, in characters. */
export const width = 100;

/**
 * A position for display: line and column from 1, in UTF-16 units. On the command line, the position refers to the input, or is marked as a
 * position in the output. In an editor, the position refers to the output, which is shown as a document.
 */
export function placeIn(
  { output, input: { form } }: Explanation,
  { start, place }: { readonly start: number; readonly place?: Place },
  options: boolean,
): string {
  if (options && place !== undefined)
    return place.column === undefined ? `line ${place.line}` : `line ${place.line}, column ${place.column}`;
  const breaks = output.slice(0, start).split('\n');
  const words = `line ${breaks.length}, column ${(breaks.at(-1) as string).length + 1}`;
  return options && form !== 'text' ? `${words} of the output` : words;
}

/** The line where a parser stops, with the token (`^`) and the word at fault (`~`) marked below. */
export function placeParts(explanation: Explanation, stop: NonNullable<Explanation['stop']>, options: boolean): Part[] {
  const { output } = explanation;
  const { word } = stop;
  const begin = output.lastIndexOf('\n', stop.start - 1) + 1;
  const stops = output.indexOf('\n', stop.start);
  const end = stops < 0 ? output.length : stops;
  const isOther = word !== undefined && (word.start !== stop.start || word.end !== stop.end);
  const isNear = isOther && word.start >= begin && stop.start - word.start < width - 30;
  const from = Math.max(begin, Math.min(isNear ? word.start - 20 : stop.start - 50, stop.start));
  const to = Math.min(end, Math.max(from + width, stop.end));
  const head = from > begin ? '…' : '';
  const tail = to < end ? '…' : '';
  const signs: string[] = [];
  const mark = ({ start, end: last }: Span, sign: string) => {
    const column = head.length + length(printable(output.slice(from, start)));
    const size = Math.max(1, length(printable(output.slice(start, Math.min(last, to)))));
    for (let i = 0; i < size; i++) signs[column + i] = sign;
  };
  mark(stop, '^');
  if (isNear) mark(word, '~');
  const line = [...`${head}${printable(output.slice(from, to))}${tail}`];
  const where = stop.token !== '' ? 'the token' : stop.start < output.length ? 'the place' : 'the end,';
  const fault = `${word?.text.length === 1 ? 'character' : 'word'} at fault`;
  const far = [`  The ${fault}, at ${word && placeIn(explanation, word, options)}: `, excerpt(word?.text ?? '', 0, 60)];
  return [
    {
      kind: 'place',
      pieces: markedPieces(line, signs),
      below: Array.from(signs, (sign) => sign ?? ' ').join(''),
      legend: `^ ${where} where the parser stops${isNear ? `   ~ the ${fault}` : ''}`,
    },
    ...(isOther && !isNear ? [{ kind: 'line', lead: far[0] as string, text: far[1] as string } as const] : []),
  ];
}

const markOf = { '^': 'stop', '~': 'fault' } as const;

/** Splits a line into pieces according to the marks under its characters; a mark after its end is under a space. */
function markedPieces(line: readonly string[], signs: readonly string[]): Piece[] {
  const pieces: { text: string; mark?: 'stop' | 'fault' }[] = [];
  let last: string | undefined;
  for (let i = 0; i < Math.max(line.length, signs.length); i++) {
    const sign = signs[i] as keyof typeof markOf | undefined;
    const character = line[i] ?? ' ';
    const piece = pieces.at(-1);
    if (piece && sign === last) piece.text += character;
    else pieces.push({ text: character, ...(sign && { mark: markOf[sign] }) });
    last = sign;
  }
  return pieces;
}

const length = (text: string) => [...text].length;
export const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
export const count = (number: number, what: string) =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;

/** An excerpt of a text, on one line. */
export function excerpt(text: string, from: number, most: number): string {
  return cut(printable(text.slice(from, from + most + 1)), most);
}
