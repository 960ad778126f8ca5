/** Letters as Python's `str` changes their case. */

/** Letters whose form at the beginning of a word is not their capital, and those of several letters of which only one is. */
const digraphs = new Map(
  ['Ǆǅǆ', 'Ǉǈǉ', 'Ǌǋǌ', 'Ǳǲǳ'].flatMap(([upper, title, lower]) => [upper, title, lower].map((one) => [one, title])),
);

function titleOf(letter: string): string {
  const [first = '', ...rest] = letter.toUpperCase();
  // Georgian has capitals, which begin no word.
  if (/[\u10d0-\u10fa\u10fd-\u10ff]/.test(letter) || letter === 'ŉ')
    return letter === 'ŉ' ? letter.toUpperCase() : letter;
  return digraphs.get(letter) ?? first + rest.join('').toLowerCase();
}

/** As Unicode folds case: what is the same in capitals is the same, but for the i without a dot and letters that have both. */
export const foldOf = (letter: string) =>
  letter === 'ı' ? letter : [...letter.toUpperCase()].map((one) => one.toLowerCase()).join('');

export const capitalized = (text: string) => {
  const [first = ''] = text;
  return titleOf(first) + text.toLowerCase().slice(first.toLowerCase().length);
};
export const titled = (text: string) => text.replace(/\p{Cased}+/gu, capitalized);
export const isCased = (text: string) => text.toUpperCase() !== text.toLowerCase();
