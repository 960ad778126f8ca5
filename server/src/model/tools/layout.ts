/** Declarations in the layout of prompts, which resembles TypeScript (HARM-36, A-132). */

const memberModifiers = '(?:(?:public|private|protected|static|readonly|declare|abstract)[ \\t]+)*';

const quoted = `"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'`;

/** A line of code rather than of a description: a member, a single literal, or a punctuation mark. */
const code = new RegExp(
  `^\\s*(?:${memberModifiers}(?:(?:${quoted})\\??\\s*:|[^\\s"':,;|{}()[\\]]+\\s*:|\\[)` +
    `|(?:get|set|async)?[ \\t]*[\\w$]+\\??\\([^()]*\\)[ \\t]*:|(?:${quoted})[ \\t]*[|,;]?[ \\t]*(?://.*)?$|[|&{}()[\\],;]|//|$)`,
);

/** A key that needs quotes in TypeScript. */
const specialKey = new RegExp(
  `((?:^|[{,;])[ \\t]*${memberModifiers})(?!//)((?:\\d+[A-Za-z_$]|[\\w$]*[-@.])[\\w$@.-]*)(\\??[ \\t]*:)`,
  'gm',
);

/** Converts Harmony's layout to TypeScript: quotes keys that are not identifiers, and comments out further lines of descriptions. */
export function readable(type: string): string {
  let comment = false;
  const lines = type.split(/\r\n?|\n/).map((line) => {
    if (line.trim() === '') return line;
    comment = /^\s*\/\//.test(line) || (comment && !code.test(line));
    return comment && !line.trimStart().startsWith('//') ? `// ${line}` : line;
  });
  return lines.join('\n').replace(specialKey, '$1"$2"$3');
}
