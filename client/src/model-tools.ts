/**
 * Offers the tools of `ocml mcp` to the models in VS Code, as declared in the manifest, so that an agent in the editor can ask why a
 * transcript is wrong. The tools read files in the workspace, so the workspace must be trusted. They start processes, so they are not
 * available in a browser.
 */
import {
  type CancellationToken,
  type ExtensionContext,
  env,
  LanguageModelTextPart,
  type LanguageModelTool,
  LanguageModelToolResult,
  l10n,
  lm,
  MarkdownString,
  UIKind,
  workspace,
} from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { sendRequest } from './send-request.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The prefix of tool names in the manifest. */
const prefix = 'openchatml_';

export function registerModelTools(context: ExtensionContext, client: LanguageClient): { dispose(): void } {
  const announced: readonly { readonly name: string; readonly displayName: string }[] =
    context.extension.packageJSON.contributes.languageModelTools;
  const register = () => {
    for (const { name, displayName } of announced)
      context.subscriptions.push(lm.registerTool(name, toolOf(name.slice(prefix.length), displayName, client)));
  };
  if (env.uiKind === UIKind.Web && workspace.workspaceFolders?.every(({ uri }) => uri.scheme !== 'file'))
    return { dispose() {} };
  if (workspace.isTrusted) register();
  return workspace.onDidGrantWorkspaceTrust(register);
}

const toolOf = (name: string, title: string, client: LanguageClient): LanguageModelTool<Arguments> => ({
  /** The user has to agree before a model receives parts that end users do not see. */
  prepareInvocation: ({ input }) => ({
    invocationMessage: title,
    ...(input?.hidden === true && {
      confirmationMessages: {
        title,
        message: new MarkdownString(
          l10n.t('The result contains text hidden from end users: instructions, reasoning, calls and tool output.'),
        ),
      },
    }),
  }),
  async invoke({ input }, token: CancellationToken) {
    await client.start();
    const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
    const { result } = await sendRequest(client, 'ocml/callTool', { name, arguments: input ?? {}, folders }, token);
    return new LanguageModelToolResult([new LanguageModelTextPart(JSON.stringify(result))]);
  },
});
