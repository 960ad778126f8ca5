// Generates the table of settings in docs/settings.md from their declarations in package.json and their texts.

const marks = /(<!-- settings: generated -->\n)[^]*?(<!-- \/settings -->)/;

/** Matches VS Code's syntax for a link to another setting: `#name#` in a code span. */
const link = /`#([\w.]+)#`/g;

/** Returns the page with an updated table. `texts`: the texts in package.nls.json. */
export function settingsPage(page, { contributes }, texts) {
  const properties = [contributes.configuration].flat().flatMap((part) => Object.entries(part.properties));
  const rows = properties.map(([name, { default: usual, enum: values, markdownDescription, description }]) => {
    const about = texts[(markdownDescription ?? description).slice(1, -1)];
    return [
      `\`${name}\``,
      `\`${JSON.stringify(usual)}\``,
      [about.replace(link, '`$1`'), listed(values)].filter(Boolean).join(' '),
    ];
  });
  const lines = [['Setting', 'Default', ''], ['---', '---', '---'], ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`,
  );
  if (!marks.test(page)) throw new Error('There are no marks for the table of settings.');
  return page.replace(marks, (_, open, close) => `${open}\n${lines.join('\n').replace(/ {2,}\|/g, ' |')}\n\n${close}`);
}

const listed = (values) => values && `Values: ${values.map((value) => `\`${value}\``).join(', ')}.`;
