/** `ocml report`: prints statistics of a data set. */
import { isJsonDialect } from '../../documents/sniff.ts';
import type { JsonDialectId } from '../../grammar/index.ts';
import { namesOfRows } from '../dialects.ts';
import { mustDiffer } from '../files/distinct.ts';
import { listFiles } from '../files/list.ts';
import { beginFile } from '../files/new.ts';
import { mustNameInput, type Source, sourceOf } from '../files/source.ts';
import { printAside } from '../output.ts';
import { comparisonSections, differentRows, rowChanges } from '../report/compare.ts';
import { createInputCopies, type InputCopies } from '../report/copies.ts';
import { type ReportData, reportData } from '../report/data.ts';
import type { DuplicateIndex } from '../report/duplicates.ts';
import { type GatherOptions, gather } from '../report/gather.ts';
import { nearPairs } from '../report/near.ts';
import { nextRow, type RowKeys } from '../report/part.ts';
import type { ReportSpec } from '../report/report-stretch.ts';
import { beginSaved, mergeSaved } from '../report/saved.ts';
import { sections } from '../report/sections.ts';
import { type TrainingSpec, trainingData, trainingSpec } from '../report/training.ts';
import { formatOf, type ReportPage, writeReport } from '../report/write.ts';
import { NumberList } from '../rows/number-table.ts';
import { table } from '../table/index.ts';
import type { Values } from '../table/row.ts';
import { tokenizerPath } from '../tokenizer-path.ts';
import { vocabularyOf } from '../vocabulary.ts';
import { command } from './command.ts';

type Options = Values<typeof table.report.options>;

export const report = command(table.report, async (options, operands) => {
  const { 'stdin-filename': stdinFilename, output, counts } = options;
  let failed = false;
  const fail = (message: string) => {
    failed = true;
    void printAside([`ocml report: ${message}`]);
  };
  mustNameInput(operands, stdinFilename);
  const files = options.merge ? operands : listFiles(operands, (path, message) => fail(`${path}: ${message}`), isLines);
  mustDiffer({
    ...Object.fromEntries(files.map((file, i) => [i === 0 ? 'DATA' : `file ${i + 1}`, file])),
    '-o': output,
    '--counts': counts,
  });
  const sources = files.map((file) => sourceOf(file, stdinFilename));
  // If the output file exists and must not be replaced, the error is reported before anything is read.
  const fresh = output === undefined ? undefined : beginFile(output, options.force);
  try {
    const page = options.merge
      ? await merged(files, options)
      : options.compare
        ? await compared(sources, options)
        : await whole(sources, options, fail, () => failed);
    if (page) await writeReport(page, options.format ?? formatOf(output), fresh);
  } finally {
    await fresh?.close();
  }
  return failed ? 2 : 0;
});

/** Whether a file in a folder is read. Only files with one row per line are read, since a JSON file may contain anything. */
const isLines = (file: string): boolean => !/\.json$/i.test(file);
const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);

/**
 * Returns the report on the whole data set; undefined if nothing could be read, since the report would then claim that there are no rows.
 */
async function whole(
  sources: readonly Source[],
  options: Options,
  fail: (message: string) => void,
  hasFailed: () => boolean,
): Promise<ReportPage | undefined> {
  const vocabulary = vocabularyIn(options);
  const mask = maskIn(
    options,
    sources.map(({ file }) => file),
  );
  const saved = options.counts === undefined ? undefined : beginSaved(options.counts);
  const copies = createInputCopies();
  try {
    const keep = saved && { keep: (keys: RowKeys) => saved.keep(keys) };
    const { part, index } = await gather(sources, {
      dialect: options.dialect,
      training: options.training,
      vocabulary,
      mask,
      fail,
      copies,
      ...keep,
    });
    const name = vocabulary && vocabularyOf(vocabulary).name;
    if (hasFailed() && part.rows === 0) return undefined;
    const data = reportData({
      part,
      index,
      vocabulary: name,
      near: await nearIn(index, sources, options, copies),
      training: mask && (await trainingData(mask, part.masks)),
      forTraining: options.training,
    });
    if (hasFailed() && saved) fail(`--counts ${options.counts} was not written, because not everything was read`);
    else await saved?.finish(part, { vocabulary: name, training: mask, forTraining: options.training });
    return { title: `Report on ${part.files.map(nameOf).join(', ')}`, data, sections: sections(data) };
  } finally {
    await copies.close();
    await saved?.close();
  }
}

async function merged(files: readonly string[], options: Options): Promise<ReportPage> {
  const { part, index, vocabulary, training, forTraining } = await mergeSaved(files);
  const sources = part.files.map((file) => sourceOf(file, undefined));
  const data = reportData({
    part,
    index,
    vocabulary,
    near: await nearIn(index, sources, options),
    training: training && (await trainingData(training, part.masks)),
    forTraining,
  });
  return { title: `Report on ${part.files.map(nameOf).join(', ')}`, data, sections: sections(data) };
}

async function compared(sources: readonly Source[], options: Options): Promise<ReportPage> {
  const [one, other] = sources;
  if (one === undefined || other === undefined || sources.length !== 2)
    throw new Error('--compare takes two files, the earlier version and the later version');
  const vocabulary = vocabularyIn(options);
  const read = async (source: Source) => {
    const numbers = new NumberList();
    const keep = (keys: RowKeys) => {
      for (let at = 0; at < keys.length; at = nextRow(keys, at)) numbers.push(keys[at + 1] as number);
    };
    const refuse = (message: string) => {
      throw new Error(message);
    };
    const copies = createInputCopies();
    try {
      const gatherOptions: GatherOptions = {
        dialect: options.dialect,
        training: options.training,
        vocabulary,
        mask: undefined,
        fail: refuse,
        copies,
        keep,
      };
      const { part, index } = await gather([source], gatherOptions);
      const near = await nearIn(index, [source], options, copies);
      const name = vocabulary && vocabularyOf(vocabulary).name;
      const data = reportData({
        part,
        index,
        near,
        vocabulary: name,
        training: undefined,
        forTraining: options.training,
      });
      return { rows: differentRows(numbers.toArray()), data };
    } finally {
      await copies.close();
    }
  };
  const from = await read(one);
  const to = await read(other);
  const data = { rows: rowChanges(from.rows, to.rows), from: from.data, to: to.data };
  return {
    title: `From ${nameOf(one.file)} to ${nameOf(other.file)}`,
    data,
    sections: comparisonSections(data satisfies { from: ReportData }),
  };
}

/** Reads rows that may be near-duplicates again, and compares them. Returns undefined if an input cannot be read again. */
async function nearIn(
  index: DuplicateIndex,
  sources: readonly Source[],
  { dialect }: Options,
  copies: InputCopies = createInputCopies(),
) {
  if (!copies.isComplete(sources)) return undefined;
  const names = namesOfRows();
  const jsonDialectId: JsonDialectId = dialect !== 'auto' && isJsonDialect(dialect) ? dialect : 'json';
  return nearPairs(
    index.candidates,
    sources.map((source) => ({
      ...source,
      dialect: jsonDialectId,
      names: names(source.file),
      bytes: copies.read(source),
    })),
  );
}

function vocabularyIn({ encoding, tokenizer }: Options): ReportSpec['vocabulary'] {
  if (tokenizer !== undefined) return { encoding: 'o200k_base', tokenizer: tokenizerPath(tokenizer) };
  return encoding === undefined ? undefined : { encoding };
}

function maskIn({ template, tokenizer, trainer }: Options, files: readonly string[]): TrainingSpec | undefined {
  if (template === undefined) return undefined;
  if (tokenizer === undefined)
    throw new Error('--template needs --tokenizer FILE|FOLDER, the tokenizer.json of the model');
  const complain = (message: string) => void printAside([`ocml report: ${message}`]);
  return trainingSpec({ template, tokenizer, trainer }, files, complain);
}
