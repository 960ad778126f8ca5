/** An explanation as text: lines for a terminal or an editor, in which nothing acts. */
import { append } from '../syntax/lists.ts';
import { printable } from '../syntax/printable.ts';
import type { Span } from '../syntax/span.ts';
import { describe, type ErrorExplanation, type Explanation } from './explain.ts';
import type { Place } from './input/places.ts';
import { givesNothing } from './remarks.ts';

/** How wide a line is, in characters. */
const width = 100;
/** The most that is shown: messages before the stop, problems, and characters of a repaired text. */
const [MAX_REPORTED_CALLS, MAX_REPORTED_PROBLEMS, MAX_REPORTED_LENGTH] = [12, 10, 20_000];

/** Where the pages of the rules are found: the page of a code as people reach it. */
type PageOf = (code: string) => string;

/** The lines of an explanation; `options`: those of the command line are spoken of, which an editor does not have. */
export function report(explanation: Explanation | ErrorExplanation, pageOf: PageOf, options = true): string[] {
  return 'errors' in explanation ? reportErrors(explanation, pageOf) : reportOutput(explanation, pageOf, options);
}

function reportErrors({ errors }: ErrorExplanation, pageOf: PageOf): string[] {
  const more = 'With the model output, `ocml explain` shows where the fault is, and repairs it.';
  const parts = errors.map(({ text, server, what, meant, todo, pages, known }) => [
    ...paragraph('Error: ', text),
    ...(known === text || text.includes('…') ? [] : paragraph('Known as: ', known)),
    ...paragraph('From: ', `${server}.`),
    ...paragraph('What happened: ', what),
    ...(meant === undefined ? [] : paragraph('Likely intent: ', meant)),
    ...paragraph('What to do: ', todo),
    ...pagesLines(pages, pageOf),
    '',
  ]);
  return [...parts.flat(), ...(errors.some(({ aboutOutput }) => aboutOutput) ? paragraph('', more) : [])];
}

function reportOutput(explanation: Explanation, pageOf: PageOf, options: boolean): string[] {
  const { input, output, parser, accepted, stop, made, notes, what, meant, todo, repaired, serverError } = explanation;
  const lines: string[] = [];
  append(
    lines,
    paragraph(
      'Read as the output: ',
      `${input.from}${input.form === 'log' ? ' of the log' : ''}, ${count(output.length, 'character')}.`,
    ),
  );
  append(lines, paragraph('  begins: ', excerpt(output, 0, 80)));
  if (input.outputs > 1) append(lines, paragraph('', choice(explanation, options)));
  for (const note of input.notes) append(lines, paragraph('Note: ', note));
  append(lines, paragraph('Parser: ', `${parser.name}, ${parser.title}.`));
  if (serverError) append(lines, paragraph(`The server says, in line ${serverError.line}: `, serverError.text));
  lines.push('');
  if (stop === undefined) append(lines, paragraph('', accepted ? headline(explanation) : refused));
  else {
    const where = placeIn(explanation, stop, options);
    const position = stop.position === undefined ? '' : `, token ${stop.position} of the list`;
    lines.push(
      stop.text === undefined ? `${unread(stop.kind)}, at ${where}${position}.` : `Rejected at ${where}${position}:`,
    );
    append(lines, errorLines(stop.text ?? ''));
    append(lines, ['', ...marked(explanation, stop, options), '']);
  }
  if (made.length > 0) lines.push(stop === undefined ? 'What it read:' : 'Read up to this point:');
  const skipped = made.length - MAX_REPORTED_CALLS;
  if (skipped > 0) lines.push(`  … ${count(skipped, 'earlier message')}`);
  for (const one of made.slice(Math.max(0, skipped)))
    lines.push(`  ${cut(printable(describe(one)), 120)}: ${excerpt(one.text, 0, 70)}`);
  if (stop !== undefined && made.length === 0 && stop.kind !== handedOn)
    lines.push('Nothing was parsed before this point.');
  for (const note of notes.slice(0, 5)) append(lines, paragraph('Note: ', note));
  if (what !== undefined) append(lines, ['', ...paragraph('What happened: ', what)]);
  if (meant !== undefined) append(lines, paragraph('Likely intent: ', meant));
  append(lines, problemLines(explanation, options));
  if (repaired) append(lines, repairedLines(repaired, parser.name));
  else if (stop !== undefined) lines.push('', 'No fix makes the parser accept it.');
  if (explanation.acceptedBy.length > 0)
    append(lines, [
      '',
      ...paragraph(
        'Accepted by other parsers: ',
        `${explanation.acceptedBy.join(', ')}${options ? ' (to see how, use --parser NAME)' : ''}.`,
      ),
    ]);
  if (explanation.elsewhere.length > 0) append(lines, ['', ...elsewhereLines(explanation, options)]);
  if (todo !== undefined) append(lines, ['', ...paragraph('What to do: ', todo)]);
  append(lines, pagesLines(explanation.pages, pageOf));
  return lines;
}

/** The kind of a stop at which the server hands a call to the client as it is. */
const handedOn = 'model-arguments';

const unread = (kind: string): string =>
  kind === handedOn
    ? 'Silently read as a call whose arguments are not JSON'
    : 'Silently read as text instead of a call';

/** An error word for word. The reason may be at its end, after arguments of many lines. */
function errorLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const shown = lines.length > 3 ? [lines[0] as string, '…', lines.at(-1) as string] : lines;
  return shown.map((line) => `  ${inMiddle(printable(line))}`);
}

/** A long line without its middle. */
const inMiddle = (line: string) => (line.length > 600 ? `${line.slice(0, 400)}…${line.slice(-199)}` : line);

const refused = 'Not accepted: the server reports an error, although `ocml` reads the output without one.';

/** The meaning of acceptance by a parser: neither that there is something to show or to call, nor that it is what was meant. */
function headline(explanation: Explanation): string {
  const { made, complete, problems } = explanation;
  if (givesNothing(made)) return 'Accepted without an error, but the result has neither an answer nor a call.';
  if (!complete) return 'Accepted without an error, but not all of it arrives as intended: see the notes.';
  return problems.some(({ severity }) => severity === 'error')
    ? notIntended
    : explanation.elsewhere.length > 0
      ? 'Accepted, but other parsers read it differently: see below.'
      : 'Accepted.';
}

const notIntended =
  "The parser accepts this output, but it probably isn't what the model intended. See the findings below.";

function elsewhereLines({ elsewhere }: Explanation, options: boolean): string[] {
  return [
    `Other parsers${options ? ' (--parser)' : ''}:`,
    ...elsewhere.flatMap(({ parser, rejects, says }) =>
      paragraph(`  ${parser}: `, rejects ? `rejects it: ${cut(says, 200)}` : says, '    '),
    ),
  ];
}

function choice({ input: { number, outputs, failing, failingNumbers } }: Explanation, options: boolean): string {
  const numbers = failingNumbers.join(', ');
  const which = failing > failingNumbers.length ? `the last of them numbers ${numbers}` : `numbers ${numbers}`;
  const rejected = failing === 1 ? `number ${numbers}` : `${failing} of them, ${which}`;
  const verdict = failing === 0 ? 'The parser accepts all of them.' : `The parser rejects ${rejected}.`;
  return `The input has ${outputs} outputs. ${verdict} Output ${number} is explained here${options ? '; use --choose N for another' : ''}.`;
}

/** Problems that no server minds, where they are only information: an output without its stop token, and types of any name. */
const noFault = new Set(['E-STREAM-TRUNCATED', 'content-type-unknown']);

function problemLines(explanation: Explanation, options: boolean): string[] {
  const { problems, stop } = explanation;
  const told = problems.filter(
    ({ severity, code }) => severity !== 'hint' && !(severity === 'information' && noFault.has(code)),
  );
  if (told.length === 0) return [];
  const lines = ['', stop === undefined ? 'Findings of the checker:' : 'Problems, as in the editor:'];
  // If there are many, those around the place where the parser gave up.
  const near = stop === undefined ? 0 : told.findIndex(({ end }) => end >= stop.from);
  const from = Math.max(0, Math.min(near - 2, told.length - MAX_REPORTED_PROBLEMS));
  for (const problem of told.slice(from, from + MAX_REPORTED_PROBLEMS)) {
    const { severity, code, message } = problem;
    append(lines, paragraph(`  ${placeIn(explanation, problem, options)}: ${severity} ${code}: `, message, '    '));
  }
  if (told.length > MAX_REPORTED_PROBLEMS) lines.push(`  … ${told.length} in total; --format json lists the others`);
  return lines;
}

function repairedLines(
  { text, fixes, accepted, meant, reads }: NonNullable<Explanation['repaired']>,
  parser: string,
): string[] {
  const verdict = meant
    ? `${parser} accepts it`
    : accepted
      ? `${parser} accepts it, but it probably isn't what the model intended: other faults remain`
      : `${parser} gets further, but does not accept it yet`;
  const lines = ['', `Repaired (${verdict}):`];
  for (const fix of fixes) append(lines, paragraph('  - ', printable(fix), '    '));
  if (accepted && reads !== '') append(lines, paragraph('  It is read there as ', `${reads}.`, '    '));
  lines.push('');
  for (const line of text.slice(0, MAX_REPORTED_LENGTH).split('\n')) lines.push(`  ${printable(line)}`);
  if (text.length > MAX_REPORTED_LENGTH) lines.push('  … --format json has all of it');
  return lines;
}

function pagesLines(pages: readonly string[], pageOf: PageOf): string[] {
  return pages.length === 0 ? [] : ['', 'See also:', ...pages.map((code) => `  ${pageOf(code)}`)];
}

/**
 * A place for display: line and column from 1, in UTF-16 units. On the command line, they are those of the input, or it is said
 * that they are those of the output; an editor shows the output as a document.
 */
function placeIn(
  { output, input: { form } }: Explanation,
  { start, place }: { readonly start: number; readonly place?: Place },
  options: boolean,
): string {
  if (options && place !== undefined)
    return place.column === undefined ? `line ${place.line}` : `line ${place.line}, column ${place.column}`;
  const breaks = output.slice(0, start).split('\n');
  const words = `line ${breaks.length}, column ${(breaks.at(-1) as string).length + 1}`;
  return options && form !== 'text' ? `${words} of the output` : words;
}

/** The line where a parser stops, with the token (`^`) and the word at fault (`~`) marked below. */
function marked(explanation: Explanation, stop: NonNullable<Explanation['stop']>, options: boolean): string[] {
  const { output } = explanation;
  const { word } = stop;
  const begin = output.lastIndexOf('\n', stop.start - 1) + 1;
  const stops = output.indexOf('\n', stop.start);
  const end = stops < 0 ? output.length : stops;
  const isOther = word !== undefined && (word.start !== stop.start || word.end !== stop.end);
  const isNear = isOther && word.start >= begin && stop.start - word.start < width - 30;
  const from = Math.max(begin, Math.min(isNear ? word.start - 20 : stop.start - 50, stop.start));
  const to = Math.min(end, Math.max(from + width, stop.end));
  const head = from > begin ? '…' : '';
  const line = `  ${head}${printable(output.slice(from, to))}${to < end ? '…' : ''}`;
  const marks: string[] = [];
  const mark = ({ start, end: last }: Span, sign: string) => {
    const column = 2 + head.length + length(printable(output.slice(from, start)));
    const size = Math.max(1, length(printable(output.slice(start, Math.min(last, to)))));
    for (let i = 0; i < size; i++) marks[column + i] = sign;
  };
  mark(stop, '^');
  if (isNear) mark(word, '~');
  const below = Array.from(marks, (sign) => sign ?? ' ').join('');
  const where = stop.token !== '' ? 'the token' : stop.start < output.length ? 'the place' : 'the end,';
  const fault = `${word?.text.length === 1 ? 'character' : 'word'} at fault`;
  const legend = `  ^ ${where} where the parser stops${isNear ? `   ~ the ${fault}` : ''}`;
  const far =
    isOther && !isNear
      ? [`  The ${fault}, at ${placeIn(explanation, word, options)}: ${excerpt(word.text, 0, 60)}`]
      : [];
  return [line, below, legend, ...far];
}

const length = (text: string) => [...text].length;
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
const count = (number: number, what: string) => `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;

/** A piece of a text on one line. */
function excerpt(text: string, from: number, most: number): string {
  return cut(printable(text.slice(from, from + most + 1)), most);
}

/** A paragraph in lines of a width that can be read; those after the first are indented. */
function paragraph(head: string, text: string, indent = '  '): string[] {
  const lines: string[] = [];
  let line = head;
  for (const word of printable(text).split(' ')) {
    const isFirst = line === head || line === indent;
    if (!isFirst && line.length + word.length + 1 > width) {
      lines.push(line);
      line = indent + word;
    } else line += isFirst ? word : ` ${word}`;
  }
  return [...lines, line];
}
