/** Checks a file that is read in one piece. */

import type { DocumentChecker, PlacedProblem } from '../../checker/document-checker.ts';
import type { OnFailure } from '../../checker/inspect.ts';
import { type AnyDocument, createChecker, languageInfoOf, openDocument } from '../../documents/document.ts';
import { isJsonDialect, type Sniffed, sniff } from '../../documents/sniff.ts';
import type { AnyDialectId } from '../../grammar/index.ts';
import { unpackedName } from '../../packed/names.ts';
import { levelsFor, severities } from '../../rules/support/levels.ts';
import { headerValues } from '../../syntax/document-header/values.ts';
import { familyOf } from '../../syntax/families/index.ts';
import { documentKind } from '../../syntax/text-kind.ts';
import type { Input } from '../files/input.ts';
import { keyOf } from './baseline.ts';
import { excerptOf } from './excerpt.ts';
import { fingerprints } from './fingerprints.ts';
import { type Fixing, fixFile } from './fix.ts';
import { fixableIn, fixesIn, triesOf } from './fixes.ts';
import type { FileDiagnostic } from './formats/format.ts';
import type { CheckTask, Part } from './task.ts';
import type { DecodedIds } from './token-ids.ts';

/** Opens the text of a file as a document. */
export const opened = (
  { file, dialect, sequencePair, rowNames }: CheckTask,
  text: string,
  sniffed: Sniffed = sniff(unpackedName(file), text, dialect, rowNames),
) => openDocument(unpackedName(file), 'ocml', 0, text, dialect, sequencePair, sniffed);

/** Matches the possible beginnings of a list of token ids. */
const beginsIds = /^\s*(?:\[\s*)?\d{4,6}[\s,]/;

/** Whether the first line of a file is a list of token ids. */
export async function beginsWithIds(head: string, dialect: AnyDialectId | undefined): Promise<boolean> {
  if (!beginsIds.test(head)) return false;
  const { decodedIds } = await import('./token-ids.ts');
  return decodedIds(/\S.*/.exec(head)?.[0] ?? '', dialect) !== undefined;
}

/**
 * Checks a file that was read in one piece, as text or as lists of token ids. `sniffed`: the language and shape of the text, if already
 * recognized.
 */
export async function checkWhole(
  task: CheckTask,
  input: Input,
  failed: OnFailure,
  fixing: Fixing | undefined,
  sniffed?: Sniffed,
): Promise<Part> {
  const decoded = await idsIn(task, input);
  if (decoded) return await checkIds(task, input, decoded, failed, fixing);
  return await checkText(task, input, failed, fixing, sniffed);
}

/** Returns the lists of token ids in a file; undefined if the file does not consist of such lists. */
export async function idsIn({ dialect }: CheckTask, { text }: Input): Promise<readonly DecodedIds[] | undefined> {
  if (!beginsIds.test(text)) return undefined;
  const { decodedIds } = await import('./token-ids.ts');
  return decodedIds(text, dialect);
}

/**
 * Returns the problems in lists of token ids, each located at the ids that it concerns. There are no fixes, since edits of the text cannot
 * be written as ids.
 */
async function checkIds(
  task: CheckTask,
  input: Input,
  decoded: readonly DecodedIds[],
  failed: OnFailure,
  fixing: Fixing | undefined,
): Promise<Part> {
  const refuse = () =>
    fixing?.refuse('token ids cannot be fixed; convert them to text first, with `ocml convert --to harmony`');
  const source = openDocument('', 'ocml', 0, input.text, 'harmony');
  const diagnostics: FileDiagnostic[] = [];
  for (const { text, placeOf } of decoded) {
    const part = await checkText({ ...task, dialect: 'harmony' }, { ...input, text }, failed, undefined);
    for (const { fix: _edits, related: _related, fixable: _fixable, ...diagnostic } of part.diagnostics) {
      const { start, end } = placeOf({ start: diagnostic.offset[0], end: diagnostic.offset[1] });
      const range = { start: source.positionAt(start), end: source.positionAt(end) };
      diagnostics.push({ ...diagnostic, range, offset: [start, end] });
    }
  }
  if (diagnostics.length > 0) refuse();
  const checked = { file: task.file, dialect: 'harmony', mode: familyOf('harmony').mode } as const;
  return { lines: input.text.split('\n').length, checked, diagnostics };
}

async function checkText(
  task: CheckTask,
  input: Input,
  failed: OnFailure,
  fixing: Fixing | undefined,
  sniffed?: Sniffed,
): Promise<Part> {
  const { file, details, tries, keyed } = task;
  const { invalidAt } = input;
  let { text } = input;
  let document = opened(task, text, sniffed);
  if (fixing) {
    text = await fixFile(input, document, task, fixing);
    document = opened(task, text);
  }
  const checker = createChecker(document, task, failed);
  const fingerprint = fingerprints();
  const { problems } = checker.problems(Number.POSITIVE_INFINITY);
  const fixOf = details ? await fixesIn(document, checker) : undefined;
  const fixableOf =
    tries !== undefined && problems.length > 0 && invalidAt === undefined
      ? await fixableIn(document, checker, triesOf(tries))
      : undefined;
  const diagnostics = problems.map((placed): FileDiagnostic => {
    const { code, severity, message, data, start, end } = placed.problem;
    const base = checker.offsetOf(placed);
    const fix = fixOf?.(placed);
    const fixable = fixableOf?.(placed);
    return {
      code,
      severity,
      message,
      range: checker.rangeOf(placed),
      offset: [base + start, base + end],
      ...(data && { data }),
      ...(details && { related: relatedOf(placed, checker) }),
      ...(fix && { fix }),
      ...(fixable && { fixable }),
    };
  });
  const levels = levelsFor(task, document.header && headerValues(document.header));
  if (task.template) {
    const { levelled, problemsOfWhole, rowChecker } = await import('./template.ts');
    const problems = problemsOfWhole(document, await rowChecker(task.template), text);
    for (const { code, severity, message, start, end } of levelled(problems, levels)) {
      const range = { start: document.positionAt(start), end: document.positionAt(end) };
      diagnostics.push({ code, severity, message, range, offset: [start, end] });
    }
  }
  if (task.mask && isJsonDialect(document.dialect)) {
    const { masksOfText } = await import('./masks.ts');
    for (const one of await masksOfText(task.mask, text)) diagnostics.push(one);
  }
  if (documentKind(document) === 'stream') {
    const { problemsOfAnswers } = await import('./assembled-answers.ts');
    for (const problem of problemsOfAnswers(text, task, levels, failed)) {
      const [start, end] = problem.offset;
      diagnostics.push({ ...problem, range: { start: document.positionAt(start), end: document.positionAt(end) } });
    }
  }
  const encoding = levels['encoding-invalid'] ?? 'error';
  if (invalidAt !== undefined && encoding !== 'off') {
    diagnostics.push({
      code: 'encoding-invalid',
      severity: encoding,
      message: 'These bytes are not UTF-8, so parsers see U+FFFD here. Save the file as UTF-8.',
      range: { start: document.positionAt(invalidAt), end: document.positionAt(invalidAt + 1) },
      offset: [invalidAt, invalidAt + 1],
    });
  }
  const rank = ({ severity }: FileDiagnostic) => severities.indexOf(severity);
  diagnostics.sort((a, b) => a.offset[0] - b.offset[0] || rank(a) - rank(b));
  return {
    lines: document.lineCount - (/[\r\n]$|^$/.test(text) ? 1 : 0),
    checked: checkedAs(file, document),
    diagnostics:
      details || keyed || task.excerpts
        ? diagnostics.map((one) => ({
            ...one,
            ...(task.excerpts && { excerpt: excerptOf(text, ...one.offset) }),
            ...(details && { fingerprint: fingerprint(text, one.code, ...one.offset) }),
            ...(keyed && { key: keyOf(text, one, ...one.offset) }),
          }))
        : diagnostics,
  };
}

function checkedAs(file: string, document: AnyDocument): Part['checked'] {
  const { harmony: _harmony, ...read } = languageInfoOf(document);
  return { file, ...read };
}

function relatedOf({ problem }: PlacedProblem, checker: DocumentChecker): FileDiagnostic['related'] & {} {
  return (problem.related ?? []).flatMap((related) => {
    const range = checker.rangeIn(related.block, related);
    return range ? [{ range, message: related.message }] : [];
  });
}
