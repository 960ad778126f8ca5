/**
 * The JSON that the commands print and write, as types: the schemas in `schemas/output/` are generated from them and describe the JSON for
 * other programs. A field here stays, with its meaning, until the next major version.
 */
import type { Position } from 'vscode-languageserver-textdocument';
import type { Note } from '../convert/index.ts';
import type { ErrorExplanation, Explanation } from '../explain/explain.ts';
import type { Call } from '../inspect/calls.ts';
import type { CallInContext } from '../inspect/one-call.ts';
import type { Overview } from '../inspect/overview.ts';
import type { Stats } from '../inspect/stats.ts';
import type { Turn } from '../inspect/turns.ts';
import type { Level, Severity } from '../rules/support/rule.ts';
import type { ListedSessions, StoredSession } from '../sessions/list.ts';
import type { PromptMap } from '../templates/spans.ts';
import type { CheckedFile, FileDiagnostic } from './check/formats/format.ts';
import type { summaryData } from './mask/summary.ts';
import type { ReportData } from './report/data.ts';
import type { CountedMessage } from './tokens/tokens-stretch.ts';

/** A problem, with its position. */
export type PrintedDiagnostic = Pick<FileDiagnostic, 'code' | 'severity' | 'message' | 'range' | 'offset' | 'data'>;

/** `ocml check --format json`: a file. */
export interface CheckEntry extends CheckedFile {
  /** In the order of the file. */
  readonly diagnostics: readonly PrintedDiagnostic[];
}

/** `ocml check --format json`. */
export type CheckOutput = readonly CheckEntry[];

/** `ocml check --format jsonl`: a line. */
export interface CheckLine {
  /** Missing for standard input without a name. */
  readonly file?: string;
  /** From 1. */
  readonly line: number;
  readonly diagnostics: readonly PrintedDiagnostic[];
}

/** The number of problems with a code, by severity, and the first lines with one. */
type CodeCounts = Partial<Readonly<Record<Severity, number>>> & { readonly lines: readonly number[] };

/** `ocml check --counts FILE`, `ocml mask --counts FILE`. */
export interface CountsFile {
  readonly version: 1;
  readonly files: number;
  readonly lines: number;
  /** By code. */
  readonly findings: Readonly<Record<string, CodeCounts>>;
}

/** Fields that are printed under both names until the next version. */
interface OldNames {
  /** @deprecated The old name of `parsed`. */
  readonly made?: Explanation['made'];
  /** @deprecated The old name of `cause`. */
  readonly what?: string;
  /** @deprecated The old name of `likelyIntent`. */
  readonly meant?: string;
  /** @deprecated The old name of `remedy`. */
  readonly todo?: string;
}

/** `ocml explain --format json` of an output. */
export interface ExplainedOutput extends Omit<Explanation, 'made' | 'what' | 'meant' | 'todo' | 'repaired'>, OldNames {
  /** The messages that the parser reads before it stops. */
  readonly parsed: Explanation['made'];
  /** The cause: what happened. */
  readonly cause?: string;
  /** The probable intent of the model. */
  readonly likelyIntent?: string;
  /** The remedy. */
  readonly remedy?: string;
  readonly repaired?: NonNullable<Explanation['repaired']> & {
    /** The output is parsed as its headers and tags indicate. */
    readonly asIntended: boolean;
  };
}

/** A server error, without an output. */
export interface ExplainedError extends Omit<ErrorExplanation['errors'][number], 'what' | 'meant' | 'todo'>, OldNames {
  readonly cause: string;
  readonly likelyIntent?: string;
  readonly remedy: string;
}

/** `ocml explain --format json`. */
export type ExplainOutput = ExplainedOutput | { readonly errors: readonly ExplainedError[] };

type PrintedCall = Omit<Call, 'input' | 'inSession'>;

/** `ocml inspect --format json`: the overview, or the result of `--stats`, `--turns`, `--calls` or `--call`. */
export type InspectOutput = Overview | Stats | readonly Turn[] | readonly PrintedCall[] | CallInContext;

/** `ocml report --format json`. */
export type ReportOutput = ReportData;

/** The totals over all rows. */
export type MaskSummary = ReturnType<typeof summaryData>;

/** `ocml mask --format json`. */
export interface MaskOutput {
  readonly findings: readonly (PrintedDiagnostic & { readonly file: string })[];
  readonly summary: MaskSummary;
}

/** `ocml mask --format jsonl`: a row. */
export interface MaskRow {
  /** From 1. */
  readonly line: number;
  readonly sequences: readonly {
    /** The name of the answer in a pair. */
    readonly part?: string;
    readonly tokens: number;
    readonly trained?: number;
    /** The number of tokens before the cut. */
    readonly before?: number;
  }[];
  /** The reason why the trainer stops at the row or drops it, or the uncertainty. */
  readonly refused?: string | undefined;
  readonly dropped?: string | undefined;
  readonly uncertain?: string | undefined;
  readonly diagnostics: readonly PrintedDiagnostic[];
}

/** `ocml mask --format jsonl`: a line. */
export type MaskLine = MaskRow | { readonly summary: MaskSummary };

/** A part that is missing from the output of a conversion, or the reason why there is no output. */
export interface ConvertNote extends Pick<Note, 'code' | 'kind' | 'message'> {
  /** The affected part of a message. */
  readonly part?: string;
  readonly severity: Severity;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly offset: readonly [start: number, end: number];
}

/** `ocml convert --report FILE`; for several inputs, one object per line for each. */
export interface ConvertReport {
  readonly file: string;
  readonly to: string;
  readonly notes: readonly ConvertNote[];
  /** The reason why the input could not be read or written to its end. */
  readonly error?: string;
}

/** `ocml render --spans FILE`. */
export type RenderSpans = PromptMap;

/** A session; its times are in ISO 8601 format. */
export interface PrintedSession extends Omit<StoredSession, 'changed' | 'started'> {
  readonly changed: string;
  readonly started?: string;
}

/** `ocml sessions --format json`. */
export interface SessionsOutput extends Omit<ListedSessions, 'sessions'> {
  /** The most recent first. */
  readonly sessions: readonly PrintedSession[];
}

/** `ocml tokens --format json`. */
export interface TokensOutput {
  /** The name of the encoding, or of the vocabulary from a file. */
  readonly encoding: string;
  readonly messages: readonly CountedMessage[];
  /** The tokens in all messages and outside them. */
  readonly total: number;
  readonly outside: number;
  /** By the name of the channel. */
  readonly channels: Readonly<Record<string, number>>;
  /** The number of tokens for each marker, with a vocabulary from a file. */
  readonly markers?: Readonly<Record<string, number>>;
}

/** A rule, or a note on a conversion. */
export interface PrintedRule {
  readonly code: string;
  /** By default. */
  readonly severity: Level;
  readonly title: string;
  /** The section of the specification, or the decision, that the rule follows. */
  readonly section?: string | undefined;
  /** Its page, as Markdown, if the rule was requested by its code. */
  readonly page?: string | undefined;
}

/** `ocml rules --format json`. */
export type RulesOutput = readonly PrintedRule[];

/** A line of `ocml explain` or `ocml inspect --format json` for several files. */
export interface FileEntry {
  readonly file: string;
  /** The output of the command for this file alone. */
  readonly result?: unknown;
  /** Why there is no result, or why it is incomplete. */
  readonly error?: string;
}
