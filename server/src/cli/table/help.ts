/** Formats `ocml COMMAND --help` as lines. */
import { getOwn } from '../../syntax/get-own.ts';
import { maximum } from '../../syntax/lists.ts';
import { aliasList, listed, type Option, type Row } from './row.ts';

const width = 100;
const column = 25;

/** Wraps words to the width of help. All lines except the first are indented by `indent`. */
function wrapped(text: string, indent: number, first = indent): string[] {
  const lines: string[] = [];
  let line = ' '.repeat(first);
  for (const word of text.split(' ')) {
    if (line.trim() !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = ' '.repeat(indent);
    }
    line += line.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}

/** Returns an option as it is written on the command line, with its value. */
export function optionSynopsis(name: string, { short, value }: Option): string {
  return `${short ? `-${short}, ` : ''}--${name}${value === undefined ? '' : ` ${value}`}`;
}

/** Returns the description of an option, with the values that it accepts, unless its synopsis already has the only one. */
export function optionDescription({ about, value, words, templates = [], aliases, usual, many }: Option): string {
  const marked = words && [...words, ...templates].map((word) => (word === usual ? `${word} (default)` : word));
  const isShown = words?.length === 1 && words[0] === value;
  const lead = /[:;.]/.test(about) ? '; values: ' : ': ';
  const takes = marked && !isShown ? `${lead}${listed([...marked, ...aliasList(aliases)])}` : '';
  return `${about}${takes}${usual && !words ? `; default: ${usual}` : ''}${many ? '; repeatable' : ''}`;
}

function optionLines(name: string, option: Option): string[] {
  const head = `  ${optionSynopsis(name, option)}`;
  const lines = wrapped(optionDescription(option), column);
  return head.length < column - 1
    ? [head.padEnd(column) + (lines[0] ?? '').trimStart(), ...lines.slice(1)]
    : [head, ...lines];
}

/** Returns the lines of a command's `--help`. */
export function help({ name, usage, does, options, notes = [], examples, exit }: Row): string[] {
  const [done, problems, wrong] = exit;
  const codes = [`0: ${done}`, ...(problems === undefined ? [] : [`1: ${problems}`]), `2: ${wrong}`];
  const paragraphs = (all: readonly string[]) => all.flatMap((one) => ['', ...wrapped(one, 0)]);
  return [
    ...usage.map((one, i) => `${i === 0 ? 'Usage: ' : '       '}ocml ${name}${one === '' ? '' : ` ${one}`}`),
    ...paragraphs(does),
    ...(Object.keys(options).length > 0 ? [''] : []),
    ...Object.entries(options).flatMap(([one, option]) => optionLines(one, option)),
    ...paragraphs(notes),
    '',
    examples.length > 1 ? 'Examples:' : 'Example:',
    ...examples.flatMap(({ run, about }) => [`  ${run}`, ...wrapped(about, 6)]),
    '',
    ...wrapped(`Exit code ${codes.join('; ')}.`, 0),
  ];
}

/** Returns the lines of `ocml --help`. `commonCommands`: the names of the commands that are listed first. */
export function overview(table: Readonly<Record<string, Row>>, commonCommands: readonly string[]): string[] {
  const names = Object.keys(table);
  const widest = maximum(names.map((name) => name.length)) + 2;
  const entry = (name: string) => `  ${name.padEnd(widest)}${getOwn(table, name)?.about ?? ''}`;
  return [
    'Usage: ocml COMMAND [FILE | -]… [options]',
    '',
    ...wrapped(
      'Reads, checks and writes transcripts of language models: OpenChatML, Harmony, ChatML, Llama 3, and their JSON formats.',
      0,
    ),
    '',
    'Most used:',
    ...commonCommands.map(entry),
    '',
    'Other commands:',
    ...names.filter((name) => !commonCommands.includes(name)).map(entry),
    '',
    ...wrapped(
      'Exit code 0: success; 1: the input has problems, is incomplete or is rejected; 2: invalid usage, or a file cannot be read or written.',
      0,
    ),
    '',
    ...wrapped(
      'For help on a command, with examples, run ocml COMMAND --help. ocml --version (-V) prints the version, and the revision of the specification that it implements.',
      0,
    ),
  ];
}
