/** Look-ups for `test/unit/look-ups.test.mjs`, which must find exactly those marked `wild`. */
interface Row {
  readonly one: number;
  readonly two: number;
}
declare const row: Row;
declare const rows: Readonly<Record<string, Row>>;
declare const list: readonly Row[];
declare const side: 'one' | 'two';
declare const maybe: 'one' | undefined;
declare const index: number;
declare const word: string;
declare const anything: any;
declare function find<Key extends string>(name: Key): Key;

export const known = [
  row[side],
  rows.one,
  rows['two'],
  list[index],
  word[index],
  row[maybe ?? 'two'],
  'one' in row,
  { [word]: 1, ...rows },
  [1, 2][0],
];

export const unknown = [
  rows[word], // wild
  rows?.[word], // wild
  rows[word.toLowerCase()], // wild
  row[word as keyof Row], // wild
  row[word as 'one'], // wild
  row[anything as keyof Row], // wild
  rows[`${word}s`], // wild
  rows[find(word)], // wild
  anything[word], // wild
  anything[anything], // wild
  (list as unknown as Record<string, Row>)[word], // wild
  word in row, // wild
  Object.assign({}, rows), // wild
];

export const { [word]: taken } = rows; // wild
export const { [side]: chosen, one: first } = row;
