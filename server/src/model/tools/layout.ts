/** Converts declarations in the layout of prompts, which resembles TypeScript (HARM-36, A-132). */

const memberModifiers = '(?:(?:public|private|protected|static|readonly|declare|abstract)[ \\t]+)*';

const quoted = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'`;

/** Matches a line that is code and not part of a description: a property, a single literal, or a punctuation mark. */
const code = new RegExp(
  `^\\s*(?:${memberModifiers}(?:(?:${quoted})\\??\\s*:|[^\\s"':,;|{}()[\\]]+\\s*:|\\[)` +
    `|(?:get|set|async)?[ \\t]*[\\w$]+\\??\\([^()]*\\)[ \\t]*:|(?:${quoted})[ \\t]*[|,;]?[ \\t]*(?://.*)?$|[|&{}()[\\],;]|//|$)`,
);

/** Matches a key that needs quotes in TypeScript. */
const specialKey = new RegExp(
  `((?:^|[{,;])[ \\t]*${memberModifiers})(?!//)((?:\\d+[A-Za-z_$]|[\\w$]*[-@.])[\\w$@.-]*)(\\??[ \\t]*:)`,
  'gm',
);

/** Converts Harmony's layout to TypeScript. Keys that are not identifiers get quotes, and all lines of a description become comments. */
export function readable(type: string): string {
  let comment = false;
  const lines = type.split(/\r\n?|\n/).map((line) => {
    if (line.trim() === '') return line;
    comment = /^\s*\/\//.test(line) || (comment && !code.test(line));
    return comment && !line.trimStart().startsWith('//') ? `// ${line}` : line;
  });
  return lines.join('\n').replace(specialKey, '$1"$2"$3');
}
