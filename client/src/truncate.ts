/**
 * Fits a transcript into a number of tokens: asks for the number, shows the result next to the text, and removes messages if the user
 * agrees. VS Code's own preview of changes is not used: it leaves each change unchecked at first, and would allow removing a call without
 * its reply.
 */

import {
  commands,
  Disposable,
  EventEmitter,
  l10n,
  Position,
  ProgressLocation,
  type QuickPickItem,
  Range,
  type Tab,
  TabInputTextDiff,
  type TextDocument,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { Truncation } from '../../protocol/token-counts.ts';
import { asText, pick, showError, showInformation, showWarning } from './notifications.ts';
import { sendRequest } from './send-request.ts';
import { askTokens, number } from './status/token-figure.ts';

/** The argument that a key binding may give to the command. The user is asked for missing fields. */
interface TruncateArgument {
  readonly limit?: unknown;
  readonly strategy?: unknown;
}

/** The URI scheme of truncated texts. Except for the scheme, the URI is that of the original. */
const scheme = 'ocml-truncated';

interface Proposal {
  readonly document: TextDocument;
  readonly found: Truncation;
}

export function registerTruncate(client: LanguageClient): Disposable {
  /** The proposals, by the addresses of their truncated texts. */
  const proposals = new Map<string, Proposal>();
  const changed = new EventEmitter<Uri>();

  async function truncate(truncateArgument?: TruncateArgument): Promise<void> {
    const document = window.activeTextEditor?.document;
    if (document === undefined) return;
    await client.start();
    const limit =
      typeof truncateArgument?.limit === 'number' ? truncateArgument.limit : await chooseLimit(client, document);
    if (limit === undefined) return;
    const strategy = Array.isArray(truncateArgument?.strategy) ? truncateArgument.strategy : await chooseStrategy();
    const truncation = strategy && (await ask(client, document, limit, strategy));
    if (!truncation) return;
    if (truncation.cuts.length > 0) return propose({ document, found: truncation });
    const message = l10n.t(
      'Nothing needs to be removed: the transcript has {0} tokens ({1}).',
      number(truncation.tokens),
      truncation.encoding,
    );
    void showInformation(message);
  }

  async function propose(proposal: Proposal): Promise<void> {
    const { document, found } = proposal;
    const proposalUri = document.uri.with({ scheme, query: document.uri.scheme });
    proposals.set(proposalUri.toString(), proposal);
    changed.fire(proposalUri);
    const title = l10n.t('{0}: {1} tokens remain', document.uri.path.split('/').at(-1) ?? '', number(found.tokens));
    await commands.executeCommand('vscode.diff', document.uri, proposalUri, title, { preview: true });
    const button = l10n.t('Remove');
    const chosen = await showInformation(described(found), button);
    if (chosen === button) await apply(proposalUri);
  }

  /** Applies the proposal with the given address, or the one in the active tab. */
  async function apply(argument?: unknown): Promise<void> {
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    const proposalUri =
      argument instanceof Uri ? argument : input instanceof TabInputTextDiff ? input.modified : undefined;
    const proposal = proposalUri && proposals.get(proposalUri.toString());
    if (!proposalUri || !proposal) return;
    const { document, found } = proposal;
    if (document.isClosed || document.version !== found.version) {
      void showWarning(l10n.t('The file has been edited in the meantime. Truncate it again.'));
      return;
    }
    const edit = new WorkspaceEdit();
    for (const cut of found.cuts) edit.delete(document.uri, rangeOf(cut));
    if (!(await workspace.applyEdit(edit))) return;
    close(proposalUri);
    await window.showTextDocument(document);
  }

  function close(proposalUri: Uri): void {
    proposals.delete(proposalUri.toString());
    const isShown = ({ input }: Tab) =>
      input instanceof TabInputTextDiff && String(input.modified) === String(proposalUri);
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs).filter(isShown);
    void window.tabGroups.close(tabs);
  }

  return Disposable.from(
    changed,
    commands.registerCommand('ocml.truncate', truncate),
    commands.registerCommand('ocml.applyTruncation', apply),
    workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => {
        const proposal = proposals.get(uri.toString());
        return proposal ? without(proposal) : l10n.t('This comparison no longer exists. Truncate again.');
      },
    }),
    workspace.onDidCloseTextDocument(({ uri }) => proposals.delete(uri.toString())),
  );
}

const rangeOf = ({ start, end }: Truncation['cuts'][number]) =>
  new Range(start.line, start.character, end.line, end.character);

/** Returns the text of the document without the messages to remove. */
function without({ document, found: { cuts } }: Proposal): string {
  let at = new Position(0, 0);
  const remainingTexts = cuts.map(rangeOf).map(({ start, end }) => {
    const before = document.getText(new Range(at, start));
    at = end;
    return before;
  });
  return remainingTexts.join('') + document.getText(new Range(at, new Position(document.lineCount, 0)));
}

const described = ({ dropped, tokens, encoding }: Truncation) =>
  dropped === 1
    ? l10n.t('Removing 1 message would leave {0} tokens ({1}).', number(tokens), encoding)
    : l10n.t('Removing {0} messages would leave {1} tokens ({2}).', number(dropped), number(tokens), encoding);

async function chooseLimit(client: LanguageClient, document: TextDocument): Promise<number | undefined> {
  const tokens = await askTokens(client, document).catch(() => null);
  const has =
    tokens && !tokens.error
      ? l10n.t('The transcript has {0} tokens ({1}).', number(tokens.total), tokens.encoding)
      : '';
  const valueOf = (text: string) => (/^\s*\d{1,12}\s*$/.test(text) ? Number(text) : 0);
  const text = await window.showInputBox({
    title: l10n.t('Truncate'),
    prompt: asText(`${l10n.t('What is the maximum number of tokens to keep?')} ${has}`.trim()),
    validateInput: (value) => (valueOf(value) > 0 ? undefined : l10n.t('Enter a whole number of tokens, 1 or more.')),
  });
  return text === undefined ? undefined : valueOf(text);
}

async function chooseStrategy(): Promise<readonly string[] | undefined> {
  const item = (label: string, description: string, strategy: readonly string[]) => ({ label, description, strategy });
  const items: (QuickPickItem & { readonly strategy: readonly string[] })[] = [
    item(l10n.t('Remove the oldest messages'), l10n.t('instructions are kept'), ['keep-system', 'drop-oldest']),
    item(l10n.t('Remove reasoning first, then the oldest messages'), l10n.t('instructions are kept'), [
      ...['keep-system', 'drop-reasoning', 'drop-oldest'],
    ]),
    item(l10n.t('Remove only reasoning'), l10n.t('everything else is kept'), ['keep-system', 'drop-reasoning']),
    item(l10n.t('Remove the oldest messages, including instructions'), '', ['drop-oldest']),
  ];
  const title = l10n.t('Truncate');
  return (await pick(items, { title, placeHolder: l10n.t('What to remove') }))?.strategy;
}

function ask(
  client: LanguageClient,
  document: TextDocument,
  limit: number,
  strategy: readonly string[],
): Thenable<Truncation | null> {
  const options = { location: ProgressLocation.Notification, title: l10n.t('Counting tokens…'), cancellable: true };
  return window.withProgress(options, async (_, token) => {
    const textDocument = { uri: client.code2ProtocolConverter.asUri(document.uri) };
    try {
      return await sendRequest(client, 'ocml/truncate', { textDocument, limit, strategy }, token);
    } catch (error) {
      if (!token.isCancellationRequested) void showError((error as Error).message);
      return null;
    }
  });
}
