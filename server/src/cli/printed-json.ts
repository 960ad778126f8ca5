/**
 * The types of the JSON that commands print and write. The schemas in `schemas/output/`, which describe the JSON for other programs, are
 * generated from these types. Each field keeps its name and meaning until the next major version.
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

/** `ocml check --format json`: the entry for a file. */
export interface CheckEntry extends CheckedFile {
  /** The problems in the order in which they occur in the file. */
  readonly diagnostics: readonly PrintedDiagnostic[];
}

/** `ocml check --format json`. */
export type CheckOutput = readonly CheckEntry[];

/** `ocml check --format jsonl`: a line of output. */
export interface CheckLine {
  /** The name of the file, which is missing for standard input without a name. */
  readonly file?: string;
  /** The line number, counted from 1. */
  readonly line: number;
  readonly diagnostics: readonly PrintedDiagnostic[];
}

/** The number of problems with a code, by severity, and the first lines that have such a problem. */
type CodeCounts = Partial<Readonly<Record<Severity, number>>> & { readonly lines: readonly number[] };

/** `ocml check --counts FILE`, `ocml mask --counts FILE`. */
export interface CountsFile {
  readonly version: 1;
  readonly files: number;
  readonly lines: number;
  /** The findings by code. */
  readonly findings: Readonly<Record<string, CodeCounts>>;
}

/** The old names of fields. The fields are printed under both names until the next version. */
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

/** `ocml explain --format json`: the explanation of an output. */
export interface ExplainedOutput extends Omit<Explanation, 'made' | 'what' | 'meant' | 'todo' | 'repaired'>, OldNames {
  /** The messages that the parser reads before it stops. */
  readonly parsed: Explanation['made'];
  /** The cause of the problem, if there is one. */
  readonly cause?: string;
  /** The probable intent of the model. */
  readonly likelyIntent?: string;
  /** The remedy for the problem, if there is one. */
  readonly remedy?: string;
  readonly repaired?: NonNullable<Explanation['repaired']> & {
    /** Whether the parser reads the repaired output as its headers and tags indicate. */
    readonly asIntended: boolean;
  };
}

/** The explanation of a server error, if there is no output to explain. */
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

/** `ocml mask --format jsonl`: the report on a row. */
export interface MaskRow {
  /** The line number, counted from 1. */
  readonly line: number;
  readonly sequences: readonly {
    /** The name of the answer, if the row has a pair of answers. */
    readonly part?: string;
    readonly tokens: number;
    readonly trained?: number;
    /** The number of tokens before the sequence is cut. */
    readonly before?: number;
  }[];
  /** `refused`: why the trainer stops at the row. `dropped`: why the trainer drops the row. `uncertain`: why the mask is uncertain. */
  readonly refused?: string | undefined;
  readonly dropped?: string | undefined;
  readonly uncertain?: string | undefined;
  readonly diagnostics: readonly PrintedDiagnostic[];
}

/** `ocml mask --format jsonl`: a line of output. */
export type MaskLine = MaskRow | { readonly summary: MaskSummary };

/** Content that is missing from the output of a conversion, or the reason why there is no output. */
export interface ConvertNote extends Pick<Note, 'code' | 'kind' | 'message'> {
  /** The affected part of a message. */
  readonly part?: string;
  readonly severity: Severity;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly offset: readonly [start: number, end: number];
}

/** `ocml convert --report FILE`. For several inputs, the file has one such object on each line. */
export interface ConvertReport {
  readonly file: string;
  readonly to: string;
  readonly notes: readonly ConvertNote[];
  /** The reason why the input could not be read to the end, or the output could not be written to the end. */
  readonly error?: string;
}

/** `ocml render --spans FILE`. */
export type RenderSpans = PromptMap;

/** A stored session, with times in ISO 8601 format. */
export interface PrintedSession extends Omit<StoredSession, 'changed' | 'started'> {
  readonly changed: string;
  readonly started?: string;
}

/** `ocml sessions --format json`. */
export interface SessionsOutput extends Omit<ListedSessions, 'sessions'> {
  /** The sessions, most recent first. */
  readonly sessions: readonly PrintedSession[];
}

/** `ocml tokens --format json`. */
export interface TokensOutput {
  /** The name of the encoding, or of the vocabulary from a file. */
  readonly encoding: string;
  readonly messages: readonly CountedMessage[];
  /** `total` is the number of tokens in all messages, and `outside` is the number outside messages. */
  readonly total: number;
  readonly outside: number;
  /** The number of tokens by channel. */
  readonly channels: Readonly<Record<string, number>>;
  /** The number of tokens for each marker, if the vocabulary comes from a file. */
  readonly markers?: Readonly<Record<string, number>>;
}

/** A rule, or a note on a conversion. */
export interface PrintedRule {
  readonly code: string;
  /** The default severity. */
  readonly severity: Level;
  readonly title: string;
  /** The section of the specification, or the decision, that the rule follows. */
  readonly section?: string | undefined;
  /** The page of the rule as Markdown, if the rule was requested by its code. */
  readonly page?: string | undefined;
}

/** `ocml rules --format json`. */
export type RulesOutput = readonly PrintedRule[];

/** A line of `ocml explain` or `ocml inspect --format json` for several files. */
export interface FileEntry {
  readonly file: string;
  /** The output of the command for this file alone. */
  readonly result?: unknown;
  /** The reason why there is no result, or why it is incomplete. */
  readonly error?: string;
}
