import { type ExtensionContext, type TextDocument, workspace } from 'vscode';
import { registerAgentSessions } from './agent-sessions.ts';
import { createClient } from './client.ts';
import { registerCompare } from './compare.ts';
import { registerConfigurationCompletion } from './configuration-completion.ts';
import { registerConfigurationProblems } from './configuration-problems.ts';
import { registerConfigurations } from './configurations.ts';
import { registerConvert } from './convert.ts';
import { registerCopy } from './copy.ts';
import { registerDataSets } from './data-set/register.ts';
import { registerOffer } from './detect-transcript.ts';
import { isTemplateFile, isTranscript, mayBeTranscript, ocml } from './documents.ts';
import { registerExplain } from './explain/explain-output.ts';
import { registerExplainOffer } from './explain/offer-explain.ts';
import { registerFixAllOfKind } from './fix-all-of-kind.ts';
import { registerFolding } from './folding.ts';
import { registerModelTools } from './model-tools.ts';
import { registerNewTranscript } from './new-transcript.ts';
import { registerComparisons } from './preview/compare.ts';
import { registerPreview } from './preview/register.ts';
import { registerReferences } from './references.ts';
import { registerRulePages } from './rule-pages.ts';
import { registerSample } from './sample.ts';
import { registerServerCommands } from './server-commands.ts';
import { registerStatus } from './status/status.ts';
import { registerTasks } from './tasks.ts';
import { registerTruncate } from './truncate.ts';
import { registerTyping } from './typing.ts';

export async function activate(context: ExtensionContext): Promise<void> {
  const client = createClient(context);
  context.subscriptions.push(
    client,
    registerRulePages(context),
    registerPreview(context, client),
    registerDataSets(context, client),
    registerComparisons(),
    registerStatus(context, client),
    registerServerCommands(client),
    registerNewTranscript(client),
    registerAgentSessions(client),
    registerCompare(client),
    registerCopy(client),
    registerOffer(context),
    registerSample(context),
    registerTasks(context),
    registerExplain(client),
    registerExplainOffer(),
    registerConvert(client),
    registerTruncate(client),
    registerConfigurations(client),
    registerConfigurationProblems(client),
    registerReferences(client),
    registerTyping(client),
    registerFixAllOfKind(),
    registerConfigurationCompletion(context),
    registerFolding(),
    registerModelTools(context, client),
  );
  // Any JSON file activates the extension, but the server only starts for the first transcript or template.
  const detects = () => workspace.getConfiguration(ocml).get('json.detect', true);
  const isOurs = (document: TextDocument) =>
    isTranscript(document) || isTemplateFile(document) || (detects() && mayBeTranscript(document));
  const started = workspace.textDocuments.some(isOurs);
  if (started) return client.start();
  const listener = workspace.onDidOpenTextDocument((document) => {
    if (!isOurs(document)) return;
    listener.dispose();
    void client.start();
  });
  context.subscriptions.push(listener);
}
