/** The lines with file names at the beginning of a diff, as Git writes them and `patch -p1` reads them. */
import { isAbsolute, relative, sep } from 'node:path';
import { absolute } from '../../../files/names.ts';

/**
 * Returns the lines `--- a/…` and `+++ b/…`. Names are relative to the working folder. For a file outside that folder, names are relative
 * to the root.
 */
export function patchNames(file: string): string {
  const name = file === '-' ? 'stdin' : pathOf(file);
  return `--- ${quoted(`a/${name}`)}\n+++ ${quoted(`b/${name}`)}\n`;
}

function pathOf(file: string): string {
  const path = relative(absolute('.'), absolute(file));
  const outside = isAbsolute(path) || path === '..' || path.startsWith(`..${sep}`);
  return (outside ? absolute(file) : path).split(sep).join('/').replace(/^\/+/, '');
}

const escapes = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Quotes a name that would otherwise be ambiguous. After a name that contains a space, adds a tab, which marks the end of the name. */
function quoted(name: string): string {
  const special = /["\\\x00-\x1f\x7f]/g;
  const text = name.replace(
    special,
    (one) => escapes.get(one) ?? `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  if (text !== name) return `"${text}"`;
  return name.includes(' ') ? `${name}\t` : name;
}
