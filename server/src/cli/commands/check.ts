/** `ocml check`: the diagnostics of the editor, for files. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSmall, whyUnreadable } from '../../files/regular.ts';
import { templateFiles } from '../../files/templates.ts';
import { type AnyDialectId, allDialects } from '../../grammar/index.ts';
import { largestConfig } from '../../project/bounds.ts';
import { chosenTemplate } from '../../project/chosen-template.ts';
import { type Chosen, Projects } from '../../project/projects.ts';
import type { Severity } from '../../rules/support/rule.ts';
import { Baseline } from '../check/baseline.ts';
import type { CheckTask } from '../check/file.ts';
import type { CheckedFile, Failure, Format } from '../check/formats/format.ts';
import { type CheckOptions, readOptions } from '../check/options.ts';
import { findingsIn } from '../check/pool.ts';
import { createProgress } from '../check/progress.ts';
import { isTranscript } from '../check/transcripts.ts';
import { nothingChosen, settledDialect } from '../dialects.ts';
import { listFiles } from '../files/list.ts';
import { placeOf } from '../files/replace.ts';
import { type Output, print, printAside, speaks, writeFailure } from '../output.ts';
import { type Command, wrapped } from './command.ts';

/**
 * Checks files and prints what is wrong. Gives the exit code; it is 2 if something could not be read or fixed, whatever
 * else is found.
 */
async function run(args: readonly string[]): Promise<number> {
  const failures: Failure[] = [];
  const fail = (message: string, file?: string) => {
    failures.push({ message, ...(file !== undefined && { file }) });
    void printAside([`ocml check: ${file === undefined ? '' : `${file}: `}${message}`]);
  };
  let options: CheckOptions;
  let tasks: readonly CheckTask[];
  let known: Baseline | undefined;
  try {
    options = readOptions(args);
    const settings = settingsOf(options, fail);
    const isOurs = (file: string) => isTranscript(file, settings(file).settled);
    const files = listFiles(options.paths, (path, message) => fail(message, path), isOurs);
    tasks = tasksFor(files, options, settings);
    if (options.baseline !== undefined) known = await Baseline.read(options.baseline);
    // What cannot be used is said once, and not for every file.
    for (const { template } of tasks) {
      if (template) await (await import('../check/template.ts')).rowChecker(template);
    }
  } catch (error) {
    fail((error as Error).message);
    return 2;
  }

  let incomplete = failures.length > 0;
  let files = 0;
  const counts: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  // The fixed text of standard input takes standard output.
  const report = options.fix && tasks.some(({ file }) => file === '-') ? printAside : print;
  const written = options.writeBaseline === undefined ? undefined : new Baseline();
  const formatter = (written ? silent : options.format).start();
  const progress = createProgress(tasks.length);
  await report(formatter.begin);
  /** The file that is printed. */
  let open: CheckedFile | undefined;
  for await (const finding of findingsIn(tasks)) {
    const outputs: Output[] = [];
    if ('diagnostics' in finding) {
      const { checked } = finding;
      for (const one of finding.diagnostics) written?.add(one);
      const diagnostics = known ? finding.diagnostics.filter((one) => !known?.knows(one)) : finding.diagnostics;
      if (open === undefined) outputs.push(formatter.open(checked));
      open = checked;
      outputs.push(formatter.diagnostics(diagnostics, checked));
      for (const { severity } of diagnostics) counts[severity]++;
    } else {
      if (open !== undefined) outputs.push(formatter.close());
      open = undefined;
      if (finding.failures.length > 0) progress.clear();
      for (const message of finding.failures) fail(message, finding.file);
      if (finding.unreadable || finding.unfixed) incomplete = true;
      if (!finding.unreadable) files++;
    }
    if (outputs.some(speaks) && process.stdout.isTTY) progress.clear();
    // Nobody reads on after `head`.
    if (!(await report(...outputs))) break;
    if (open === undefined) progress.step();
  }
  progress.clear();
  await report(formatter.end({ files, counts, failures }));
  if (written && options.writeBaseline !== undefined) {
    try {
      await written.write(options.writeBaseline);
    } catch (error) {
      fail(`--write-baseline ${options.writeBaseline}: ${whyUnreadable(error)}`);
      return 2;
    }
    const { total } = written;
    await print([
      `${total} ${total === 1 ? 'problem is' : 'problems are'} known from now on, with --baseline ${options.writeBaseline}`,
    ]);
    return incomplete ? 2 : 0;
  }
  const lost = writeFailure();
  if (lost !== undefined) fail(`the report cannot be written: ${lost}`);
  if (incomplete || lost !== undefined) return 2;
  return !options.exitZero && (counts.error > 0 || counts.warning > options.maxWarnings) ? 1 : 0;
}

interface Settings {
  readonly chosen: Chosen;
  /** The dialect that somebody chose, or the file's name. */
  readonly settled: AnyDialectId | undefined;
}

/** What holds for a file: what the flags say, or else what its project says. */
function settingsOf({ config, dialect }: CheckOptions, fail: (message: string) => void): (file: string) => Settings {
  if (typeof config === 'string') mustExist(config);
  const only = typeof config === 'string' ? resolve(config) : undefined;
  const read = (path: string) => readSmall(path, largestConfig);
  const projects = new Projects({ read, complain: (message) => fail(message), only });
  return (file) => {
    const chosen = config === false ? nothingChosen : projects.settingsFor(resolve(file), nothingChosen);
    return { chosen, settled: settledDialect(file, dialect, chosen.dialect) };
  };
}

/** Every file with what holds for it. */
function tasksFor(files: readonly string[], options: CheckOptions, settings: (file: string) => Settings): CheckTask[] {
  const { strict, sequencePair, profile, training, levels, format, fix, template } = options;
  const targets = new Set<string>();
  return files.flatMap((file) => {
    const place = fix ? placeOf(file) : undefined;
    // Links to one file: it is fixed once.
    if (place && targets.has(place.target)) return [];
    if (place) targets.add(place.target);
    const { chosen, settled } = settings(file);
    return {
      file,
      ...(settled !== undefined && { dialect: settled }),
      strict: strict || chosen.strict,
      sequencePair: sequencePair ?? chosen.sequencePair,
      profile: profile ?? chosen.profile,
      training: training || chosen.training,
      levels: chosen.levels,
      extraTokens: chosen.extraTokens,
      ...templateFor(template, chosen),
      forced: levels,
      details: format.details,
      keyed: options.baseline !== undefined || options.writeBaseline !== undefined,
      fix: place,
    };
  });
}

/** The template of the command line, or the one that the project of a file has chosen, by its path there. */
function templateFor(flag: string | undefined, chosen: Chosen): Pick<CheckTask, 'template'> {
  const argument = flag ?? chosenTemplate(chosen, templateFiles.real);
  return argument === undefined ? {} : { template: { argument, custom: chosen.customTemplates ?? {} } };
}

function mustExist(config: string): void {
  try {
    statSync(config);
  } catch (error) {
    throw new Error(`--config ${config}: ${whyUnreadable(error)}`);
  }
}

/** Prints nothing. */
const silent: Format = {
  details: false,
  start: () => ({ begin: [], open: () => [], diagnostics: () => [], close: () => [], end: () => [] }),
};

const usage = `Usage: ocml check [FILE | FOLDER | 'GLOB' | -]… [options]

Checks transcripts and prints what is wrong with them. Reads standard input for -, or without arguments.

  --dialect D            ${wrapped(['auto (default)', ...allDialects])}
  --strict               raise what the specification demands but no one writes
  --profile PROFILE       what message lists are for: openai, anthropic or template
  --training              rows to train on: what spoils one counts more
  --bos TOKEN --eos TOKEN
                         what begins and ends a sequence of ChatML, besides [BOS] … [EOS] and <s> … </s>
  --request              note ChatML on the wire that leaves nothing to complete
  --template T           what a chat template rejects of rows to train on, leaves out of the prompt or alters; T is as for
                         ocml render
  --rule CODE=SEVERITY   error, warning, information, hint or off; repeatable
  --format F             text (default), json, sarif or github
  --fix                  apply the fixes that leave every meaning as it is, then report what remains;
                         for -, the text goes to standard output and the report to standard error
  --max-warnings N       fail with more than N warnings
  --write-baseline FILE  write all problems to FILE as known ones, and print none
  --baseline FILE        print only what is not in FILE: by code, message and text, so that rows may move
  --exit-zero            exit code 0 whatever is found, so that it says only whether all was checked
  --config FILE          one configuration, in place of every .ocmlrc.json and .ocmlrc.yaml that is found
  --no-config            no configuration

Exit code: 0 clean, 1 errors found or too many warnings, 2 wrong usage or configuration, or a file that cannot be read
or fixed.`;

export const check: Command = { usage, run };
