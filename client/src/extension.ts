import type { ExtensionContext } from 'vscode';
import { createClient } from './client.ts';
import { registerPreview } from './preview/register.ts';
import { registerRulePages } from './rule-pages.ts';

export async function activate(context: ExtensionContext): Promise<void> {
  const client = createClient(context);
  context.subscriptions.push(client, registerRulePages(context), registerPreview(context, client));
  await client.start();
}
