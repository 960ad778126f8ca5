/** A thread that computes masks: for the row that a user views, and for all rows in order to find problems. */
import type { NamedTrainer, TrainingSetting } from '../../../../protocol/trainings.ts';
import { openNamed } from '../../documents/document.ts';
import type { AnyDialectId } from '../../grammar/index.ts';
import { documentRows, rowAt } from '../../mask/document-rows.ts';
import type { MaskFinding } from '../../mask/findings.ts';
import { type LensStretch, lensOf } from '../../mask/lens.ts';
import { lengthRule, type Masker, type MaskProfile, maskerOf } from '../../mask/mask.ts';
import type { OptionValue } from '../../mask/options.ts';
import { withRemedy } from '../../mask/remedies.ts';
import { firstRowOf } from '../../mask/row.ts';
import { IGNORED } from '../../mask/sequence.ts';
import { trainers } from '../../mask/trainers/index.ts';
import { maskLevel } from '../../rules/mask.ts';
import { type Levels, levelsFor } from '../../rules/support/levels.ts';
import type { Severity } from '../../rules/support/rule.ts';
import { headerValues } from '../../syntax/document-header/values.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import { isStopped, serveJobs } from '../workshop/port.ts';
import { createProfiles, type TrainingNames } from './profiles.ts';

interface OfDocument {
  readonly uri: string;
  readonly text: string;
  readonly dialect: AnyDialectId | undefined;
  /** The names of fields and roles in the rows of the document. */
  readonly rowNames: RowNames | undefined;
  /** Whether to include the hidden messages of a transcript. */
  readonly debug: boolean;
  readonly names: TrainingNames;
  readonly levels: Levels;
}

/** A task that shows how a row is trained: the row on a line or, if `number` is present, the one with that number, counted from 1. */
export interface LensTask extends OfDocument {
  readonly kind: 'lens';
  readonly line: number;
  readonly number?: number;
}
/** A task that finds the problems in the masks of all rows. */
export interface ProblemsTask extends OfDocument {
  readonly kind: 'problems';
}
/**
 * A task that finds the next finding after an offset, or the previous one if `step` is negative. `inRows`: whether to
 * skip the current row.
 */
export interface NextTask extends OfDocument {
  readonly kind: 'next';
  readonly offset: number;
  readonly step: number;
  readonly inRows: boolean;
}
export interface TrainersTask {
  readonly kind: 'trainers';
}
export type Task = LensTask | ProblemsTask | NextTask | TrainersTask;

/** A finding, with UTF-16 offsets in the document. */
export interface PlacedFinding {
  readonly code: string;
  readonly message: string;
  readonly severity: Severity;
  readonly start: number;
  readonly end: number;
}

export interface LensSequence {
  readonly part?: string;
  readonly tokens: number;
  readonly length: number;
  readonly trained: number;
  readonly stretches: readonly LensStretch[];
}

export interface LensAnswer {
  readonly setting: TrainingSetting;
  readonly sequences: readonly LensSequence[];
  readonly findings: readonly PlacedFinding[];
  readonly notes: readonly string[];
  readonly row?: {
    readonly number: number;
    readonly count: number;
    readonly start: number;
    readonly end: number;
    readonly previous?: number;
    readonly next?: number;
  };
  /** The reason why there is nothing to show. */
  readonly error?: string;
}

let current = 0;
const unwanted = () => isStopped(current);
const profileOf = createProfiles(unwanted);

/**
 * The masker that was used last, with the profile and the first row on which it depends. `findings` caches the findings of that masker, by
 * the text of the row.
 */
let cachedMasker: { readonly profile: MaskProfile; readonly first: string; readonly masker: Masker } | undefined;
let findings = new Map<string, readonly MaskFinding[]>();

function maskerFor(profile: MaskProfile, first: string): Masker {
  if (cachedMasker?.profile === profile && cachedMasker.first === first) return cachedMasker.masker;
  cachedMasker = { profile, first, masker: maskerOf(profile, first) };
  findings = new Map();
  return cachedMasker.masker;
}

const openOf = ({ uri, text, dialect, rowNames }: OfDocument) => openNamed(uri, text, dialect, rowNames);
type Opened = ReturnType<typeof openOf>;

function levelsOf({ levels }: OfDocument, { header }: Opened): Levels {
  return levelsFor({ levels }, header && headerValues(header));
}

function placed(
  all: readonly MaskFinding[],
  levels: Levels,
  { trainer }: MaskProfile,
  placeOf: (finding: MaskFinding) => readonly [number, number],
): PlacedFinding[] {
  return all.flatMap((finding) => {
    const severity = maskLevel(finding.code, levels, finding.severity);
    if (severity === 'off') return [];
    const [start, end] = placeOf(finding);
    return { code: finding.code, severity, message: withRemedy(finding, trainer.name), start, end };
  });
}

async function lens(task: LensTask): Promise<LensAnswer> {
  const profile = await profileOf(task.names);
  const setting = settingOf(profile, task.names);
  const document = openOf(task);
  const rowSource = documentRows(document, task.debug);
  if (typeof rowSource === 'string') return { setting, sequences: [], findings: [], notes: [], error: rowSource };
  const { rows, isDataSet } = rowSource;
  const at =
    task.number === undefined
      ? rowAt(rows, document.offsetAt({ line: task.line + 1, character: 0 }) - 1)
      : Math.min(Math.max(1, task.number), rows.length) - 1;
  const [row, first] = [rows[at], rows[0]];
  if (row === undefined || first === undefined) throw new Error('There is no row here yet.');
  const masked = maskerFor(profile, first.text).row(row.text);
  findings.set(row.text, masked.findings);
  const firstRow = firstRowOf(first.text);
  const notes = [
    ...(masked.refused === undefined ? [] : [`The trainer stops at this row: ${masked.refused}`]),
    ...(masked.dropped === undefined ? [] : [`The trainer drops this row: ${masked.dropped}`]),
    ...(masked.unmade === undefined ? [] : [`There is no mask: ${masked.unmade}.`]),
    ...(masked.uncertain === undefined ? [] : [`There is no mask: ${masked.uncertain}`]),
  ];
  const sequences = masked.sequences.map((sequence): LensSequence => {
    const { part, ids, length, labels, places } = sequence;
    const { stretches, isShortened } = lensOf(sequence, profile, firstRow, rowSource.placeOf(row));
    if (places === undefined)
      notes.push('The positions of tokens are uncertain with this tokenizer, so trained tokens are only counted.');
    if (isShortened) notes.push('The prompt is long: only its beginning is shown.');
    return {
      ...(part !== undefined && { part }),
      tokens: ids.length,
      length,
      trained: labels.filter((label) => label !== IGNORED).length,
      stretches,
    };
  });
  return {
    setting,
    sequences,
    notes: [...new Set(notes)],
    findings: placed(masked.findings, levelsOf(task, document), profile, (finding) =>
      rowSource.placeOfFinding(row, finding),
    ),
    ...(isDataSet && {
      row: {
        number: at + 1,
        count: rows.length,
        start: row.start,
        end: row.end,
        ...(at > 0 && { previous: rows[at - 1]?.start as number }),
        ...(at + 1 < rows.length && { next: rows[at + 1]?.start as number }),
      },
    }),
  };
}

const formatOptionValue = (value: OptionValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

function settingOf(profile: MaskProfile, { tokenizer }: TrainingNames): TrainingSetting {
  const { trainer, values, given, setting } = profile;
  const { limit, over } = lengthRule(profile);
  const file = tokenizer.split(/[\\/]/);
  return {
    trainer: trainer.name,
    tokenizer: (/^tokenizer\.json$/.test(file.at(-1) ?? '') ? file.at(-2) : file.at(-1)) ?? tokenizer,
    template: setting.template.name,
    options: Object.entries(values).flatMap(([name, value]) =>
      given.has(name) ? [{ name, value: formatOptionValue(value) }] : [],
    ),
    ...(limit !== undefined && { limit, over }),
  };
}

/** Finds the problems in all rows. If the job is stopped and requested again, it continues where it was stopped. */
async function problems(task: ProblemsTask): Promise<PlacedFinding[]> {
  const profile = await profileOf(task.names);
  const document = openOf(task);
  const rowSource = documentRows(document, task.debug);
  if (typeof rowSource === 'string') return [];
  const { rows } = rowSource;
  const masker = maskerFor(profile, rows[0]?.text ?? '');
  const levels = levelsOf(task, document);
  const fresh = new Map<string, readonly MaskFinding[]>();
  const all: PlacedFinding[] = [];
  for (const row of rows) {
    const rowFindings = findings.get(row.text) ?? masker.row(row.text).findings;
    if (unwanted()) break;
    findings.set(row.text, rowFindings);
    fresh.set(row.text, rowFindings);
    for (const one of placed(rowFindings, levels, profile, (finding) => rowSource.placeOfFinding(row, finding)))
      all.push(one);
  }
  if (!unwanted()) findings = fresh;
  return all;
}

/** Masks rows one by one until a row has a finding. The size of the document is not limited. */
async function next(task: NextTask): Promise<{ readonly at?: number }> {
  const profile = await profileOf(task.names);
  const document = openOf(task);
  const rowSource = documentRows(document, task.debug);
  if (typeof rowSource === 'string') return {};
  const { rows } = rowSource;
  const { offset, step, inRows } = task;
  const masker = maskerFor(profile, rows[0]?.text ?? '');
  const levels = levelsOf(task, document);
  const from = rowAt(rows, offset);
  const by = step < 0 ? -1 : 1;
  for (let i = inRows ? from + by : from; i >= 0 && i < rows.length; i += by) {
    const row = rows[i] as (typeof rows)[number];
    const rowFindings = findings.get(row.text) ?? masker.row(row.text).findings;
    if (unwanted()) return {};
    findings.set(row.text, rowFindings);
    const starts = placed(rowFindings, levels, profile, (finding) => rowSource.placeOfFinding(row, finding))
      .map(({ start }) => start)
      .filter((start) => i !== from || (by < 0 ? start < offset : start > offset));
    // When going backward from finding to finding, the last finding of a row is the nearest. In all other cases, the first finding of a row
    // is wanted.
    const chosen = by < 0 && !inRows ? Math.max : Math.min;
    if (starts.length > 0) return { at: starts.reduce((one, other) => chosen(one, other)) };
  }
  return {};
}

/** Returns the trainers for which masks can be computed. */
const trainerList = (): NamedTrainer[] =>
  [...trainers.values()]
    .filter(({ unmade }) => unmade === undefined)
    .map(({ name, about, options }) => ({
      name,
      about,
      options: Object.entries(options).map(([option, fact]) => ({ name: option, ...fact })),
    }));

serveJobs<Task>(async ({ id, task }) => {
  current = id;
  try {
    if (task.kind === 'trainers') return { id, result: trainerList() };
    if (task.kind === 'next') return { id, result: await next(task) };
    return { id, result: task.kind === 'lens' ? await lens(task) : await problems(task) };
  } catch (error) {
    return { id, error: (error as Error).message };
  }
});
