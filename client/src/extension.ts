import { type ExtensionContext, workspace } from 'vscode';
import { createClient } from './client.ts';
import { isTranscript } from './documents.ts';
import { registerExplain } from './explain.ts';
import { registerPreview } from './preview/register.ts';
import { registerRulePages } from './rule-pages.ts';

export async function activate(context: ExtensionContext): Promise<void> {
  const client = createClient(context);
  context.subscriptions.push(
    client,
    registerRulePages(context),
    registerPreview(context, client),
    registerExplain(client),
  );
  // Any JSON file activates the extension; the server starts with the first transcript.
  const started = workspace.textDocuments.some(isTranscript);
  if (started) return client.start();
  const listener = workspace.onDidOpenTextDocument((document) => {
    if (!isTranscript(document)) return;
    listener.dispose();
    void client.start();
  });
  context.subscriptions.push(listener);
}
