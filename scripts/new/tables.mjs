// Inserts rows into tables in TypeScript files.

/**
 * Inserts `insertion` before the first occurrence of `anchor`. Throws an error if there is none, because the layout of the file has
 * changed.
 */
export function before(text, anchor, insertion) {
  const at = text.indexOf(anchor);
  if (at < 0) throw new Error(`A table has changed its form: ${JSON.stringify(anchor)} is not in it.`);
  return text.slice(0, at) + insertion + text.slice(at);
}

/** Inserts `insertion` after the first match of a pattern or a text. Throws an error if there is none. */
export function after(text, anchor, insertion) {
  const [match] = typeof anchor === 'string' ? (text.includes(anchor) ? [anchor] : []) : (anchor.exec(text) ?? []);
  if (match === undefined) throw new Error(`A table has changed its form: ${anchor} is not in it.`);
  return text.replace(match, () => match + insertion);
}

/** Adds a row at the end of the list or object that begins with `head`. Its closing bracket must be at the beginning of a line. */
export function appended(text, head, row) {
  const start = text.indexOf(head);
  const end = start < 0 ? -1 : text.slice(start).search(/\n[\]}]/);
  if (end < 0) throw new Error(`A table has changed its form: ${JSON.stringify(head)} is not in it.`);
  return `${text.slice(0, start + end + 1)}${row}${text.slice(start + end + 1)}`;
}

/** Adds an import. Imports are sorted by path, ignoring case. */
export function withImport(text, names, path) {
  const lines = text.split('\n');
  const importLine = `import { ${names} } from '${path}';`;
  const pathOf = (line) => /^(?:import|\}).* from '([^']+)';$/.exec(line)?.[1];
  const isAfter = (line) => {
    const other = pathOf(line);
    return (
      other !== undefined && other.localeCompare(path, 'en', { sensitivity: 'base' }) > 0 && line.startsWith('import')
    );
  };
  const next = lines.findIndex(isAfter);
  const last = lines.findLastIndex((line) => pathOf(line) !== undefined);
  lines.splice(next < 0 ? last + 1 : next, 0, importLine);
  return lines.join('\n');
}

/** Converts a code such as `a-code` to the name of a constant: `aCode`. */
export const camel = (code) => code.toLowerCase().replace(/[-.](\w)/g, (_, letter) => letter.toUpperCase());

/** Throws an error if a name does not consist of lower-case words with hyphens between them. */
export function checked(name, what) {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new Error(`${what} is written in lower-case words with hyphens between them, as in \`thought-role\`.`);
  return name;
}
