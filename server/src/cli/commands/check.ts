/** `ocml check`: prints the diagnostics of files, which are the same as in the editor. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { templateFiles } from '../../files/local-templates.ts';
import { absolute } from '../../files/names.ts';
import { readSmall, whyUnreadable } from '../../files/regular.ts';
import type { AnyDialectId } from '../../grammar/index.ts';
import { packingOf } from '../../packed/names.ts';
import { MAX_CONFIG_SIZE } from '../../project/bounds.ts';
import { chosenTemplate } from '../../project/chosen-template.ts';
import { type Chosen, Projects } from '../../project/projects.ts';
import type { Severity } from '../../rules/support/rule.ts';
import { Baseline } from '../check/baseline.ts';
import { type CheckOptions, readOptions } from '../check/check-options.ts';
import { Counts } from '../check/counts.ts';
import { diffForTerminal } from '../check/diff/terminal-diff.ts';
import { FixableCount } from '../check/fixable-count.ts';
import type { CheckedFile, Failure, Format } from '../check/formats/format.ts';
import { merge } from '../check/merge.ts';
import { findingsIn } from '../check/pool.ts';
import { withMask } from '../check/project-mask.ts';
import type { CheckTask } from '../check/task.ts';
import { isTranscript, textEndings } from '../check/transcripts.ts';
import { dialectOfProject, nothingChosen, settledDialect } from '../dialects.ts';
import { locateFiles } from '../files/list.ts';
import { projectPath } from '../files/pipes.ts';
import { placeOf } from '../files/replace.ts';
import { sourceOf } from '../files/source.ts';
import {
  isForReading,
  type Output,
  outputWidth,
  print,
  printAll,
  printAllAside,
  printAside,
  writeDocument,
} from '../output.ts';
import { progress } from '../progress.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';

/**
 * Checks files and prints the problems in them. Returns the exit code, which is 2 if something could not be read or fixed, regardless of
 * the problems found.
 */
export const check = command(table.check, async (values, operands) => {
  const failures: Failure[] = [];
  const fail = (message: string, file?: string) => {
    failures.push({ message, ...(file !== undefined && { file }) });
    void printAside([`ocml check: ${file === undefined ? '' : `${file}: `}${message}`]);
  };
  const options = readOptions(values, operands);
  if (options.merge) return merge(options);
  const settings = settingsOf(options, fail);
  const isOurs = (file: string) => {
    const { settled, chosen } = settings(file);
    return isTranscript(file, settled, chosen.rowNames);
  };
  const files = locateFiles(options.paths, (path, message) => fail(message, path), isOurs, textEndings).map(
    ({ file }) => file,
  );
  const tasks: CheckTask[] = [];
  for (const task of tasksFor(files, options, settings)) tasks.push(await withMask(task, settings(task.file).chosen));
  const baseline = options.baseline === undefined ? undefined : await Baseline.read(options.baseline);
  // An unusable template is reported once here instead of for every file.
  for (const { template } of tasks) {
    const note = template && (await (await import('../check/template.ts')).prepared(template));
    if (note !== undefined) void printAside([`ocml check: ${note}`]);
  }
  for (const { mask } of tasks) if (mask) await (await import('../check/masks.ts')).prepareMask(mask);

  let incomplete = failures.length > 0;
  let read = 0;
  const counts: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  const fixable = new FixableCount();
  // If the fixed text of standard input is printed on standard output, everything else goes to standard error.
  const report = options.diff || (options.fix && tasks.some(({ path }) => path === '-')) ? printAllAside : printAll;
  const newBaseline = options.writeBaseline === undefined ? undefined : new Baseline();
  const formatter = (newBaseline ? silent : options.diff ? withoutSum(options.format) : options.format).start(options);
  /** The files that `--fix` would change. */
  const changed = new Set<string>();
  const totals = options.counts === undefined ? undefined : new Counts();
  progress.expect(tasks.length);
  let lines = 0;
  await report([formatter.begin]);
  /** The file being printed. */
  let open: CheckedFile | undefined;
  for await (const finding of findingsIn(tasks)) {
    const outputs: Output[] = [];
    if ('diff' in finding) {
      changed.add(finding.file);
      const { diff } = finding;
      if (!(await (isForReading() ? print(diffForTerminal(diff, outputWidth())) : writeDocument(diff)))) break;
      continue;
    }
    if ('diagnostics' in finding) {
      const { checked } = finding;
      for (const one of finding.diagnostics) newBaseline?.add(one);
      const diagnostics = baseline ? finding.diagnostics.filter((one) => !baseline?.knows(one)) : finding.diagnostics;
      if (open === undefined) outputs.push(formatter.open(checked));
      open = checked;
      lines = finding.lines;
      const printed = options.quiet ? diagnostics.filter(({ severity }) => severity === 'error') : diagnostics;
      outputs.push(formatter.diagnostics(printed, checked, lines));
      for (const one of diagnostics) {
        counts[one.severity]++;
        fixable.add(one);
        totals?.add(one);
      }
    } else {
      if (open !== undefined) outputs.push(formatter.close());
      open = undefined;
      for (const message of finding.failures) fail(message, finding.file);
      if (finding.unreadable || finding.unfixed) incomplete = true;
      if (!finding.unreadable) read++;
      totals?.done(lines);
      fixable.endFile();
      lines = 0;
    }
    // The program that reads the output has ended, as `head` does.
    if (!(await report(outputs))) {
      incomplete ||= totals !== undefined;
      break;
    }
    if (open === undefined) progress.step();
  }
  await report([formatter.end({ files: read, counts, fixable: fixable.sum, failures })]);
  if (totals && options.counts !== undefined) {
    if (incomplete) fail(`--counts ${options.counts} was not written, because not everything was checked`);
    else await totals.write(options.counts);
  }
  if (newBaseline && options.writeBaseline !== undefined) {
    try {
      await newBaseline.write(options.writeBaseline);
    } catch (error) {
      fail(`--write-baseline ${options.writeBaseline}: ${whyUnreadable(error)}`);
      return 2;
    }
    const { total } = newBaseline;
    await print([
      `Recorded ${total} known ${total === 1 ? 'problem' : 'problems'}. To report only new ones, use --baseline ${options.writeBaseline}`,
    ]);
    return incomplete ? 2 : 0;
  }
  if (changed.size > 0 && !options.quiet)
    await printAside([`${changed.size} ${changed.size === 1 ? 'file' : 'files'} would be changed by --fix`]);
  if (incomplete) return 2;
  return !options.exitZero && (changed.size > 0 || counts.error > 0 || counts.warning > options.maxWarnings) ? 1 : 0;
});

interface Settings {
  readonly chosen: Chosen;
  /** The dialect chosen for the file, or the one that its name determines. */
  readonly settled: AnyDialectId | undefined;
}

/** Returns a function that finds the settings for a file: those of the flags, or otherwise those of the file's project. */
function settingsOf({ config, dialect }: CheckOptions, fail: (message: string) => void): (file: string) => Settings {
  if (typeof config === 'string') mustExist(config);
  const only = typeof config === 'string' ? resolve(config) : undefined;
  const read = (path: string) => readSmall(path, MAX_CONFIG_SIZE);
  const projects = new Projects({ read, complain: (message) => fail(message), only });
  return (file) => {
    const chosen = config === false ? nothingChosen : projects.settingsFor(absolute(projectPath(file)), nothingChosen);
    const inProject = dialect === undefined ? dialectOfProject(chosen, fail, file) : undefined;
    return { chosen, settled: settledDialect(file, dialect, inProject) };
  };
}

/** Returns a task for every file, with the settings of the file. */
function tasksFor(files: readonly string[], options: CheckOptions, settings: (file: string) => Settings): CheckTask[] {
  const {
    strict,
    sequencePair,
    profile,
    training,
    levels,
    format,
    fix,
    diff,
    template,
    lines: byLine,
    stdinFilename,
  } = options;
  const targets = new Set<string>();
  return files.flatMap((operand) => {
    const { path, file } = sourceOf(operand, stdinFilename);
    const place = fix || diff ? placeOf(path) : undefined;
    // If several links lead to one file, the file is fixed only once.
    if (place && targets.has(place.target)) return [];
    if (place) targets.add(place.target);
    const { chosen, settled } = settings(file);
    return {
      file,
      path,
      ...(settled !== undefined && { dialect: settled }),
      strict: strict || chosen.strict,
      sequencePair: sequencePair ?? chosen.sequencePair,
      profile: profile ?? chosen.profile,
      training: training || chosen.training,
      levels: chosen.levels,
      extraTokens: chosen.extraTokens,
      ...(chosen.customTemplates && { customTemplates: chosen.customTemplates }),
      ...(chosen.rowNames && { rowNames: chosen.rowNames }),
      ...templateFor(template, chosen),
      forced: levels,
      details: format.details,
      excerpts: options.showSource,
      byLine,
      tries: format.tellsFixable && !fix && !diff && packingOf(path) === undefined ? MAX_TRIES : undefined,
      keyed: options.baseline !== undefined || options.writeBaseline !== undefined,
      fix: fix ? place : undefined,
      diff,
    };
  });
}

/** Returns the template from the command line, or the template that the configuration of the file's project names. */
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

/** The maximum number of problems per file for which fixes are tried. A try takes less than a millisecond, unless a message is long. */
const MAX_TRIES = 200;

/** Returns the format without the summary at the end, for `--diff`, which does not search for problems. */
const withoutSum = (format: Format): Format => ({
  ...format,
  start: (options) => ({ ...format.start(options), end: () => [] }),
});

const silent: Format = {
  details: false,
  start: () => ({ begin: [], open: () => [], diagnostics: () => [], close: () => [], end: () => [] }),
};
