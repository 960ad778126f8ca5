/** Explains an output completely: the recognized output, the way in which its parser read it, and the model's probable intent. */

import { specialTokens } from '../model/reference/special-tokens.ts';
import { getOwn } from '../syntax/get-own.ts';
import type { Span } from '../syntax/span.ts';
import { decodeTokens, isSpecialId } from '../tokens/harmony.ts';
import { brokenArguments } from './broken-arguments.ts';
import { type Cause, causes, withoutOutput } from './causes.ts';
import type { Form } from './input/extracted-output.ts';
import type { Place } from './input/places.ts';
import { Recogniser } from './input/recognise.ts';
import { isToolForRole } from './mend.ts';
import { type Candidate, Outputs, type SaidError } from './outputs.ts';
import { parserNamed, parsers } from './parsers/index.ts';
import type { Format, Parsed, ParsedStretch, Parser, Stop } from './parsers/parser.ts';
import { isOfAnotherText, kindOf, wordsOf } from './quoted-error.ts';
import { callsAsAnswers, type Elsewhere, elsewhere, isReasoning } from './remarks.ts';
import { isFault, type OutputProblem, problemsOf, type Repaired, repair, repairProblems } from './repair.ts';
import { errorIn, errorsFor, type FoundError } from './server-errors.ts';
import { repairSilentFaults, silentFault } from './silent-faults.ts';
import { misspelledHeaderEnd, stopOf } from './stop.ts';
import { nothingFound, unreadToken } from './unread.ts';

export { parsers };

interface ExplainOptions {
  /**
   * The name of the parser; by default, the output determines the parser. If a name is given, an input without signs of an output is taken
   * as one whole output.
   */
  readonly parser?: string;
  /** The number of the output to explain, from 1. */
  readonly choose?: number;
}

export interface Explanation {
  readonly input: {
    readonly form: Form;
    readonly from: string;
    /** The line in which the output begins, from 1. */
    readonly line: number;
    /**
     * The number of this output, from 1. `outputs` is the number of all outputs, and `failing` is the number of outputs that fail.
     * `failingNumbers` has the numbers of the last outputs that fail.
     */
    readonly number: number;
    readonly outputs: number;
    readonly failing: number;
    readonly failingNumbers: readonly number[];
    readonly notes: readonly string[];
  };
  readonly output: string;
  readonly parser: { readonly name: string; readonly title: string; readonly format: Format };
  /** The server error found in the input. */
  readonly serverError?: { readonly text: string; readonly line: number; readonly server: string };
  readonly accepted: boolean;
  /** Whether the arguments of a call are not JSON. */
  readonly argumentsBroken: boolean;
  /** Whether the output is accepted, and its parser reads all of it as intended. */
  readonly complete: boolean;
  readonly made: readonly ParsedStretch[];
  readonly notes: readonly string[];
  readonly stop?: (Stop & WithPlace) & {
    /** The token at which the parser stops, as written in the output; empty at the end of the output. */
    readonly token: string;
    /** The word at fault, if it can be determined. */
    readonly word?: Span & { readonly text: string } & WithPlace;
    /** The position of the token in a list of tokens, from 1. */
    readonly position?: number;
  };
  readonly what?: string;
  readonly meant?: string;
  readonly todo?: string;
  /** The pages that explain the cause. */
  readonly pages: readonly string[];
  readonly problems: readonly (OutputProblem & WithPlace)[];
  readonly repaired?: Repaired & { readonly reads: string };
  /** For a rejected output: the other parsers of its format that accept it. */
  readonly acceptedBy: readonly string[];
  /** For an accepted output: the other parsers of its format that reject it or drop part of it. */
  readonly elsewhere: readonly Elsewhere[];
}

/** The position at which a stretch of the output begins in the input; undefined if the input does not contain the output word for word. */
interface WithPlace {
  readonly place?: Place;
}

/** The explanation of server errors in an input without an output. */
export interface ErrorExplanation {
  readonly errors: readonly {
    readonly text: string;
    readonly known: string;
    readonly server: string;
    /** Whether the error is about an output, not about the request. */
    readonly aboutOutput: boolean;
    readonly what: string;
    readonly meant?: string | undefined;
    readonly todo: string;
    readonly pages: readonly string[];
  }[];
}

/** Explains an input that arrives piece by piece. */
export class Explainer {
  private readonly outputs: Outputs;
  private readonly recogniser: Recogniser;
  /** The first token in the input that is used only by formats for which this project has no parser. */
  private unread: string | undefined;

  constructor(private readonly options: ExplainOptions = {}) {
    const parser = parserNamed(options.parser);
    this.outputs = new Outputs(parser, options.choose);
    this.recogniser = new Recogniser(this.outputs, parser !== undefined);
  }

  /** Takes the next piece of the input. Every piece except the last consists of whole lines. */
  push(piece: string): void {
    this.unread ??= unreadToken(piece);
    this.recogniser.push(piece);
  }

  /** Returns the explanation. Throws, with a message for users, if there is nothing to explain. */
  end(): Explanation | ErrorExplanation {
    this.recogniser.end();
    const { outputs } = this;
    const { chosen } = outputs;
    if (chosen !== undefined) return explanationOf(chosen, outputs);
    const { choose } = this.options;
    if (outputs.total > 0)
      throw new Error(
        `there is no output ${choose}: the input contains only ${outputs.total === 1 ? 'one' : outputs.total}`,
      );
    if (outputs.lastError !== undefined) return explainErrors([outputs.lastError]);
    throw new Error(`no model output was found: ${nothingFound(this.unread)}`);
  }
}

/** Explains an input that is available as a whole. */
export function explain(input: string, options: ExplainOptions = {}): Explanation | ErrorExplanation {
  const explainer = new Explainer(options);
  explainer.push(input);
  return explainer.end();
}

/** Explains a server's error text, which may be a whole log line or a part of a log line. Undefined if the error is unknown. */
export function explainError(text: string): ErrorExplanation | undefined {
  const errors = errorsFor(text);
  return errors.length === 0 ? undefined : explainErrors(errors);
}

function explainErrors(errors: readonly FoundError[]): ErrorExplanation {
  return {
    errors: errors.map((error) => {
      const { known, said } = error;
      const kind = kindOf(error);
      const cause = getOwn(causes, kind) as Cause;
      const what = [withToken(cause.what, said, kind), wordsOf(error, kind)].filter((one) => one !== '').join(' ');
      const aboutOutput = known.parser !== undefined;
      return {
        text: said,
        known: known.text,
        server: known.server,
        aboutOutput,
        ...cause,
        todo: withoutOutput(cause.todo),
        what,
      };
    }),
  };
}

/** Adds the text of the token whose number an error reports, unless the token is unknown or encodes only part of a character. */
function withToken(what: string, errorText: string, kind: string): string {
  const number = numbered.has(kind) ? /unexpected token (\d{1,6}) while/i.exec(errorText)?.[1] : undefined;
  if (number === undefined) return what;
  try {
    const { text } = decodeTokens([Number(number)]);
    const more = text === 'comment' ? ', the first token of `commentary`: usually a call' : '';
    return text.includes('\ufffd') ? what : `${what} Token ${number} is \`${text}\`${more}.`;
  } catch {
    return what;
  }
}
const numbered = new Set(['start-expected', 'start-missing']);

/**
 * Kinds of faults that are ignored in a reassembled output, since the model did not write the text at fault, such as the end token
 * of a call before further text.
 */
const madeUpFaults: ReadonlySet<string> = new Set(['call-terminator']);

function explanationOf(candidate: Candidate, outputs: Outputs): Explanation {
  const { found, parser, error, number } = candidate;
  const isArguments = found.form === 'arguments';
  const output = isArguments ? asCall(found.text) : found.text;
  const parsed = parser.read(output);
  const problems = problemsOf(output, parser.format, parsed.end).filter(
    ({ code }) => !(found.reassembled && madeUpFaults.has(code)),
  );
  const inside = parsed.accepted ? silentFault(output, parsed, parser.format) : undefined;
  const broken = parsed.accepted ? brokenArguments(parsed) : undefined;
  const fixed = parsed.stop
    ? repair(output, parser)
    : ((inside && repairSilentFaults(output, parser)) ??
      (problems.some(isFault) ? repairProblems(output, parser) : undefined));
  const callNotes = parsed.accepted ? callsAsAnswers(parsed, parser.format) : [];
  const refused = error !== undefined && parsed.accepted && isAbout(error, parser);
  const accepted = parsed.accepted && !refused;
  const stop = parsed.stop && stopOf(output, parsed.stop, problems, fixed?.first, found.starts);
  const placed = <T extends Span>(one: T): T & WithPlace => {
    const place = isArguments ? undefined : found.placeOf?.(one.start);
    return place === undefined ? one : { ...one, place };
  };
  const isEmpty = parsed.made.length > 0 && parsed.made.every(isReasoning);
  const kind =
    (stop && causeOf(output, stop)) ??
    inside?.kind ??
    (refused ? refusal(error, parsed) : undefined) ??
    broken ??
    (isEmpty ? 'only-reasoning' : undefined);
  const cause = kind === undefined ? undefined : getOwn(causes, kind);
  const repaired = fixed && { ...fixed, reads: stop ? reads(parser.read(fixed.text), stop) : '' };
  const pages = [
    ...new Set([
      ...problems
        .filter(isFault)
        .map(({ code }) => code)
        .slice(0, 3),
      ...(cause?.pages ?? []),
    ]),
  ];
  return {
    input: {
      form: found.form,
      from: found.from,
      line: found.line,
      number,
      outputs: outputs.total,
      failing: outputs.failing,
      failingNumbers: outputs.numbers,
      notes: [...found.notes, ...(isArguments ? [onlyArguments] : []), ...spelledOut(output, found.starts)],
    },
    output,
    parser: { name: parser.name, title: parser.title, format: parser.format },
    ...(error && { serverError: serverError(error) }),
    accepted,
    made: parsed.made,
    argumentsBroken: broken !== undefined || inside?.kind === 'end-tag-open' || stop?.json !== undefined,
    complete: accepted && parsed.notes.length + callNotes.length === 0 && inside === undefined && !isEmpty,
    notes: [
      ...new Set([...(parsed.remarks ?? []), ...parsed.notes, ...callNotes]),
      ...(error !== undefined && stop !== undefined && isOfAnotherText(error, stop) ? [differently(error)] : []),
    ],
    ...(stop && { stop: { ...placed(stop), ...(stop.word && { word: placed(stop.word) }) } }),
    ...(cause && { what: inside ? `${inside.says} ${cause.what}` : cause.what, todo: cause.todo }),
    ...(cause?.meant !== undefined && { meant: cause.meant }),
    pages: cause === undefined ? [] : pages,
    problems: problems.map(placed),
    ...(repaired && { repaired }),
    // Only some parsers check arguments, so acceptance by another parser shows nothing about the arguments.
    acceptedBy: stop === undefined || stop.kind.startsWith('arguments') ? [] : others(output, parser),
    elsewhere: parsed.accepted && found.form !== 'arguments' ? elsewhere(output, parser, parsed.notes) : [],
  };
}

/** Whether a parser accepts an output without a note, such as one about dropped parts. */
const readsAll = ({ accepted, notes }: Parsed) => accepted && notes.length === 0;

const others = (output: string, { name, format }: Parser) =>
  parsers
    .filter((one) => one.name !== name && one.format === format)
    .filter((one) => {
      const parsed = one.read(output);
      // Every parser accepts plain text as an answer, so a parser for models counts only if it finds the call.
      return readsAll(parsed) && (format !== 'model' || parsed.made.some(({ as }) => as === 'call'));
    })
    .map((one) => one.name);

/**
 * Returns the key in `causes` for a stop. The token, the header or the arguments that an error quotes may show a more specific
 * fault than the kind of the stop.
 */
function causeOf(output: string, stop: Stop): string {
  const { kind, start, text, quoted = '', json } = stop;
  if (kind === 'start-expected') {
    const errorKind = errorIn(text ?? '')?.known.kind ?? kind;
    return errorKind !== kind
      ? errorKind
      : (betweenMessages.find(([what]) => what.test(output.slice(start, start + 200)))?.[1] ?? kind);
  }
  if (kind === 'header-open' && misspelledHeaderEnd(output, stop)) return 'header-misspelled';
  if (kind === 'role-unknown' && quoted.startsWith('<|start|>')) return 'start-twice';
  if (kind === 'role-unknown' && quoted.includes('<|channel|>')) return 'channel-twice';
  if (kind === 'role-unknown' && isToolForRole(output, stop)) return 'tool-for-role';
  return kind === 'arguments' && json !== undefined && !/raw='\s*[{[]/.test(text ?? "raw='{")
    ? 'arguments-plain'
    : kind;
}

/** Patterns for the text between two messages, where `<|start|>` is expected. */
const betweenMessages: readonly [what: RegExp, cause: string][] = [
  [/^\s+(?:<\|start\|>|$)/, 'space-between'],
  [/^\s*(?:assistant|user|system|developer|tool)(?:<\||\sto=)/, 'start-bare'],
  [/^\s*(?:<\|(?:channel|message)\|>|to=\S|(?:analysis|commentary|final)<\|)/, 'start-missing'],
];

/** Whether a server's error comes from the given parser, or is not about an output. */
const isAbout = ({ known: { parser } }: SaidError, { name, builtOn }: Parser) =>
  parser === undefined || parser === name || parser === builtOn;

/** The key in `causes` for an output on which the server failed although the emulated parser accepts it. */
const refusal = ({ known }: SaidError, { mayFail = 'unexplained' }: Parsed) =>
  known.parser === undefined ? known.kind : mayFail;

const serverError = ({ said, line, known }: SaidError) => ({ text: said, line, server: known.server });

const differently = ({ line }: SaidError) =>
  `The server's error on line ${line} differs from this parser's error for the output. The server's error may be about another output, the text may differ from the model's output, or the server may run another version.`;
const onlyArguments =
  'The input contains only the arguments of a call, so they are read as a call to `functions.unknown`.';
const asCall = (body: string) =>
  `<|channel|>commentary to=functions.unknown <|constrain|>json<|message|>${body}<|call|>`;

/** Describes how the parser reads the repaired output from the point at which it gave up before the repair. */
const reads = ({ made }: Parsed, stop: Span & { from: number }): string =>
  made
    .filter(({ end }, i) => end > stop.from || i === made.length - 1)
    .slice(0, MAX_EXPLAINED_OUTPUTS)
    .map(describe)
    .join(', then ');
const MAX_EXPLAINED_OUTPUTS = 3;

export function describe({ as, who }: Pick<ParsedStretch, 'as' | 'who'>): string {
  const calls =
    as === 'call'
      ? `a call to ${who}`
      : as === 'message'
        ? `a message: ${who}`
        : as === 'lost'
          ? `dropped: ${who}`
          : who;
  return calls;
}

/** Returns a note if the text has a special token that the token list spells out with ordinary tokens. */
function spelledOut(output: string, starts: readonly number[] | undefined): string[] {
  if (starts === undefined) return [];
  const begins = new Map(starts.map((start, i) => [start, starts[i + 1] ?? output.length]));
  for (const { id, at, end } of specialTokens(output)) {
    if (isSpecialId(id) && begins.get(at) !== end)
      return [
        `\`${output.slice(at, end)}\` is spelled out with ordinary tokens, so the server's parser does not recognize it as a control token.`,
      ];
  }
  return [];
}
