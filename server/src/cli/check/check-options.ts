/** The arguments of `ocml check`. Errors in them are thrown with a message for the user. */
import type { MessageProfile, SequencePair } from '../../grammar/index.ts';
import { codes } from '../../rules/index.ts';
import { isLevel, type Levels, severities } from '../../rules/support/levels.ts';
import type { Level } from '../../rules/support/rule.ts';
import { isSequencePair } from '../../syntax/sequence-pair.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import type { DialectFlag } from '../dialects.ts';
import { mustNameInput } from '../files/source.ts';
import type { table } from '../table/index.ts';
import type { Values } from '../table/row.ts';
import type { Format } from './formats/format.ts';
import { checkFormats } from './formats/index.ts';
import { statistics } from './formats/statistics.ts';

export interface CheckOptions {
  /** Files, folders, globs, and `-` for standard input. */
  readonly paths: readonly string[];
  readonly stdinFilename: string | undefined;
  readonly dialect: DialectFlag;
  readonly strict: boolean;
  readonly sequencePair: SequencePair | undefined;
  readonly profile: MessageProfile | undefined;
  readonly training: boolean;
  /**
   * The chat template that rows are checked against.
   */
  readonly template: string | undefined;
  /** Whether to apply the safe fixes. */
  readonly fix: boolean;
  /** Whether to print the changes that the safe fixes would make, instead of making them. */
  readonly diff: boolean;
  readonly levels: Levels;
  readonly format: Format;
  /** The maximum number of problems printed for a file; see `FormatOptions`. */
  readonly maxProblems: number;
  /** Whether the source line of each problem is printed below it. */
  readonly showSource: boolean;
  /** Whether only errors are printed. */
  readonly quiet: boolean;
  readonly maxWarnings: number;
  /** Whether the exit code is 0 despite problems, so that it only shows whether everything was checked. */
  readonly exitZero: boolean;
  /** A file of known problems, which are not reported. */
  readonly baseline: string | undefined;
  /** The file to which all problems are written as known problems. */
  readonly writeBaseline: string | undefined;
  /** Whether standard input is JSON Lines, regardless of its first line. */
  readonly lines: boolean;
  /** The file to which the totals are written. */
  readonly counts: string | undefined;
  /** Whether the paths are files of totals to add up. */
  readonly merge: boolean;
  /** The only configuration to use; false for none; undefined to search for them. */
  readonly config: string | false | undefined;
}

/**
 * The default maximum number of problems printed for one file. With the summary and the notes on unprinted problems, the output has fewer
 * than 60 lines.
 */
const MAX_PRINTED_PROBLEMS = 50;

export function readOptions(values: Values<typeof table.check.options>, operands: readonly string[]): CheckOptions {
  const { rule, request, format, 'max-warnings': most, config } = values;
  if (values['show-source'] && format !== 'text') throw new Error('--show-source works only with --format text');
  if (values.diff && format !== 'text') throw new Error('--diff works only with --format text');
  const chosen: Format = values.statistics ? statistics : checkFormats[format];
  const paths = operands.length > 0 ? operands : ['-'];
  mustNameInput(paths, values['stdin-filename']);
  return {
    ...values,
    paths,
    stdinFilename: values['stdin-filename'],
    sequencePair: readPair(values.bos, values.eos),
    levels: {
      ...(request && { 'wire-not-request': 'information' as const }),
      ...Object.fromEntries(rule.map(readRule)),
    },
    format: chosen,
    fix: values.fix && !values.diff,
    lines: values.lines || chosen.byLine === true,
    maxProblems: values['max-problems'] ?? MAX_PRINTED_PROBLEMS,
    maxWarnings: most ?? Number.POSITIVE_INFINITY,
    showSource: values['show-source'],
    exitZero: values['exit-zero'],
    writeBaseline: values['write-baseline'],
    config: values['no-config'] ? false : config,
  };
}

function readPair(begin: string | undefined, end: string | undefined): SequencePair | undefined {
  if (begin === undefined && end === undefined) return undefined;
  const pair = { begin, end };
  if (isSequencePair(pair)) return pair;
  throw new Error(
    '--bos and --eos must be used together, and take tokens without spaces that are not OpenChatML tokens',
  );
}

function readRule(setting: string): [string, Level] {
  const [code = '', level] = setting.split('=');
  const levels = `${severities.join(', ')} or off`;
  if (!codes.includes(code)) {
    const near = closest(code, codes);
    throw new Error(`--rule: there is no rule ${code}${near ? `; did you mean ${near}?` : ''}`);
  }
  if (level === undefined) throw new Error(`--rule takes CODE=SEVERITY, as in ${code}=off. SEVERITY is ${levels}`);
  if (!isLevel(level)) throw new Error(`--rule ${code}= takes ${levels}, not ${level}`);
  return [code, level];
}
