/**
 * Reports the problems in an open `.ocmlrc.yaml`, unless the YAML extension is installed: that extension checks the file against its
 * schema, as VS Code itself does for `.ocmlrc.json`.
 */

import {
  Diagnostic,
  DiagnosticSeverity,
  Disposable,
  extensions,
  languages,
  Range,
  type TextDocument,
  workspace,
} from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { ConfigurationProblem } from '../../protocol/configurations.ts';
import { ocml } from './documents.ts';
import { sendRequest } from './send-request.ts';
import { canBeFixed } from './versions.ts';

/** The YAML extension, which checks a `.ocmlrc.yaml` against its schema. */
export const yamlExtension = 'redhat.vscode-yaml';
/** The pause in typing after which the text is checked, in milliseconds. */
const patience = 150;

export function registerConfigurationProblems(client: LanguageClient): Disposable {
  const problems = languages.createDiagnosticCollection('ocml-configuration');
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const isOurs = ({ uri }: TextDocument) => /\/\.ocmlrc\.yaml$/.test(uri.path) && canBeFixed(uri);

  async function check(document: TextDocument): Promise<void> {
    await client.start();
    const { version } = document;
    const params = { text: document.getText() };
    const configurationProblems = await sendRequest(client, 'ocml/checkConfiguration', params).catch(() => []);
    if (document.isClosed || document.version !== version) return;
    problems.set(document.uri, configurationProblems?.map(asDiagnostic));
  }

  function look(document: TextDocument): void {
    if (!isOurs(document) || extensions.getExtension(yamlExtension) !== undefined) return;
    const key = document.uri.toString();
    clearTimeout(waiting.get(key));
    waiting.set(
      key,
      setTimeout(() => void check(document), patience),
    );
  }

  for (const document of workspace.textDocuments) look(document);
  return Disposable.from(
    problems,
    workspace.onDidOpenTextDocument(look),
    workspace.onDidChangeTextDocument(({ document }) => look(document)),
    workspace.onDidCloseTextDocument(({ uri }) => {
      clearTimeout(waiting.get(uri.toString()));
      waiting.delete(uri.toString());
      problems.delete(uri);
    }),
  );
}

function asDiagnostic({ message, range: { start, end } }: ConfigurationProblem): Diagnostic {
  const range = new Range(start.line, start.character, end.line, end.character);
  const problem = new Diagnostic(range, message, DiagnosticSeverity.Warning);
  problem.source = ocml;
  return problem;
}
