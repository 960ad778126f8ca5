/** Divides an explanation into parts, which a terminal shows as lines, and an editor as a page. The wording for both is defined here. */
import type { Replacement } from '../fixes/proof/replacement.ts';
import { printable } from '../syntax/printable.ts';
import { describe, type ErrorExplanation, type Explanation } from './explain.ts';
import { givesNothing } from './remarks.ts';
import type { Part, Piece, Section } from './report-part.ts';
import { count, cut, excerpt, placeIn, placeParts } from './report-place.ts';
import { refine } from './word-difference.ts';

/** The maximum numbers of messages before the stop, of problems, and of characters of a repaired text that are shown. */
const [MAX_REPORTED_CALLS, MAX_REPORTED_PROBLEMS, MAX_REPORTED_LENGTH] = [12, 10, 20_000];

/** Returns the URL of the page for a code. */
type PageOf = (code: string) => string;

/** The parts of an explanation. `options`: whether the parts mention command-line options, which an editor does not have. */
export function partsOf(explanation: Explanation | ErrorExplanation, pageOf: PageOf, options: boolean): Part[] {
  return 'errors' in explanation ? errorParts(explanation, pageOf) : outputParts(explanation, pageOf, options);
}

const gap: Part = { kind: 'gap' };
const section = (name: Section): Part => ({ kind: 'section', section: name });
const heading = (text: string): Part => ({ kind: 'heading', text });
const paragraph = (lead: string, text: string, more: Partial<Extract<Part, { kind: 'paragraph' }>> = {}): Part => ({
  kind: 'paragraph',
  lead,
  text,
  ...more,
});
const item = { indent: '    ' };

function errorParts({ errors }: ErrorExplanation, pageOf: PageOf): Part[] {
  const more = 'If you have the model output, pass it to `ocml explain` to see where the fault is, and to repair it.';
  const parts = errors.map(({ text, server, what, meant, todo, pages, known }) => [
    section('verdict'),
    paragraph('Error: ', text, { isQuoted: true }),
    ...(known === text || text.includes('…') ? [] : [paragraph('Known as: ', known)]),
    paragraph('From: ', `${server}.`),
    section('cause'),
    paragraph('What happened: ', what),
    ...(meant === undefined ? [] : [paragraph('Likely intent: ', meant)]),
    section('todo'),
    paragraph('What to do: ', todo),
    ...pageParts(pages, pageOf),
    gap,
  ]);
  const isOfOutput = errors.some(({ aboutOutput }) => aboutOutput);
  return [...parts.flat(), ...(isOfOutput ? [section('todo'), paragraph('', more)] : [])];
}

function outputParts(explanation: Explanation, pageOf: PageOf, options: boolean): Part[] {
  const { what, meant, todo, acceptedBy } = explanation;
  const names = acceptedBy.join(', ');
  const accepting = `${names}${options ? ' (to see how, use --parser NAME)' : ''}.`;
  const cause = [
    ...(what === undefined ? [] : [gap, paragraph('What happened: ', what)]),
    ...(meant === undefined ? [] : [paragraph('Likely intent: ', meant)]),
  ];
  return [
    ...inputParts(explanation, options),
    ...verdictParts(explanation, options),
    ...readParts(explanation),
    ...(cause.length > 0 ? [section('cause'), ...cause] : []),
    ...problemParts(explanation, options),
    ...repairParts(explanation, options),
    section('others'),
    ...(acceptedBy.length > 0 ? [gap, paragraph('Accepted by other parsers: ', accepting)] : []),
    ...elsewhereParts(explanation, options),
    ...(todo === undefined ? [] : [section('todo'), gap, paragraph('What to do: ', todo)]),
    ...pageParts(explanation.pages, pageOf),
  ];
}

function inputParts(explanation: Explanation, options: boolean): Part[] {
  const { input, output, parser, serverError } = explanation;
  const from = `${input.from}${input.form === 'log' ? ' of the log' : ''}, ${count(output.length, 'character')}.`;
  return [
    section('input'),
    paragraph('Read as the output: ', from),
    paragraph('  begins: ', excerpt(output, 0, 80), { isQuoted: true }),
    ...(input.outputs > 1 ? [paragraph('', choice(explanation, options))] : []),
    ...input.notes.map((note) => paragraph('Note: ', note)),
    paragraph('Parser: ', `${parser.name}, ${parser.title}.`),
    ...(serverError
      ? [paragraph(`Server error on line ${serverError.line}: `, serverError.text, { isQuoted: true })]
      : []),
    gap,
  ];
}

function verdictParts(explanation: Explanation, options: boolean): Part[] {
  const { stop, accepted } = explanation;
  if (stop === undefined) {
    const [text, isFault] = accepted ? headline(explanation) : [refused, true];
    return [section('verdict'), { kind: 'verdict', text, isFault }];
  }
  const where = placeIn(explanation, stop, options);
  const position = stop.position === undefined ? '' : `, token ${stop.position} of the list`;
  const text =
    stop.text === undefined ? `${unread(stop.kind)}, at ${where}${position}.` : `Rejected at ${where}${position}:`;
  return [
    section('verdict'),
    { kind: 'verdict', text, isFault: true },
    { kind: 'error', lines: errorLines(stop.text ?? '') },
    gap,
    ...placeParts(explanation, stop, options),
    gap,
  ];
}

function readParts({ made, stop, notes }: Explanation): Part[] {
  const skipped = made.length - MAX_REPORTED_CALLS;
  const isUnread = stop !== undefined && made.length === 0 && stop.kind !== handedOn;
  return [
    section('read'),
    ...(made.length > 0 ? [heading(stop === undefined ? 'Read by the parser:' : 'Read up to this point:')] : []),
    ...(skipped > 0 ? [paragraph('  … ', `${count(skipped, 'earlier message')}`)] : []),
    ...made.slice(Math.max(0, skipped)).map(
      (one): Part => ({
        kind: 'line',
        lead: `  ${cut(printable(describe(one)), 120)}: `,
        text: excerpt(one.text, 0, 70),
      }),
    ),
    ...(isUnread ? [paragraph('', 'Nothing was parsed before this point.')] : []),
    ...notes.slice(0, 5).map((note) => paragraph('Note: ', note)),
  ];
}

/** The kind of stop at which the server passes a call to the client unchanged. */
const handedOn = 'model-arguments';

const unread = (kind: string): string =>
  kind === handedOn
    ? 'Silently read as a call whose arguments are not JSON'
    : 'Silently read as text instead of a call';

/** The lines of an error, word for word. The reason for the error may be at its end, after many lines of arguments. */
function errorLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const shownLines = lines.length > 3 ? [lines[0] as string, '…', lines.at(-1) as string] : lines;
  return shownLines.map((line) => inMiddle(printable(line)));
}

/** Shortens a long line in the middle. */
const inMiddle = (line: string) => (line.length > 600 ? `${line.slice(0, 400)}…${line.slice(-199)}` : line);

const refused = 'Not accepted: the server reports an error, although `ocml` reads the output without one.';

/**
 * The verdict on an accepted output, and whether the output is still at fault. It may have nothing to show or to call, or the parser may
 * read it differently than the model meant it.
 */
function headline(explanation: Explanation): [text: string, isFault: boolean] {
  const { made, complete, problems } = explanation;
  if (givesNothing(made)) return ['Accepted without an error, but the result has neither an answer nor a call.', true];
  if (!complete) return ['Accepted without an error, but some parts do not arrive as intended: see the notes.', true];
  if (problems.some(({ severity }) => severity === 'error')) return [notIntended, true];
  return [
    explanation.elsewhere.length > 0 ? 'Accepted, but other parsers read it differently: see below.' : 'Accepted.',
    false,
  ];
}

const notIntended =
  "The parser accepts this output, but it probably isn't what the model intended. See the problems below.";

function elsewhereParts({ elsewhere }: Explanation, options: boolean): Part[] {
  if (elsewhere.length === 0) return [];
  return [
    gap,
    heading(`Other parsers${options ? ' (--parser)' : ''}:`),
    ...elsewhere.map(({ parser, rejects, says }) =>
      paragraph(`  ${parser}: `, rejects ? `rejects it: ${cut(says, 200)}` : says, item),
    ),
  ];
}

function choice({ input: { number, outputs, failing, failingNumbers } }: Explanation, options: boolean): string {
  const numbers = failingNumbers.join(', ');
  const which = failing > failingNumbers.length ? `the last ones are ${numbers}` : `outputs ${numbers}`;
  const rejected = failing === 1 ? `output ${numbers}` : `${failing} of them (${which})`;
  const verdict = failing === 0 ? 'The parser accepts all of them.' : `The parser rejects ${rejected}.`;
  return `The input contains ${outputs} outputs. ${verdict} Output ${number} is explained here${options ? '; use --choose N for another' : ''}.`;
}

/**
 * Codes of problems that no server reports as long as their severity is only `information`: a missing stop token at the end of the
 * output, and unknown content types.
 */
const noFault = new Set(['E-STREAM-TRUNCATED', 'content-type-unknown']);

function problemParts(explanation: Explanation, options: boolean): Part[] {
  const { problems, stop } = explanation;
  const reportedProblems = problems.filter(
    ({ severity, code }) => severity !== 'hint' && !(severity === 'information' && noFault.has(code)),
  );
  if (reportedProblems.length === 0) return [];
  // If there are many problems, those around the parser's stop are shown.
  const near = stop === undefined ? 0 : reportedProblems.findIndex(({ end }) => end >= stop.from);
  const from = Math.max(0, Math.min(near - 2, reportedProblems.length - MAX_REPORTED_PROBLEMS));
  const others = options ? '; --format json lists all of them' : '; the document shows all of them';
  return [
    section('problems'),
    gap,
    heading(stop === undefined ? 'Problems found by the checker:' : 'Problems, as in the editor:'),
    ...reportedProblems.slice(from, from + MAX_REPORTED_PROBLEMS).map((problem) => {
      const { severity, code, message, start } = problem;
      const lead = `  ${placeIn(explanation, problem, options)}: ${severity} ${code}: `;
      return paragraph(lead, message, { ...item, start, severity });
    }),
    ...(reportedProblems.length > MAX_REPORTED_PROBLEMS
      ? [paragraph('  … ', `${reportedProblems.length} in total${others}`)]
      : []),
  ];
}

function repairParts({ output, stop, repaired, parser: { name: parser } }: Explanation, options: boolean): Part[] {
  if (repaired === undefined)
    return stop === undefined
      ? []
      : [section('repair'), gap, paragraph('', 'No fix makes the parser accept the output.')];
  const { text, fixes, accepted, meant, reads } = repaired;
  const verdict = meant
    ? `${parser} accepts it`
    : accepted
      ? `${parser} accepts it, but other faults remain, so it probably isn't what the model intended`
      : `${parser} gets further, but does not accept it yet`;
  const isCut = text.length > MAX_REPORTED_LENGTH;
  const shownText = text.slice(0, MAX_REPORTED_LENGTH);
  return [
    section('repair'),
    gap,
    heading(`Repaired (${verdict}):`),
    ...fixes.map((fix) => paragraph('  - ', printable(fix), item)),
    ...(accepted && reads !== '' ? [paragraph('  This parser reads it as ', `${reads}.`, item)] : []),
    gap,
    { kind: 'repaired', text: shownText, ...(!options && !isCut && { pieces: changes(output, text) }) },
    ...(isCut
      ? [paragraph('  … ', options ? '--format json gives the complete text' : 'Only the beginning is shown.')]
      : []),
  ];
}

/** Merges two texts into pieces: text in both, text only in the first, and text only in the second. */
function changes(before: string, after: string): Piece[] {
  const replacement: Replacement = { start: 0, end: before.length, text: after };
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end, text } of refine(before, [replacement])) {
    pieces.push({ text: before.slice(at, start) });
    pieces.push({ text: before.slice(start, end), mark: 'removed' }, { text, mark: 'added' });
    at = end;
  }
  pieces.push({ text: before.slice(at) });
  return pieces.filter(({ text }) => text !== '').map(({ text, ...more }) => ({ text: visible(text), ...more }));
}

/** Makes invisible characters in a text visible, except for line breaks. */
const visible = (text: string) => text.split('\n').map(printable).join('\n');

function pageParts(pages: readonly string[], pageOf: PageOf): Part[] {
  if (pages.length === 0) return [];
  return [
    section('pages'),
    gap,
    heading('See also:'),
    ...pages.map((code): Part => ({ kind: 'page', code, address: pageOf(code) })),
  ];
}
