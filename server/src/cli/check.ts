/** `ocml check`: the diagnostics of the editor, for files. */
import { parseArgs } from 'node:util';
import { type DialectId, dialects } from '../grammar/index.ts';
import { Checker } from '../rules/checker.ts';
import { rules } from '../rules/index.ts';
import { isLevel, severities } from '../rules/levels.ts';
import type { Level } from '../rules/rule.ts';
import { dialectOfFile } from '../syntax/dialect.ts';
import { Transcript } from '../syntax/transcript.ts';
import { type CheckedFile, type FileDiagnostic, formats } from './format.ts';
import { readInput, whyUnreadable } from './input.ts';

interface CheckOptions {
  readonly files: readonly string[];
  readonly dialect: DialectId | undefined;
  readonly strict: boolean;
  readonly levels: Record<string, Level>;
  readonly format: (files: readonly CheckedFile[]) => string;
  readonly maxWarnings: number;
}

/** Checks files and prints what is wrong. Gives the exit code; it is 2 if a file cannot be read, whatever else is found. */
export async function check(args: readonly string[]): Promise<number> {
  let options: CheckOptions;
  try {
    options = readOptions(args);
  } catch (error) {
    process.stderr.write(`ocml check: ${(error as Error).message}\n`);
    return 2;
  }
  const checked: CheckedFile[] = [];
  let unreadable = false;
  for (const file of options.files) {
    try {
      checked.push(await checkFile(file, options));
    } catch (error) {
      unreadable = true;
      process.stderr.write(`ocml check: ${file}: ${whyUnreadable(error)}\n`);
    }
  }
  process.stdout.write(options.format(checked));
  const count = (severity: string) =>
    checked.reduce((sum, { diagnostics }) => sum + diagnostics.filter((one) => one.severity === severity).length, 0);
  if (unreadable) return 2;
  return count('error') > 0 || count('warning') > options.maxWarnings ? 1 : 0;
}

async function checkFile(file: string, { dialect, strict, levels }: CheckOptions): Promise<CheckedFile> {
  const { text, invalidAt } = await readInput(file);
  const chosen = dialect ?? dialectOfFile(file);
  const transcript = new Transcript(file, 'ocml', 0, text, chosen === undefined ? {} : { dialect: chosen });
  const failures: string[] = [];
  const checker = new Checker(transcript, { strict, levels }, (code, error) =>
    failures.push(`rule ${code} failed: ${error}`),
  );
  const diagnostics: FileDiagnostic[] = checker.problems(Number.POSITIVE_INFINITY).problems.map((placed) => {
    const { code, severity, message, data, start, end } = placed.problem;
    const base = checker.offsetOf(placed);
    return {
      code,
      severity,
      message,
      range: checker.rangeOf(placed),
      offset: [base + start, base + end],
      ...(data && { data }),
    };
  });
  const encoding = levels['encoding-invalid'] ?? 'error';
  if (invalidAt !== undefined && encoding !== 'off') {
    const range = { start: transcript.positionAt(invalidAt), end: transcript.positionAt(invalidAt + 1) };
    const message = 'These bytes are not UTF-8, so readers see U+FFFD here. Save the file as UTF-8.';
    diagnostics.push({
      code: 'encoding-invalid',
      severity: encoding,
      message,
      range,
      offset: [invalidAt, invalidAt + 1],
    });
  }
  for (const failure of failures) process.stderr.write(`ocml check: ${file}: ${failure}\n`);
  const rank = ({ severity }: FileDiagnostic) => severities.indexOf(severity);
  diagnostics.sort((a, b) => a.offset[0] - b.offset[0] || rank(a) - rank(b));
  return { file, dialect: transcript.dialect, mode: transcript.harmony ? 'harmony' : 'native', diagnostics };
}

function readOptions(args: readonly string[]): CheckOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      dialect: { type: 'string', default: 'auto' },
      strict: { type: 'boolean', default: false },
      rule: { type: 'string', multiple: true, default: [] },
      format: { type: 'string', default: 'text' },
      'max-warnings': { type: 'string' },
    },
  });
  const dialect = dialects.find((name) => name === values.dialect);
  if (dialect === undefined && values.dialect !== 'auto') {
    throw new Error(`--dialect takes auto, ${dialects.join(', ')}; not ${values.dialect}`);
  }
  const format = formats[values.format];
  if (format === undefined)
    throw new Error(`--format takes ${Object.keys(formats).join(' or ')}; not ${values.format}`);
  const max = values['max-warnings'];
  if (max !== undefined && !/^\d+$/.test(max)) throw new Error(`--max-warnings takes a number; not ${max}`);
  return {
    files: positionals.length > 0 ? positionals : ['-'],
    dialect,
    strict: values.strict,
    levels: Object.fromEntries(values.rule.map(readRule)),
    format,
    maxWarnings: max === undefined ? Number.POSITIVE_INFINITY : Number(max),
  };
}

function readRule(setting: string): [string, Level] {
  const [code = '', level] = setting.split('=');
  if (!rules.some((rule) => rule.code === code)) throw new Error(`--rule: there is no rule ${code}`);
  if (!isLevel(level)) throw new Error(`--rule ${code}= takes ${severities.join(', ')} or off; not ${level}`);
  return [code, level];
}
