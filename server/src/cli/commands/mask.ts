/** `ocml mask`: shows which parts of a data set a trainer trains on. */
import { whyUnreadable } from '../../files/regular.ts';
import type { RowText } from '../../rows/row-piece.ts';
import type { Severity } from '../../rules/support/rule.ts';
import { Baseline } from '../check/baseline.ts';
import { Counts } from '../check/counts.ts';
import type { CheckedFile, FileDiagnostic, Formatter } from '../check/formats/format.ts';
import { formats } from '../check/formats/index.ts';
import { merge } from '../check/merge.ts';
import { mustDiffer } from '../files/distinct.ts';
import { listFiles } from '../files/list.ts';
import { beginFile, type NewFile } from '../files/new.ts';
import { sourceOf } from '../files/source.ts';
import { maskFormats } from '../mask/formats.ts';
import { readSpec } from '../mask/mask-options.ts';
import { rowGroups } from '../mask/mask-rows.ts';
import { maskStretch, type Stretch, type StretchMasks } from '../mask/mask-stretch.ts';
import { loadProfile, type MaskSpec } from '../mask/profile.ts';
import { showRow } from '../mask/show-row.ts';
import { summaryData, summaryLines } from '../mask/summary.ts';
import { addTotals, noTotals, type Totals } from '../mask/totals.ts';
import { wholeFileFindings } from '../mask/whole-file.ts';
import { type Output, print, printAside, writeDocument } from '../output.ts';
import { progress } from '../progress.ts';
import { table } from '../table/index.ts';
import type { Values } from '../table/row.ts';
import { orderedParallelMap } from '../threads.ts';
import { command } from './command.ts';

type Options = Values<typeof table.mask.options>;

/** The maximum number of findings per file that are printed in text. */
const MAX_PROBLEMS = 50;

export const mask = command(table.mask, async (options, operands) => {
  const maxWarnings = options['max-warnings'] ?? Number.POSITIVE_INFINITY;
  const exitZero = options['exit-zero'];
  if (options.merge) {
    const format = options.format === 'json' ? formats.json : formats.text;
    return merge({ paths: operands, counts: options.counts, format, exitZero, maxWarnings });
  }
  let failed = false;
  const fail = (message: string) => {
    failed = true;
    void printAside([`ocml mask: ${message}`]);
  };
  const complain = (message: string) => void printAside([`ocml mask: ${message}`]);
  const files = listFiles(
    operands.length > 0 ? operands : ['-'],
    (path, message) => fail(`${path}: ${message}`),
    // In a folder, only files with rows on lines are read: a JSON file may contain anything.
    (file) => !/\.json$/i.test(file),
  );
  const spec = readSpec(options, files, complain);
  mustDiffer({
    ...Object.fromEntries(files.map((file, i) => [i === 0 ? 'FILE' : `file ${i + 1}`, file])),
    '--labels': options.labels === '-' ? undefined : options.labels,
    '--counts': options.counts,
    '--write-baseline': options['write-baseline'],
  });
  if (options.row !== undefined) return showOne(files[0] ?? '-', options.row, spec);
  if (options.compare) return (await import('../mask/compare.ts')).compareMasks(files[0] ?? '-', spec);
  const run = new Run(options, spec);
  try {
    await run.begin();
    progress.expect(files.length);
    for (const file of files) {
      try {
        await run.file(file);
      } catch (error) {
        fail(whyUnreadable(error));
      }
      progress.step();
    }
    await run.end(failed);
  } finally {
    await run.close();
  }
  if (failed) return 2;
  const { error, warning } = run.counts;
  return !exitZero && (error > 0 || warning > maxWarnings) ? 1 : 0;
});

/** One run of the command over all files. */
class Run {
  readonly counts: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  private readonly formatter: Formatter;
  private readonly totals: Totals = noTotals();
  private readonly found: Counts | undefined;
  private readonly written: Baseline | undefined;
  private known: Baseline | undefined;
  private labels: NewFile | undefined;
  private first = '';
  private read = 0;

  constructor(
    private readonly options: Options,
    private readonly spec: Omit<MaskSpec, 'first'>,
  ) {
    this.written = options['write-baseline'] === undefined ? undefined : new Baseline();
    this.found = options.counts === undefined ? undefined : new Counts();
    const format = this.written ? maskFormats.jsonl : maskFormats[options.format];
    this.formatter = format.start({ maxProblems: options['max-problems'] ?? MAX_PROBLEMS });
  }

  /** Whether labels are printed on standard output, so that everything else goes to standard error. */
  private get isAside(): boolean {
    return this.options.labels === '-';
  }

  private async report(...outputs: readonly Output[]): Promise<boolean> {
    return this.isAside ? printAside(...outputs) : print(...outputs);
  }

  async begin(): Promise<void> {
    const { baseline, labels } = this.options;
    // Unusable arguments are reported before anything is read.
    await loadProfile({ ...this.spec, first: '' });
    if (baseline !== undefined) this.known = await Baseline.read(baseline);
    if (labels !== undefined && labels !== '-') this.labels = beginFile(labels, this.options.force);
    await this.report(this.formatter.begin);
  }

  async file(operand: string): Promise<void> {
    const { path, file } = sourceOf(operand, undefined);
    const groups = rowGroups(path, file);
    const about: CheckedFile = { file, dialect: 'messages', mode: 'native' };
    const totals = noTotals();
    let opened = false;
    let last = 0;
    for await (const masks of orderedParallelMap(
      this.stretches(groups, (line) => (last = line)),
      work,
    )) {
      if (!opened) await this.report(this.formatter.open(about));
      opened = true;
      addTotals(totals, masks.totals);
      await this.take(masks, about);
    }
    if (!opened) await this.report(this.formatter.open(about));
    this.read++;
    const { profile } = await loadProfile({ ...this.spec, first: this.first });
    await this.add(wholeFileFindings(totals, this.spec.levels, profile), about);
    await this.report(this.formatter.close());
    this.found?.done(last + 1);
    addTotals(this.totals, totals);
  }

  private async *stretches(
    groups: AsyncIterable<readonly RowText[]>,
    at: (line: number) => void,
  ): AsyncGenerator<Stretch> {
    let spec: MaskSpec | undefined;
    for await (const rows of groups) {
      spec ??= { ...this.spec, first: rows[0]?.text ?? '' };
      if (this.first === '') this.first = spec.first;
      at(rows.at(-1)?.line ?? 0);
      yield { spec, rows };
    }
  }

  private async take({ diagnostics, labels, reports }: StretchMasks, about: CheckedFile): Promise<void> {
    if (labels !== '') {
      if (this.labels) this.labels.write(labels);
      else await writeDocument(labels);
    }
    if (reports !== '') await this.report({ json: reports });
    await this.add(diagnostics, about);
  }

  private async add(diagnostics: readonly FileDiagnostic[], about: CheckedFile): Promise<void> {
    for (const one of diagnostics) this.written?.add(one);
    const newDiagnostics = diagnostics.filter((one) => this.known?.knows(one) !== true);
    for (const one of newDiagnostics) {
      this.counts[one.severity]++;
      this.found?.add(one);
    }
    if (newDiagnostics.length > 0) await this.report(this.formatter.diagnostics(newDiagnostics, about, 0));
  }

  async end(failed: boolean): Promise<void> {
    const { format, counts, 'write-baseline': baseline } = this.options;
    await this.report(this.formatter.end({ files: this.read, counts: this.counts, failures: [] }));
    const { profile } = await loadProfile({ ...this.spec, first: this.first });
    const data = JSON.stringify(summaryData(profile, this.totals, this.spec.sources));
    if (format === 'json' && this.written === undefined) await this.report({ json: `,\n"summary": ${data}}\n` });
    else if (format === 'jsonl') await this.report({ json: `{"summary":${data}}\n` });
    else if (format === 'text') await this.report(summaryLines(profile, this.totals, this.spec.sources));
    else await printAside(summaryLines(profile, this.totals, this.spec.sources));
    await this.labels?.finish();
    if (this.found && counts !== undefined) {
      if (failed) await printAside([`ocml mask: --counts ${counts} was not written, because not everything was read`]);
      else await this.found.write(counts);
    }
    if (this.written && baseline !== undefined) {
      await this.written.write(baseline);
      const { total } = this.written;
      await printAside([
        `Recorded ${total} known ${total === 1 ? 'problem' : 'problems'}. To report only new ones, use --baseline ${baseline}`,
      ]);
      this.counts.error = 0;
      this.counts.warning = 0;
    }
  }

  async close(): Promise<void> {
    await this.labels?.close();
  }
}

const work = {
  script: 'mask-worker.js',
  here: maskStretch,
  sizeOf: ({ rows }: Stretch) => rows.reduce((sum, { text }) => sum + text.length, 0),
  // This thread can process about as many characters as this while another thread loads the tokenizer.
  minSize: 1_000_000,
  // Each thread keeps a tokenizer in memory. With this limit, V8 collects garbage when the heap is twice the size of its live data. With a
  // higher limit, the heap would grow to four times that size.
  memory: { maxOldGenerationSizeMb: 2000 },
};

/** Shows the prompt of one row. */
async function showOne(operand: string, rowNumber: number, spec: Omit<MaskSpec, 'first'>): Promise<number> {
  const { path, file } = sourceOf(operand, undefined);
  let count = 0;
  let first: string | undefined;
  for await (const rows of rowGroups(path, file)) {
    for (const row of rows) {
      first ??= row.text;
      if (++count < rowNumber) continue;
      const { masker, diagnosed } = await import('../mask/one-row.ts').then(({ oneRow }) =>
        oneRow({ ...spec, first: first ?? '' }),
      );
      const masked = masker.row(row.text);
      await showRow(masked);
      await print(diagnosed(masked, row).map(({ severity, code, message }) => `${severity} ${code}: ${message}`));
      return 0;
    }
  }
  throw new Error(`${file}: there is no row ${rowNumber}; the file has ${count} ${count === 1 ? 'row' : 'rows'}`);
}
