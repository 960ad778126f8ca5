/** Answers the requests of a preview page. A request asks for a view, or for the search matches in a view. */
import type { PreviewAnswer, PreviewQuestion } from '../../../../protocol/preview-answers.ts';
import type { UserView, UserViewParams } from '../../../../protocol/views.ts';
import type { Checker } from '../../checker/checker.ts';
import type { DocumentChecker } from '../../checker/document-checker.ts';
import type { JsonChecker } from '../../checker/json/checker.ts';
import { createChecker } from '../../documents/document.ts';
import { userView as jsonUserView } from '../../features/json/user-view.ts';
import { find } from '../../features/user-view/find.ts';
import { userView } from '../../features/user-view.ts';
import { type AnyDocument, byKind } from '../../syntax/any-document.ts';
import { modelView } from '../../views/model-view.ts';
import type { PreviewedFile } from './previewed-file.ts';

/** The maximum number of messages on the page. */
const MAX_MESSAGES = 80;
/** The time spent on one question before other questions get their turn, in milliseconds. */
const SLICE = 10;

/** The default settings, since the errors that a preview shows must not depend on the user's settings. */
const usual = { strict: false, levels: {} };
const checkers = new WeakMap<AnyDocument, DocumentChecker>();

function checkerOf(document: AnyDocument): DocumentChecker {
  const checker = checkers.get(document) ?? createChecker(document, usual);
  checkers.set(document, checker);
  return checker;
}

const viewOf = byKind<[params: UserViewParams], UserView>({
  text: (transcript, params) => userView.run(transcript, params, () => checkerOf(transcript) as Checker),
  json: (document, params) => jsonUserView(document, params, () => checkerOf(document) as JsonChecker),
});

/** Whether a question asks for hidden parts of a document. They are shown only if the user allowed this when starting the preview. */
const isHidden = ({ mode, debug }: Partial<PreviewQuestion>) => mode === 'model' || debug === true;

/**
 * Answers a question in JSON. Returns undefined if the question is not valid, or is about hidden parts without permission. `hidden`:
 * whether hidden parts may be shown.
 */
export async function previewAnswer(
  file: PreviewedFile,
  what: 'view' | 'find',
  questionText: string,
  { hidden, signal }: { readonly hidden: boolean; readonly signal: AbortSignal },
): Promise<PreviewAnswer | undefined> {
  const question = questionIn(questionText);
  if (question === undefined || (isHidden(question) && !hidden)) return undefined;
  const { name } = file;
  const read = await file.read();
  if ('failure' in read) return { failure: read.failure, name };
  try {
    return { result: await answered(read.document, what, question, signal), name };
  } catch (error) {
    return { failure: `The preview could not be created: ${(error as Error).message}.`, name };
  }
}

function questionIn(questionText: string): Partial<PreviewQuestion> | undefined {
  try {
    const question: unknown = JSON.parse(questionText);
    return typeof question === 'object' && question !== null ? question : undefined;
  } catch {
    return undefined;
  }
}

function answered(
  document: AnyDocument,
  what: 'view' | 'find',
  question: Partial<PreviewQuestion>,
  signal: AbortSignal,
): unknown {
  const { mode, debug, only = {}, branch, around, rank, number, source, query = '' } = question;
  const isModel = mode === 'model';
  const params = {
    textDocument: { uri: document.uri },
    debug: debug === true || (what === 'find' && isModel),
    only,
    branch,
    limit: MAX_MESSAGES,
    ...(around && { around }),
    ...(rank !== undefined && { rank }),
    ...(number !== undefined && { number }),
    ...(source !== undefined && { source }),
  };
  if (what === 'find') return inSlices(find(document, { ...params, query }), signal);
  if (isModel)
    return inSlices(
      modelView(document, params, () => checkerOf(document) as Checker),
      signal,
    );
  return viewOf(document, params);
}

async function inSlices<T>(steps: Generator<undefined, T>, signal: AbortSignal): Promise<T> {
  for (let deadline = performance.now() + SLICE; ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < deadline) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    deadline = performance.now() + SLICE;
  }
}
