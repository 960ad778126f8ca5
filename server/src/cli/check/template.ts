/** `ocml check --template`: rows, lists and transcripts as a chat template takes them. */

import type { AnyDocument } from '../../documents/document.ts';
import { isObject } from '../../model/body-json.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { wholeRequest } from '../../templates/input/transcript.ts';
import type { Pattern } from '../../templates/registry/pattern.ts';
import { RowChecker, type RowProblem } from '../../templates/rows.ts';
import { loadTemplate } from '../templates/load.ts';

/** A template as a thread can be told of it. */
export interface ChosenTemplate {
  /** What the command line or the configuration names. */
  readonly argument: string;
  readonly custom: Readonly<Record<string, Pattern>>;
}

const loaded = new Map<string, Promise<RowChecker>>();

/** What checks rows against a template, which is read once. */
export function rowChecker({ argument, custom }: ChosenTemplate): Promise<RowChecker> {
  let found = loaded.get(argument);
  if (found === undefined) {
    found = loadTemplate(argument, new Map(Object.entries(custom))).then((template) => new RowChecker(template));
    loaded.set(argument, found);
  }
  return found;
}

/** The problems of a document that is not read by the line; offsets are those of its text. */
export function problemsOfWhole(checker: RowChecker, document: AnyDocument, text: string): RowProblem[] {
  if (document instanceof Transcript) return problemsOfTranscript(checker, document);
  const { root, faults } = readJson(text);
  if (root === undefined || faults.length > 0) return [];
  const rows: readonly JsonNode[] =
    root.kind === 'array' && root.items.some((item) => item.kind === 'object' && !hasRole(item)) ? root.items : [root];
  return rows.flatMap((row) =>
    checker
      .check(text.slice(row.start, row.end))
      .map((one) => ({ ...one, start: one.start + row.start, end: one.end + row.start })),
  );
}

const hasRole = (node: JsonNode) => node.kind === 'object' && node.members.some(({ key }) => key.value === 'role');

/** What is hidden in it counts as well: it is what a model is trained with. The beginning stands for all of it. */
function problemsOfTranscript(checker: RowChecker, transcript: Transcript): RowProblem[] {
  let request: unknown;
  try {
    request = wholeRequest(transcript);
  } catch {
    return [];
  }
  if (!isObject(request)) return [];
  return checker.check(JSON.stringify(request)).map((one) => ({ ...one, start: 0, end: 1 }));
}
