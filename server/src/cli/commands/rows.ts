/** `ocml rows`: selects rows of a data set. The rows themselves do not change. */
import { createHash } from 'node:crypto';
import { whyUnreadable } from '../../files/regular.ts';
import { countOf, SPAN_SIZE } from '../../rows/row-piece.ts';
import { mustDiffer } from '../files/distinct.ts';
import { listFiles } from '../files/list.ts';
import { mustNameInput, type Source, sourceOf } from '../files/source.ts';
import { printAside } from '../output.ts';
import { progress } from '../progress.ts';
import { counted } from '../report/sections.ts';
import { headOf, rowPieces } from '../rows/read-row-pieces.ts';
import { type RowReading, readingOf } from '../rows/reading.ts';
import { chosenRows } from '../select/choice.ts';
import { levelsOfNamed, mustBeCodeOfRows } from '../select/codes.ts';
import { filterOf } from '../select/filter.ts';
import { nameOfPart, type RowOutput, rowOutput } from '../select/outputs.ts';
import { type Selected, type SelectSpec, type SelectStretch, selectStretch } from '../select/select-stretch.ts';
import { RowSpool } from '../select/spool.ts';
import { lineOf } from '../select/written-rows.ts';
import { table } from '../table/index.ts';
import type { Values } from '../table/row.ts';
import { orderedParallelMap } from '../threads.ts';
import { command } from './command.ts';

type Options = Values<typeof table.rows.options>;

export const rows = command(table.rows, async (options, operands) => {
  const { output, force, 'stdin-filename': stdinFilename } = options;
  let failed = false;
  const fail = (message: string) => {
    failed = true;
    void printAside([`ocml rows: ${message}`]);
  };
  mustNameInput(operands, stdinFilename);
  const files = listFiles(
    operands,
    (path, message) => fail(`${path}: ${message}`),
    (file) => !/\.json$/i.test(file),
  );
  const split = sharesIn(options.split);
  if (split.length > 0 && output === undefined)
    throw new Error('--split needs -o FILE, from which it derives the names of the parts');
  const names = split.length > 0 && output !== undefined ? split.map((_, i) => nameOfPart(output, i + 1)) : [output];
  mustDiffer({
    ...Object.fromEntries(files.map((file, i) => [i === 0 ? 'DATA' : `file ${i + 1}`, file])),
    ...Object.fromEntries(names.map((name, i) => [i === 0 ? '-o' : `part ${i + 1}`, name])),
  });
  // Unusable arguments are reported before anything is read.
  if (options.filter !== undefined) filterOf(options.filter);
  for (const flag of ['codes', 'without-codes'] as const)
    for (const code of options[flag]) mustBeCodeOfRows(flag, code);
  const outputs: RowOutput[] = [];
  const selection = new Selection(options);
  try {
    for (const name of names) outputs.push(rowOutput(name, force));
    progress.expect(files.length);
    for (const file of files) {
      try {
        if (!(await selection.take(sourceOf(file, stdinFilename), outputs[0] as RowOutput, fail))) break;
      } catch (error) {
        fail(whyUnreadable(error));
      }
      progress.step();
    }
    // If an input could not be read completely, no file is written, since the file would look complete.
    if (failed && output !== undefined) {
      await printAside([`ocml rows: ${names.join(', ')}: not written, because not everything was read`]);
      return 2;
    }
    const rowCounts = await selection.finish(split, outputs);
    for (const one of outputs) await one.finish();
    await printAside(selection.summary(rowCounts, names));
  } finally {
    for (const one of outputs) await one.close();
    await selection.close();
  }
  return failed ? 2 : 0;
});

function sharesIn(argument: string | undefined): number[] {
  if (argument === undefined) return [];
  const shares = argument.split(',').map((one) => (/^\d{1,6}(?:\.\d{1,6})?$/.test(one.trim()) ? Number(one) : 0));
  if (shares.length < 2 || shares.length > 100 || shares.some((share) => share <= 0))
    throw new Error(`--split takes two or more shares, such as 90,5,5; not ${argument}`);
  return shares;
}

/** The maximum number of rows that are remembered to find duplicates. */
const MAX_REMEMBERED = 8_000_000;

const limitOfDuplicates = (rows: number): string =>
  `ocml rows: --drop-duplicates remembers ${MAX_REMEMBERED.toLocaleString('en-US')} different rows, so duplicates of the ${counted(rows, 'other row')} may still be in the output. Split the file, or sort its lines with \`sort -u\``;

/** The maximum number of problem codes listed as reasons for omitted rows. */
const MAX_FAULTS = 10;

/** One run of the command over all files. */
class Selection {
  private read = 0;
  private unwanted = 0;
  private repeated = 0;
  /** The number of rows that are not remembered, so that later rows are not compared with them. */
  private unremembered = 0;
  private passed = 0;
  /** The number of omitted rows that have a problem, by the code of the problem. */
  private readonly faults = new Map<string, number>();
  private misfits = 0;
  private misfit: string | undefined;
  private readonly seen = new Set<string>();
  /** Storage for rows if the selection depends on rows that have not been read yet. */
  private readonly spool: RowSpool | undefined;

  constructor(private readonly options: Options) {
    const { sample, sort, split } = options;
    this.spool = sample !== undefined || sort !== undefined || split !== undefined ? new RowSpool() : undefined;
  }

  /** Selects rows from a file. Returns false if no further rows are needed. */
  async take(source: Source, output: RowOutput, complain: (message: string) => void): Promise<boolean> {
    let line = 0;
    for await (const selected of orderedParallelMap(this.stretches(source, complain), work)) {
      const count = countOf(selected);
      this.read += count;
      if (selected.misfit && this.misfit === undefined) {
        const { row, reason } = selected.misfit;
        this.misfit = `${source.file}:${(selected.isList ? line : 0) + row + 1}: ${reason}`;
      }
      this.misfits += selected.misfits;
      for (const [code, rows] of selected.reasons) this.faults.set(code, (this.faults.get(code) ?? 0) + rows);
      line += count;
      for (let i = 0; i < count; i++) if (!(await this.takeRow(selected, i, output))) return false;
    }
    return true;
  }

  private async takeRow(selected: Selected, i: number, output: RowOutput): Promise<boolean> {
    const { head, 'drop-duplicates': drops } = this.options;
    if (selected.wanted[i] !== 1) {
      this.unwanted++;
      return true;
    }
    if (drops && this.isRepeated(selected, i)) {
      this.repeated++;
      return true;
    }
    const row = lineOf(selected, i);
    this.passed++;
    if (this.spool) {
      this.spool.add(row, selected.sizes[i] as number);
      return true;
    }
    const isRead = await output.write(row);
    return isRead && (head === undefined || this.passed < head);
  }

  private isRepeated({ bytes, spans }: Selected, i: number): boolean {
    const row = bytes.subarray(spans[i * SPAN_SIZE], spans[i * SPAN_SIZE + 1]);
    // A row is dropped only if it is certainly a duplicate, so a short hash would not be enough.
    const key = createHash('sha256').update(row).digest().toString('latin1', 0, 16);
    if (this.seen.has(key)) return true;
    if (this.seen.size < MAX_REMEMBERED) this.seen.add(key);
    else this.unremembered++;
    return false;
  }

  private async *stretches({ path, file }: Source, complain: (message: string) => void): AsyncGenerator<SelectStretch> {
    const { options } = this;
    let spec: SelectSpec | undefined;
    for await (const { bytes, ...piece } of rowPieces(path, file)) {
      spec ??= {
        filter: options.filter,
        codes: options.codes,
        withoutCodes: options['without-codes'],
        sort: options.sort,
        withoutProblems: options['without-problems'],
        vocabulary: {
          encoding: options.encoding,
          ...(options.tokenizer !== undefined && { tokenizer: options.tokenizer }),
        },
        reading: this.checkedBy(readingOf(file, headOf({ ...piece, bytes }), options.dialect, complain)),
      };
      yield { ...piece, spec, bytes: new Uint8Array(bytes) };
    }
  }

  /** Turns on the codes named in the options, even if the project turns them off or `ocml check` reports them only for training rows. */
  private checkedBy(reading: RowReading): RowReading {
    const { codes, 'without-codes': without, training } = this.options;
    const { settings } = reading;
    const levels = levelsOfNamed([...codes, ...without], settings.levels);
    return { ...reading, settings: { ...settings, levels, training: training || settings.training === true } };
  }

  /** Writes the selected rows of the spool. Returns the number of rows in each output. */
  async finish(split: readonly number[], outputs: readonly RowOutput[]): Promise<number[]> {
    const { spool, options } = this;
    if (spool === undefined) return [this.passed];
    const { sample, seed, sort, reverse: isReversed, head } = options;
    const sizes = sort === undefined ? undefined : spool.sizes;
    const parts = chosenRows(spool.count, { sample, seed, sizes, isReversed, head, split });
    for (const [i, part] of parts.entries())
      for (const row of part) if (!(await outputs[i]?.write(spool.row(row)))) return parts.map(({ length }) => length);
    return parts.map(({ length }) => length);
  }

  summary(rowCounts: readonly number[], names: readonly (string | undefined)[]): string[] {
    const { read, unwanted, repeated, passed, misfits, misfit, options } = this;
    const total = rowCounts.reduce((sum, one) => sum + one, 0);
    const gone = [
      ...(unwanted > 0 ? [`${unwanted.toLocaleString('en-US')} by ${reasons(options)}${this.faultsInWords()}`] : []),
      ...(repeated > 0 ? [`${counted(repeated, 'duplicate')}`] : []),
      ...(passed > total
        ? [`${(passed - total).toLocaleString('en-US')} by ${options.sample === undefined ? '--head' : '--sample'}`]
        : []),
    ];
    const where = names.flatMap((name, i) =>
      name === undefined ? [] : [names.length > 1 ? `${(rowCounts[i] ?? 0).toLocaleString('en-US')} in ${name}` : name],
    );
    return [
      ...(this.unremembered > 0 ? [limitOfDuplicates(this.unremembered)] : []),
      ...(misfit === undefined
        ? []
        : [
            `ocml rows: --filter cannot be evaluated for ${counted(misfits, 'row')}, which ${misfits === 1 ? 'is' : 'are'} omitted; the first is ${misfit}`,
          ]),
      `${total.toLocaleString('en-US')} of ${counted(read, 'row')} written${where.length > 0 ? `: ${where.join(', ')}` : ''}${gone.length > 0 ? `; omitted: ${gone.join(', ')}` : ''}`,
    ];
  }

  /**
   * Returns the problems of omitted rows, most frequent first; an empty string if the user named a single problem, since it is then the
   * only reason.
   */
  private faultsInWords(): string {
    const { 'without-problems': isClean, 'without-codes': codes } = this.options;
    if (this.faults.size === 0 || (!isClean && codes.length < 2)) return '';
    const all = [...this.faults].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    const phrases = all.slice(0, MAX_FAULTS).map(([code, rows]) => `${code} in ${rows.toLocaleString('en-US')}`);
    return ` (${phrases.join(', ')}${all.length > phrases.length ? ', …' : ''})`;
  }

  async close(): Promise<void> {
    await this.spool?.close();
  }
}

function reasons({ filter, codes, 'without-codes': without, 'without-problems': isClean }: Options): string {
  const flags = [
    ...(filter === undefined ? [] : ['--filter']),
    ...(codes.length > 0 ? ['--codes'] : []),
    ...(without.length > 0 ? ['--without-codes'] : []),
    ...(isClean ? ['--without-problems'] : []),
  ];
  return flags.join(' and ');
}

const work = {
  script: 'select-worker.js',
  here: selectStretch,
  sizeOf: ({ bytes }: SelectStretch) => bytes.length,
  handedOver: ({ bytes }: SelectStretch) => [bytes.buffer],
  minSize: 4_000_000,
};
