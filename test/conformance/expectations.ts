/** The cases of the specification that can be run, and the problem that each expects. They come from `cases.json`. */
import cases from './cases.json';
import { pending } from './pending.ts';

export interface Found {
  readonly code: string;
  /** The first letter of the severity: E, W, I or H. */
  readonly severity: string;
  /** The start and the end, as UTF-16 offsets. */
  readonly range: readonly [number, number];
}

export interface Expected {
  readonly code: string;
  /** The severity and the range. If either is not set, any value is accepted. */
  readonly severity?: string;
  readonly range?: readonly [number, number];
  /** If set, any range inside `range` is accepted. */
  readonly rangeRule?: string;
  readonly alsoAllowed: readonly string[];
}

export interface Case {
  readonly id: string;
  readonly language: string;
  readonly wholeDocument: boolean;
  readonly text: string;
  /** The expected problem. If it is not set, the text is valid. */
  readonly expected: Expected | undefined;
}

/** A statement of the specification. Statements that cannot be shown in a text have no example. */
export interface Row {
  readonly id: string;
  readonly language: string;
  readonly wholeDocument: boolean;
  readonly statement: string;
  readonly positive?: Example;
  readonly negative?: Example & Expected;
}

interface Example {
  readonly text: string;
  /** Is `false` if the text only describes the case. */
  readonly executable: boolean;
}

export const rows = cases.cases as unknown as readonly Row[];

export const sides = ['positive', 'negative'] as const;

/** Returns one side of a row as a case to run, or undefined if there is none. */
export function caseOf(row: Row, side: (typeof sides)[number]): Case | undefined {
  const example = row[side];
  if (!example?.executable) return undefined;
  const { id, language, wholeDocument, negative } = row;
  return { id, language, wholeDocument, text: example.text, expected: side === 'negative' ? negative : undefined };
}

/** Returns the cases of these dialects that are expected to pass. The positive and the negative side of a row are separate cases. */
export function casesOf(languages: readonly string[]): Case[] {
  return rows
    .filter(({ id, language }) => languages.includes(language) && !pending.has(id))
    .flatMap((row) => sides.flatMap((side) => caseOf(row, side) ?? []));
}

/** Returns a description of how the findings differ from those that a case expects, or an empty string. */
export function verdict({ wholeDocument, expected }: Case, found: readonly Found[]): string {
  const counted = found.filter(({ code }) => wholeDocument || code !== 'document-header-missing');
  const hit = expected && counted.find((one) => matches(one, expected));
  const others = counted.filter(
    (one) => one !== hit && 'EW'.includes(one.severity) && !expected?.alsoAllowed.includes(one.code),
  );
  const missing = expected && !hit ? `missing ${expected.code} ${expected.severity} at ${expected.range}; ` : '';
  const all = found.map(({ code, severity, range }) => `${code} ${severity} at ${range}`).join(', ');
  return missing || others.length > 0 ? `${missing}found ${all || 'nothing'}` : '';
}

function matches({ code, severity, range }: Found, expected: Expected): boolean {
  const { code: wanted, severity: level = severity, range: [start, end] = range } = expected;
  const inside = expected.rangeRule === 'inside';
  const place = inside ? range[0] >= start && range[1] <= end : range[0] === start && range[1] === end;
  return code === wanted && severity === level && place;
}
