/**
 * What the preview requests in addition to `ocml/userView`: `ocml/modelView`, what a model continues from;
 * `ocml/findInView`, where a view shows some words; `ocml/export`, the whole view as a file.
 */
import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { Checker } from '../checker/checker.ts';
import type { DocumentChecker } from '../checker/document-checker.ts';
import type { AnyDocument } from '../documents/document.ts';
import type { ExportOptions } from '../features/export/index.ts';
import { Refusal } from '../features/support/feature.ts';
import type { FindParams } from '../features/user-view/find.ts';
import type { UserViewParams } from '../features/user-view.ts';
import { getOwn } from '../syntax/get-own.ts';
import { uriOf } from './client.ts';
import type { Documents } from './documents.ts';
import { cancelled, guarded } from './guard.ts';

/** For how long a search or an export works before others have their turn, in milliseconds. */
const slice = 10;

type Answer = (document: AnyDocument, params: any, token: CancellationToken) => unknown;

export function serveViews(
  connection: Connection,
  documents: Documents,
  checkerOf: (document: AnyDocument) => DocumentChecker,
): void {
  const answers: Readonly<Record<string, Answer>> = {
    async 'ocml/modelView'(document, params: UserViewParams, token) {
      const { modelView } = await import('./model-view.ts');
      const steps = () => modelView(document, params, () => checkerOf(document) as Checker);
      // An edit begins it again: of a long document, it is there once the user stops typing.
      for (;;) {
        const view = await inSlices(document, steps(), token);
        if (view !== null) return view;
      }
    },
    async 'ocml/findInView'(document, params: FindParams, token) {
      const { find } = await import('../features/user-view/find.ts');
      return inSlices(document, find(document, params), token);
    },
    async 'ocml/export'(document, params: ExportOptions, token) {
      const { exportForms, exported } = await import('../features/export/index.ts');
      const { as, debug, preambles, only } = params;
      if (getOwn(exportForms, as) === undefined)
        throw new Refusal(`\`as\` is one of ${Object.keys(exportForms).join(', ')}.`);
      const pieces: string[] = [];
      const steps = (function* () {
        const options = {
          as,
          debug: debug === true,
          ...(only && { only }),
          ...(preambles === false && { preambles }),
        };
        for (const piece of exported(document, options, checkerOf(document))) {
          pieces.push(piece);
          yield;
        }
        return { text: pieces.join('') };
      })();
      return inSlices(document, steps, token);
    },
  };
  for (const [method, answer] of Object.entries(answers)) {
    const guardedAnswer = (params: unknown, token: CancellationToken) => {
      const document = documents.get(uriOf(params));
      return document === undefined || !documents.isOurs(document) ? null : answer(document, params, token);
    };
    connection.onRequest(method, (params: unknown, token: CancellationToken) =>
      guarded(method, (given) => guardedAnswer(given, token), connection.console)(params, token),
    );
  }
}

/** Runs something in slices until it is cancelled; null if the document has changed meanwhile. */
async function inSlices<T>(document: AnyDocument, steps: Generator<undefined, T>, token: CancellationToken) {
  const { version } = document;
  for (let deadline = performance.now() + slice; ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < deadline) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (token.isCancellationRequested) return cancelled();
    if (document.version !== version) return null;
    deadline = performance.now() + slice;
  }
}
