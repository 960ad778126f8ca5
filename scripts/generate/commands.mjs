// Generates docs/commands.md: the arguments of each `ocml` command, from the table that also defines its parser and its help.
import { bundled } from '../bundled.mjs';

export async function commandsPage() {
  const { table, meaning, written } = await bundled(
    'generate/commands',
    `
        export { table } from './cli/table/index.ts';
        export { optionDescription as meaning, optionSynopsis as written } from './cli/table/help.ts';`,
  );
  const rows = Object.values(table);
  const prose = proseFor(rows);
  const list = rows.map(({ name, about }) => `| [\`ocml ${name}\`](#ocml-${name}) | ${cell(prose(about))} |`);
  const sections = rows.map((row) => section(row, { meaning, written, prose }));
  return `${[
    '# Commands',
    '`ocml COMMAND --help` prints the same text. Separate an option from its value with a space or `=`. `--` ends the options, and `-` stands for standard input. If you misspell a name, `ocml` suggests the nearest one. The exit code is 0 if all is well; 1 if the input has problems, is incomplete or is rejected; and 2 if the usage is invalid, or if a file cannot be read or written. `ocml --version` prints the version, and the revision of the specification that it implements.',
    ['| Command | |', '| --- | --- |', ...list].join('\n'),
    ...sections,
  ].join('\n\n')}\n`;
}

/** Returns a pattern for code in prose: examples of shell commands and JSON, tokens, options, variables, and commands of `ocml`. */
const codeWith = (commands) =>
  [
    /source <\(ocml [^)]*\)|ocml inspect "[^"]*"|ocml completion (?:fish > \S+\.fish|powershell \| Out-String \| Invoke-Expression)/,
    /~\/\.\w+|\$PROFILE/,
    /\["text", [^\]]*\]|\{"\w+": [^}]*\}|"\w+": "\w+"/,
    /<\|[^|]*\|>|<[^ ]*>|\{\{\w+\}\}|\[\w+\]/,
    new RegExp(
      `(?<![\\w/-])ocml (?:(?:${commands.join('|')})\\b(?: --[a-z][\\w-]*(?: text\\b| [A-Z]+=[A-Z]+)?)?|--[a-z][\\w-]*)`,
    ),
    /--[a-z][\w-]*|(?<![\w./-])ocml(?![\w.-])/,
  ]
    .map(({ source }) => source)
    .join('|');

/** Returns a function that formats the tokens, options (with their values) and commands in prose as code. */
function proseFor(rows) {
  const valued = rows.flatMap(({ options }) =>
    Object.entries(options).flatMap(([name, { words = [] }]) => words.map((word) => `--${name} ${word}\\b`)),
  );
  const all = new RegExp([...valued, codeWith(rows.map(({ name }) => name))].join('|'), 'g');
  return (text) => text.replace(all, '`$&`');
}

const cell = (text) => text.replaceAll('|', '\\|');

function section({ name, usage, does, options, notes = [], examples, exit }, { meaning, written, prose }) {
  const rows = Object.entries(options).map(
    ([one, option]) => `| \`${written(one, option).replaceAll('|', '\\|')}\` | ${cell(prose(meaning(option)))} |`,
  );
  const [done, problems, wrong] = exit;
  const codes = [`0: ${done}`, ...(problems === undefined ? [] : [`1: ${problems}`]), `2: ${wrong}`];
  return [
    `## ocml ${name}`,
    fence(usage.map((one) => `ocml ${name} ${one}`.trimEnd())),
    ...does.map(prose),
    ...(rows.length > 0 ? [['| Option | |', '| --- | --- |', ...rows].join('\n')] : []),
    ...notes.map(prose),
    fence(examples.flatMap(({ run, about }) => [`# ${about}`, run])),
    `Exit code ${prose(codes.join('; '))}.`,
  ].join('\n\n');
}

const fence = (lines) => ['```sh', ...lines, '```'].join('\n');
