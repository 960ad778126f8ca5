// Writes the section of docs/editor.md about recognized files, from the declarations in package.json.

const marks = /(<!-- recognized: generated -->\n)[^]*?(<!-- \/recognized -->)/;

export function editorPage(page, { contributes }) {
  const { extensions, firstLine } = contributes.languages.find(({ id }) => id === 'ocml');
  const tokens = /<\\\|\(([\w|]+)\)/.exec(firstLine)[1].split('|');
  const rows = [
    ['File name extensions', extensions],
    ['Tokens', tokens.map((name) => `<\\|${name}\\|>`)],
  ].map(([title, words]) => `| ${title} | ${words.map((word) => `\`${word}\``).join(', ')} |`);
  if (!marks.test(page)) throw new Error('There are no marks for the files that are recognized.');
  return page.replace(marks, (_, open, close) => `${open}\n| | |\n| --- | --- |\n${rows.join('\n')}\n\n${close}`);
}
