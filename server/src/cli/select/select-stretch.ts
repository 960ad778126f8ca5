/** Selects rows in a piece of a data set. This is the work of a thread. */
import type { LineInspector } from '../../checker/json/inspector.ts';
import { rowFacts } from '../../inspect/row-facts.ts';
import { countOf, type RowPiece, textsIn } from '../../rows/row-piece.ts';
import { jsonUnit } from '../../syntax/json/json-unit.ts';
import type { encodings } from '../../tokens/encodings.ts';
import { inspectorOf, type RowReading } from '../rows/reading.ts';
import { type Vocabulary, vocabularyOf } from '../vocabulary.ts';
import { type Filter, filterOf } from './filter.ts';

export interface SelectSpec {
  readonly filter: string | undefined;
  /**
   * If there are any `codes`, only rows that have one of these problems are selected. Rows with a problem in `withoutCodes` are never
   * selected.
   */
  readonly codes: readonly string[];
  readonly withoutCodes: readonly string[];
  /** Whether only rows without errors and warnings are selected. */
  readonly withoutProblems: boolean;
  /** The measure of length by which rows are sorted. */
  readonly sort: 'characters' | 'tokens' | undefined;
  readonly vocabulary: { readonly encoding: keyof typeof encodings; readonly tokenizer?: string };
  readonly reading: RowReading;
}

export interface SelectStretch extends Omit<RowPiece, 'bytes'> {
  readonly spec: SelectSpec;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Selected extends Omit<SelectStretch, 'spec'> {
  /** For each row, 1 if it is selected and 0 otherwise. */
  readonly wanted: Uint8Array;
  /** The length of each row, if rows are sorted. */
  readonly sizes: Float64Array;
  /** The number of rows that were rejected because of a problem, by the code of the problem. A row may have several problems. */
  readonly reasons: ReadonlyMap<string, number>;
  /** `misfits` is the number of rows for which the filter cannot be evaluated. `misfit` is the first of these rows, with the reason. */
  readonly misfits: number;
  readonly misfit: { readonly row: number; readonly reason: string } | undefined;
}

interface Loaded {
  readonly key: string;
  readonly filter: Filter | undefined;
  readonly inspector: LineInspector | undefined;
  readonly vocabulary: Vocabulary | undefined;
}
let current: Loaded | undefined;

function load(spec: SelectSpec): Loaded {
  const key = JSON.stringify(spec);
  if (current?.key === key) return current;
  const checks = spec.withoutProblems || spec.codes.length + spec.withoutCodes.length > 0;
  current = {
    key,
    filter: spec.filter === undefined ? undefined : filterOf(spec.filter),
    inspector: checks ? inspectorOf(spec.reading) : undefined,
    vocabulary: spec.sort === 'tokens' ? vocabularyOf(spec.vocabulary) : undefined,
  };
  return current;
}

export function selectStretch(stretch: SelectStretch): Selected {
  const { spec, ...piece } = stretch;
  const loaded = load(spec);
  const { bytes } = piece;
  const count = countOf(piece);
  const wanted = new Uint8Array(count).fill(1);
  const sizes = new Float64Array(count);
  const reasons = new Map<string, number>();
  let misfits = 0;
  let misfit: Selected['misfit'];
  const { filter, inspector, vocabulary } = loaded;
  const work = () => {
    if (filter === undefined && inspector === undefined && spec.sort === undefined) return;
    let i = 0;
    for (const { text, line } of textsIn({
      ...piece,
      bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    })) {
      const at = i++;
      const value = filter || spec.sort ? parsed(text) : undefined;
      try {
        if (filter && (value === undefined || !filter(value))) wanted[at] = 0;
      } catch (error) {
        wanted[at] = 0;
        misfits++;
        misfit ??= { row: piece.isList ? at : line, reason: (error as Error).message };
      }
      const faults = inspector && wanted[at] === 1 ? faultsOf(inspector, text, spec) : undefined;
      if (faults !== undefined) {
        wanted[at] = 0;
        for (const code of faults) reasons.set(code, (reasons.get(code) ?? 0) + 1);
      }
      if (spec.sort && wanted[at] === 1) sizes[at] = sizeOf(text, value, spec, vocabulary);
    }
  };
  if (vocabulary) vocabulary.within(bytes.length)(work);
  else work();
  return { ...piece, wanted, sizes, reasons, misfits, misfit };
}

/** Parses a text as JSON. Returns undefined if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the problems for which a row is rejected; undefined if the row is selected. The set is empty if the row has no such problem, but
 * lacks the requested ones.
 */
function faultsOf(inspector: LineInspector, text: string, spec: SelectSpec): ReadonlySet<string> | undefined {
  const { codes, withoutCodes, withoutProblems, reading } = spec;
  const problems = inspector.inspect(jsonUnit(text, reading.names));
  const faults = new Set<string>();
  let isWanted = codes.length === 0;
  for (const { code, severity } of problems) {
    if (codes.includes(code)) isWanted = true;
    const isFault = withoutProblems && (severity === 'error' || severity === 'warning');
    if (isFault || withoutCodes.includes(code)) faults.add(code);
  }
  return isWanted && faults.size === 0 ? undefined : faults;
}

/** Returns the total length of the texts in a row. For a row that is not a conversation, returns the length of its JSON. */
function sizeOf(text: string, value: unknown, { reading }: SelectSpec, vocabulary: Vocabulary | undefined): number {
  const { names, dialect } = reading;
  const { messages } = rowFacts(jsonUnit(text, names), value, dialect);
  const texts = messages.length === 0 ? [text] : messages.flatMap((message) => message.texts);
  return texts.reduce((sum, one) => sum + (vocabulary ? vocabulary.count(one) : one.length), 0);
}
