/**
 * Serves the requests of the preview other than `ocml/userView`: `ocml/modelView` returns the text that a model
 * continues, `ocml/findInView` searches a view for words, and `ocml/export` returns a whole view as a file.
 */

import type { CancellationToken, Connection } from 'vscode-languageserver';
import type { ExportParams, FindParams, UserViewParams } from '../../../protocol/views.ts';
import type { Checker } from '../checker/checker.ts';
import type { DocumentChecker } from '../checker/document-checker.ts';
import type { AnyDocument } from '../documents/document.ts';
import { Refusal } from '../features/support/feature.ts';
import { getOwn } from '../syntax/get-own.ts';
import { uriOf } from './client.ts';
import type { Documents } from './documents.ts';
import { cancelled } from './guard.ts';
import { serveRequest } from './serve-request.ts';

/** The time that a request may take before other requests are served, in milliseconds. */
const slice = 10;

export function serveViews(
  connection: Connection,
  documents: Documents,
  checkerOf: (document: AnyDocument) => DocumentChecker,
): void {
  const documentOf = (params: unknown) => {
    const document = documents.get(uriOf(params));
    return document && documents.isOurs(document) ? document : undefined;
  };

  serveRequest(connection, 'ocml/modelView', async (params, token) => {
    const document = documentOf(params);
    if (document === undefined) return null;
    const { modelView } = await import('../views/model-view.ts');
    const steps = () => modelView(document, params as UserViewParams, () => checkerOf(document) as Checker);
    // After an edit, the view is computed from the start again. The view of a long document is complete only when the user stops typing.
    for (;;) {
      const view = await inSlices(document, steps(), token);
      if (view !== null) return view;
    }
  });
  serveRequest(connection, 'ocml/findInView', async (params, token) => {
    const document = documentOf(params);
    if (document === undefined) return null;
    const { find } = await import('../features/user-view/find.ts');
    return inSlices(document, find(document, params as FindParams), token);
  });
  serveRequest(connection, 'ocml/export', async (params, token) => {
    const document = documentOf(params);
    if (document === undefined) return null;
    const { exportForms, exported } = await import('../features/export/index.ts');
    const { as, debug, preambles, only, branch } = params as ExportParams;
    if (getOwn(exportForms, as) === undefined)
      throw new Refusal(`\`as\` must be one of ${Object.keys(exportForms).join(', ')}.`);
    const pieces: string[] = [];
    const steps = (function* () {
      const options = {
        as,
        debug: debug === true,
        ...(only && { only }),
        ...(preambles === false && { preambles }),
        // The empty string stands for the conversation with which a session ends.
        branch: typeof branch === 'string' ? branch : '',
      };
      for (const piece of exported(document, options, checkerOf(document))) {
        pieces.push(piece);
        yield;
      }
      return { text: pieces.join('') };
    })();
    return inSlices(document, steps, token);
  });
}

/** Runs steps in slices until they are done, or until the request is cancelled. Returns null if the document changes between two slices. */
async function inSlices<T>(document: AnyDocument, steps: Generator<undefined, T>, token?: CancellationToken) {
  const { version } = document;
  for (let deadline = performance.now() + slice; ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < deadline) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (token?.isCancellationRequested) return cancelled();
    if (document.version !== version) return null;
    deadline = performance.now() + slice;
  }
}
