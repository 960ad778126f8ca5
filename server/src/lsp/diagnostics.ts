/**
 * Turns problems into diagnostics, which are either pushed for every version of a document, or pulled by the client. A
 * document below a megabyte is checked completely before the first answer. A larger one is checked in slices, so that
 * the editor does not have to wait, and its problems are reported again when the whole document has been checked.
 */
import type { Connection, Diagnostic, DiagnosticRelatedInformation, Range } from 'vscode-languageserver';
import type { Checker, CheckerSettings } from '../checker/checker.ts';
import type { DocumentChecker, PlacedProblem } from '../checker/document-checker.ts';
import { type AnyDocument, createChecker, sliced } from '../documents/document.ts';
import { DiagnosticSeverity } from '../features/support/kinds.ts';
import { ruleLink } from '../rules/support/link.ts';
import type { Severity } from '../rules/support/rule.ts';
import { printable } from '../syntax/printable.ts';
import { withSuggestionFirst } from '../syntax/suggestion-first.ts';
import type { Transcript } from '../syntax/transcript.ts';
import { createBackground } from './background.ts';
import type { Documents } from './documents.ts';

interface DiagnosticsOptions {
  readonly connection: Connection;
  readonly documents: Pick<Documents, 'get' | 'all' | 'isOurs' | 'onDidChange' | 'onDidClose'>;
  settingsOf(uri: string): CheckerSettings & { readonly maxProblems: number; readonly jsonSyntaxErrors: boolean };
  /** Whether the client pulls diagnostics. */
  readonly pull: boolean;
  /** Whether the client can be asked to pull diagnostics again. */
  readonly refresh: boolean;
  /** The base address of the rule pages. */
  readonly ruleDocs: string;
  /** Indexes a large document for later requests, until a deadline (`performance.now()`). Returns false if work remains. */
  prepare(document: AnyDocument, checkerOf: () => DocumentChecker, deadline: number): boolean;
  /** Prepares answers before they are requested, until a deadline (`performance.now()`). Returns false if work remains. */
  foresee(document: AnyDocument, deadline: number): boolean;
}

/** A problem that another thread has found. */
export interface LaterProblem {
  readonly code: string;
  readonly message: string;
  readonly severity: Severity;
  readonly range: Range;
}

/** The checks that run in other threads. */
export type LaterFinder = 'templates' | 'training';

export interface Diagnostics {
  /** Reports problems that another thread has found. They replace those that the same finder reported before. */
  addLater(finder: LaterFinder, uri: string, version: number | undefined, problems: readonly LaterProblem[]): void;
  /** Returns the checker of an open document, updated to its current version. */
  checkerOf(transcript: Transcript): Checker;
  checkerOf(document: AnyDocument): DocumentChecker;
  /** Checks every open document again, because settings have changed. */
  recheck(): void;
  /**
   * Resolves when a large document has been indexed. Returns undefined if the index is already complete, or if the document is not large.
   */
  whenReady(document: AnyDocument): Promise<void> | undefined;
}

interface LaterItems {
  readonly version: number | undefined;
  readonly items: readonly Diagnostic[];
}

/**
 * The time spent checking a large document before an answer is sent, in milliseconds. `firstSlice` applies to the first answer, and
 * `laterSlice` to later answers while the check continues in the background.
 */
const firstSlice = 4;
const laterSlice = 1;

const severityOf: Record<Severity, 1 | 2 | 3 | 4> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export function createDiagnostics(options: DiagnosticsOptions): Diagnostics {
  const { connection, documents, settingsOf, pull, refresh } = options;
  const checkers = new Map<string, { transcript: AnyDocument; checker: DocumentChecker }>();
  /** The URIs of large documents that are still being checked. */
  const pending = new Set<string>();
  /** The documents that are being indexed for later requests: the functions to call, by URI, when the index is complete. */
  const preparing = new Map<string, (() => void)[]>();
  const background = createBackground();
  /** The problems found by other threads, by URI and finder, each list with the document version that was examined. */
  const later = new Map<string, Map<LaterFinder, LaterItems>>();

  const failed = (code: string, error: unknown) =>
    connection.console.error(`Rule ${code} failed: ${(error as Error)?.stack ?? error}`);

  /** Returns the settings for checking a document. If the editor itself reports syntax errors of JSON, these are not reported again. */
  function checksOf({ uri, languageId }: AnyDocument): CheckerSettings {
    const { jsonSyntaxErrors, ...rest } = settingsOf(uri);
    if (jsonSyntaxErrors || languageId !== 'json') return rest;
    return { ...rest, levels: { ...rest.levels, 'wire-json': 'off', 'wire-trailing-comma': 'off' } };
  }

  function checkerOf(transcript: AnyDocument): DocumentChecker {
    const checkerEntry = checkers.get(transcript.uri);
    if (checkerEntry?.transcript === transcript) {
      checkerEntry.checker.update();
      return checkerEntry.checker;
    }
    const checker = createChecker(transcript, checksOf(transcript), failed);
    checkers.set(transcript.uri, { transcript, checker });
    return checker;
  }

  /**
   * Returns the problems of a document, as far as they can be found in the available time. If checking fails, the error
   * is logged, and no problems are returned.
   */
  function diagnose(transcript: AnyDocument): Diagnostic[] {
    try {
      return attempt(transcript);
    } catch (error) {
      connection.console.error(`Diagnostics failed: ${(error as Error)?.stack ?? error}`);
      checkers.delete(transcript.uri);
      return [];
    }
  }

  function attempt(transcript: AnyDocument): Diagnostic[] {
    if (!documents.isOurs(transcript)) return [];
    background.giveWay();
    const checker = checkerOf(transcript);
    const deadline =
      transcript.length < sliced
        ? undefined
        : performance.now() + (pending.has(transcript.uri) ? laterSlice : firstSlice);
    const { maxProblems } = settingsOf(transcript.uri);
    const { problems, total, complete } = checker.problems(maxProblems, deadline, deadline !== undefined);
    if (!complete) goOn(transcript.uri);
    const items = problems.map((placed) => toDiagnostic(placed, checker, transcript.uri, options.ruleDocs));
    if (total > problems.length) items.push(moreProblems(total - problems.length));
    return items;
  }

  /**
   * Returns the problems that other threads have found in this version. Problems of an older version are omitted, since
   * these threads are about to examine the new one.
   */
  const laterOf = (uri: string, version: number): Diagnostic[] =>
    [...(later.get(uri)?.values() ?? [])].flatMap((laterItems) =>
      laterItems.version === version ? laterItems.items : [],
    );

  function publish(transcript: AnyDocument): void {
    const { uri, version } = transcript;
    const more = laterOf(uri, version);
    connection.sendDiagnostics({ uri, version, diagnostics: [...diagnose(transcript), ...more] });
  }

  /** Checks the rest of a large document while no requests arrive, and then notifies the client. */
  function goOn(uri: string): void {
    if (pending.has(uri)) return;
    pending.add(uri);
    background.run((deadline) => {
      const transcript = documents.get(uri);
      if (transcript && !checkMore(transcript, deadline)) return false;
      pending.delete(uri);
      if (transcript === undefined) return true;
      takeIn(uri);
      if (!pull) publish(transcript);
      else if (refresh) connection.languages.diagnostics.refresh();
      return true;
    });
  }

  /** Indexes a large document while no requests arrive. Returns the functions to call when the index is complete; callers can add more. */
  function takeIn(uri: string): (() => void)[] {
    const callbacks = preparing.get(uri);
    if (callbacks) return callbacks;
    const waiting: (() => void)[] = [];
    preparing.set(uri, waiting);
    background.run((deadline) => {
      const document = documents.get(uri);
      if (document && !isTakenIn(document, deadline)) return false;
      preparing.delete(uri);
      for (const resolve of waiting.splice(0)) resolve();
      return document === undefined || isForeseen(document, deadline);
    });
    return waiting;
  }

  function isTakenIn(document: AnyDocument, deadline: number): boolean {
    try {
      return !documents.isOurs(document) || options.prepare(document, () => checkerOf(document), deadline);
    } catch (error) {
      failed('preparation', error);
      return true;
    }
  }

  function isForeseen(document: AnyDocument, deadline: number): boolean {
    try {
      return !documents.isOurs(document) || options.foresee(document, deadline);
    } catch (error) {
      failed('preparation', error);
      return true;
    }
  }

  /** Continues a check. Returns whether the whole document has been checked; if not, the deadline has passed. */
  function checkMore(transcript: AnyDocument, deadline: number): boolean {
    try {
      return checkerOf(transcript).problems(0, deadline).complete;
    } catch (error) {
      failed('check', error);
      return true;
    }
  }

  if (pull) {
    connection.languages.diagnostics.on((params) => {
      const transcript = documents.get(params?.textDocument?.uri);
      return { kind: 'full', items: transcript ? diagnose(transcript) : [] };
    });
  } else {
    documents.onDidChange(publish);
  }
  documents.onDidClose((uri) => {
    checkers.delete(uri);
    const hadLater = later.delete(uri);
    if (!pull || hadLater) connection.sendDiagnostics({ uri, diagnostics: [] });
  });

  return {
    checkerOf: checkerOf as Diagnostics['checkerOf'],
    addLater(finder, uri, version, problems) {
      const items = problems.map(({ code, message, severity, range }) => ({
        ...createDiagnostic(code, severity, message, options.ruleDocs),
        range,
      }));
      const itemsByFinder = later.get(uri) ?? new Map<LaterFinder, LaterItems>();
      later.set(uri, itemsByFinder.set(finder, { version, items }));
      const document = documents.get(uri);
      // A client that pulls diagnostics stores pushed diagnostics separately, so only the problems found by other threads are pushed.
      const current = version ?? document?.version;
      const diagnostics = current === undefined ? items : laterOf(uri, current);
      if (pull) connection.sendDiagnostics({ uri, ...(version !== undefined && { version }), diagnostics });
      else if (document) publish(document);
    },
    recheck() {
      for (const [uri, { transcript, checker }] of checkers) {
        if (transcript === documents.get(uri)) checker.configure(checksOf(transcript));
        else checkers.delete(uri);
      }
      if (!pull) for (const transcript of documents.all()) publish(transcript);
      else if (refresh) connection.languages.diagnostics.refresh();
    },
    whenReady(document) {
      if (document.length < sliced || isTakenIn(document, Number.NEGATIVE_INFINITY)) return undefined;
      return new Promise((resolve) => takeIn(document.uri).push(resolve));
    },
  };
}

function toDiagnostic(placed: PlacedProblem, checker: DocumentChecker, uri: string, ruleDocs: string): Diagnostic {
  const { code, severity, message, data, related } = placed.problem;
  const relatedInformation: DiagnosticRelatedInformation[] = [];
  for (const other of related ?? []) {
    const range = checker.rangeIn(other.block, other);
    if (range) relatedInformation.push({ location: { uri, range }, message: printable(other.message) });
  }
  return {
    range: checker.rangeOf(placed),
    ...createDiagnostic(code, severity, message, ruleDocs),
    ...(relatedInformation.length > 0 && { relatedInformation }),
    ...(data && { data }),
  };
}

function createDiagnostic(
  code: string,
  severity: Severity,
  message: string,
  ruleDocs: string,
): Omit<Diagnostic, 'range'> {
  return {
    severity: severityOf[severity],
    code,
    codeDescription: { href: ruleLink(code, ruleDocs) },
    source: 'ocml',
    // A message may quote the document, and some editors print messages in a terminal. The remedy comes first because
    // lists of problems cut off long lines.
    message: printable(withSuggestionFirst(message)),
  };
}

function moreProblems(count: number): Diagnostic {
  return {
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
    severity: DiagnosticSeverity.Information,
    source: 'ocml',
    message: `${count} more ${count === 1 ? 'problem is' : 'problems are'} not shown; the problems shown are the most severe. To show more, raise \`ocml.maxProblems\`. To list all, run \`ocml check\`.`,
  };
}
