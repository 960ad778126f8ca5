/** The arguments of `ocml check`. What is wrong with them is thrown, in words for the user. */
import { parseArgs } from 'node:util';
import { type MessageProfile, messageProfiles, profileNamed, type SequencePair } from '../../grammar/index.ts';
import { codes } from '../../rules/index.ts';
import { isLevel, type Levels, severities } from '../../rules/support/levels.ts';
import type { Level } from '../../rules/support/rule.ts';
import { own } from '../../syntax/own.ts';
import { isSequencePair } from '../../syntax/sequence-pair.ts';
import { type DialectFlag, readDialect } from '../dialects.ts';
import type { Format } from './formats/format.ts';
import { formats } from './formats/index.ts';

export interface CheckOptions {
  /** Files, folders, globs, and `-` for standard input. */
  readonly paths: readonly string[];
  /** Undefined if nothing is said of it. */
  readonly dialect: DialectFlag;
  readonly strict: boolean;
  readonly sequencePair: SequencePair | undefined;
  readonly profile: MessageProfile | undefined;
  readonly training: boolean;
  /** The chat template that rows are held against. */
  readonly template: string | undefined;
  /** Whether to apply what can be fixed safely. */
  readonly fix: boolean;
  readonly levels: Levels;
  readonly format: Format;
  readonly maxWarnings: number;
  /** What is found does not change the exit code: it says whether all was checked. */
  readonly exitZero: boolean;
  /** A file of known problems, which are not reported. */
  readonly baseline: string | undefined;
  /** Where all problems are written to as known ones. */
  readonly writeBaseline: string | undefined;
  /** The one configuration, none, or those that are found. */
  readonly config: string | false | undefined;
}

export function readOptions(args: readonly string[]): CheckOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      dialect: { type: 'string' },
      strict: { type: 'boolean', default: false },
      bos: { type: 'string' },
      eos: { type: 'string' },
      profile: { type: 'string' },
      template: { type: 'string' },
      training: { type: 'boolean', default: false },
      fix: { type: 'boolean', default: false },
      rule: { type: 'string', multiple: true, default: [] },
      format: { type: 'string', default: 'text' },
      request: { type: 'boolean', default: false },
      'max-warnings': { type: 'string' },
      'exit-zero': { type: 'boolean', default: false },
      baseline: { type: 'string' },
      'write-baseline': { type: 'string' },
      config: { type: 'string' },
      'no-config': { type: 'boolean', default: false },
    },
  });
  const format = own(formats, values.format);
  if (format === undefined) throw new Error(`--format takes ${Object.keys(formats).join(', ')}; not ${values.format}`);
  const max = values['max-warnings'];
  if (max !== undefined && !/^\d+$/.test(max)) throw new Error(`--max-warnings takes a number; not ${max}`);
  if (values.baseline !== undefined && values['write-baseline'] !== undefined)
    throw new Error('--baseline and --write-baseline exclude each other');
  const withoutConfig = values['no-config'];
  if (withoutConfig && values.config !== undefined) throw new Error('--config and --no-config exclude each other');
  return {
    paths: positionals.length > 0 ? positionals : ['-'],
    dialect: readDialect(values.dialect),
    strict: values.strict,
    sequencePair: readPair(values.bos, values.eos),
    profile: readProfile(values.profile),
    training: values.training,
    template: values.template,
    fix: values.fix,
    levels: {
      ...(values.request && { 'wire-not-request': 'information' as const }),
      ...Object.fromEntries(values.rule.map(readRule)),
    },
    format,
    maxWarnings: max === undefined ? Number.POSITIVE_INFINITY : Number(max),
    exitZero: values['exit-zero'],
    baseline: values.baseline,
    writeBaseline: values['write-baseline'],
    config: withoutConfig ? false : values.config,
  };
}

function readProfile(name: string | undefined): MessageProfile | undefined {
  const profile = profileNamed(name)?.name;
  if (name === undefined || profile !== undefined) return profile;
  throw new Error(`--profile takes ${messageProfiles.map((known) => known.name).join(', ')}; not ${name}`);
}

function readPair(begin: string | undefined, end: string | undefined): SequencePair | undefined {
  if (begin === undefined && end === undefined) return undefined;
  const pair = { begin, end };
  if (isSequencePair(pair)) return pair;
  throw new Error('--bos and --eos go together, and take tokens without spaces that are not tokens of OpenChatML');
}

function readRule(setting: string): [string, Level] {
  const [code = '', level] = setting.split('=');
  if (!codes.includes(code)) throw new Error(`--rule: there is no rule ${code}`);
  if (!isLevel(level)) throw new Error(`--rule ${code}= takes ${severities.join(', ')} or off; not ${level}`);
  return [code, level];
}
