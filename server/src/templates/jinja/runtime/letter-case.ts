/** Changes the case of letters in the same way as Python's `str`. */

/** Letters whose title case differs from their upper case, such as digraphs, of which only the first letter becomes a capital. */
const digraphs = new Map(
  ['Ǆǅǆ', 'Ǉǈǉ', 'Ǌǋǌ', 'Ǳǲǳ'].flatMap(([upper, title, lower]) => [upper, title, lower].map((one) => [one, title])),
);

function titleOf(letter: string): string {
  const [first = '', ...rest] = letter.toUpperCase();
  // Georgian has capitals, but does not use them in title case.
  if (/[\u10d0-\u10fa\u10fd-\u10ff]/.test(letter) || letter === 'ŉ')
    return letter === 'ŉ' ? letter.toUpperCase() : letter;
  return digraphs.get(letter) ?? first + rest.join('').toLowerCase();
}

/** Folds case as in Unicode: letters with the same upper case are equal, except for the dotless i. */
export const foldOf = (letter: string) =>
  letter === 'ı' ? letter : [...letter.toUpperCase()].map((one) => one.toLowerCase()).join('');

export const capitalized = (text: string) => {
  const [first = ''] = text;
  return titleOf(first) + text.toLowerCase().slice(first.toLowerCase().length);
};
export const titled = (text: string) => text.replace(/\p{Cased}+/gu, capitalized);
export const isCased = (text: string) => text.toUpperCase() !== text.toLowerCase();
