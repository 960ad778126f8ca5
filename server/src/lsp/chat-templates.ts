/** Serves chat templates. The code is loaded when the first template is used. */
import type { Connection } from 'vscode-languageserver';
import type { AnyDocument } from '../documents/document.ts';
import type { DisableEditsFor } from '../features/support/feature.ts';
import { isTemplateFile } from '../grammar/index.ts';
import { uriOf } from './client.ts';
import type { Diagnostics } from './diagnostics.ts';
import type { Documents } from './documents.ts';
import { guarded } from './guard.ts';
import type { Settings } from './settings.ts';
import type { TemplateProblems } from './templates/template-problems.ts';

interface Surroundings {
  readonly documents: Documents;
  settingsOf(uri: string): Settings;
  diagnostics(): Diagnostics | undefined;
  complain(message: string): void;
}

export interface Templates {
  /** Called when a document or its settings have changed. */
  changed(document: AnyDocument): void;
  /** Answers a request about a template file; undefined if the request is not answered here. */
  answer(method: string, document: AnyDocument, params: unknown, turnOffs: DisableEditsFor): unknown;
}

/** The requests that are answered for template files. */
const answered = new Set(['textDocument/hover', 'textDocument/codeAction']);

export function serveTemplates(connection: Connection, surroundings: Surroundings): Templates {
  const { documents, settingsOf, complain } = surroundings;
  let problems: Promise<TemplateProblems> | undefined;
  const room = () => {
    problems ??= import('./templates/template-problems.ts').then(({ createTemplateProblems }) => {
      const diagnostics = surroundings.diagnostics() as Diagnostics;
      return createTemplateProblems({ documents, settingsOf, diagnostics, complain });
    });
    return problems;
  };
  const concerns = (uri: string) => isTemplateFile(uri) || settingsOf(uri).template !== undefined;
  const changed = (document: AnyDocument) => {
    if (problems || concerns(document.uri)) void room().then((templateProblems) => templateProblems.changed(document));
  };
  documents.onDidChange(changed);
  documents.onDidClose((uri) => void problems?.then((templateProblems) => templateProblems.closed(uri)));
  connection.onNotification('ocml/chooseTemplate', (params: unknown) => {
    const choose = async (choiceParams: { readonly template?: unknown }) => {
      const template = typeof choiceParams?.template === 'string' ? choiceParams.template : undefined;
      if (template !== undefined || problems) (await room()).choose(uriOf(choiceParams), template);
    };
    void guarded('ocml/chooseTemplate', choose, connection.console)(params);
  });
  return {
    changed,
    answer(method, document, params, turnOffs) {
      if (!answered.has(method) || !isTemplateFile(document.uri)) return undefined;
      return import('./templates/template-answers.ts').then((templateAnswers) =>
        templateAnswers.answer(method, document, params, turnOffs),
      );
    },
  };
}
