/** The lists of refactorings: those of a message, and those of a whole document, which are only proposed on request. */

import { renumberCallIds } from './call-ids.ts';
import { callsNote } from './calls-note.ts';
import { extract, merge, split } from './divide.ts';
import { dropAnalysis, dropAnalysisAsHarmony } from './drop-analysis.ts';
import { preamble } from './preamble.ts';
import { escape, unescape, unwrap, wrap } from './quoting.ts';
import type { DocumentRefactoring, Refactoring } from './refactoring.ts';
import { insertReply } from './reply.ts';
import { moveThoughts } from './thoughts.ts';

export { legacy } from './legacy.ts';
export { targetAt } from './refactoring.ts';

/** The refactorings of a message. Those that apply to few messages come first. */
export const refactorings: readonly Refactoring[] = [
  moveThoughts,
  insertReply,
  preamble,
  callsNote,
  unwrap,
  extract,
  wrap,
  escape,
  unescape,
  split,
  merge,
];

export const documentRefactorings: readonly DocumentRefactoring[] = [
  renumberCallIds,
  dropAnalysis,
  dropAnalysisAsHarmony,
];
