/**
 * _OpenChatML: Open Agent Session…_: lists the sessions that agents store on this machine, newest first, and opens the chosen one in the
 * preview. The logs are read, but never changed.
 */
import { commands, type Disposable, env, l10n, type QuickPickItem, Uri, ViewColumn, window, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { KeptSession } from '../../protocol/sessions.ts';
import { showError, showInformation } from './notifications.ts';
import { sendRequest } from './send-request.ts';

/** The size up to which a log is also opened in an editor, in bytes. */
const MAX_EDITED_SIZE = 20 * 1024 * 1024;
/** The size up to which a log is shown in the preview, in bytes. The preview reads a file as a whole. */
const MAX_PREVIEWED_SIZE = 256 * 1024 * 1024;

interface SessionItem extends QuickPickItem {
  readonly session: KeptSession;
}

export function registerAgentSessions(client: LanguageClient): Disposable {
  return commands.registerCommand('ocml.openAgentSession', async () => {
    if (!workspace.isTrusted) {
      void showInformation(
        l10n.t(
          'Agent sessions are listed only in trusted workspaces, because their logs are files outside the workspace.',
        ),
      );
      return;
    }
    try {
      await client.start();
      const chosen = await chooseSession(client);
      if (chosen) await openSession(chosen);
    } catch (error) {
      void showError(l10n.t('The session could not be opened: {0}', (error as Error).message));
    }
  });
}

async function chooseSession(client: LanguageClient): Promise<KeptSession | undefined> {
  const picker = window.createQuickPick<SessionItem>();
  picker.title = l10n.t('Open Agent Session');
  picker.placeholder = l10n.t('Choose a Claude Code, Codex or Pi session');
  picker.matchOnDetail = true;
  picker.busy = true;
  const chosen = new Promise<KeptSession | undefined>((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems[0]?.session);
      picker.hide();
    });
    picker.onDidHide(() => resolve(undefined));
  });
  picker.show();
  try {
    const { sessions, older, folders, unreadable = [] } = await sendRequest(client, 'ocml/sessions', {});
    picker.busy = false;
    picker.items = sessions.map(itemOf);
    if (older > 0) picker.placeholder = l10n.t('Choose a session (older sessions that are not listed: {0})', older);
    if (unreadable.length > 0)
      picker.title = l10n.t('Open Agent Session ({0} could not be read)', unreadable.join(', '));
    if (sessions.length === 0) {
      picker.hide();
      void showInformation(l10n.t('No agent sessions were found in {0}.', folders.join(', ')));
    }
    return await chosen;
  } finally {
    picker.dispose();
  }
}

function itemOf(session: KeptSession): SessionItem {
  const { agent, words, folder, changed, size } = session;
  return {
    // Without the zero-width space, words such as `$(name)` would be shown as an icon.
    label: words === undefined ? l10n.t('(no user message yet)') : words.replaceAll('$(', '$\u200B('),
    detail: [agent, timeAgo(changed), folder, sizeText(size)].filter((part) => part !== undefined).join(' · '),
    session,
  };
}

const steps = [
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 24],
  ['day', 86_400_000, 60],
  ['month', 30 * 86_400_000, 24],
  ['year', 365 * 86_400_000, Number.POSITIVE_INFINITY],
] as const;

/** Returns how long ago a moment was, in words in the editor's language. */
function timeAgo(time: number): string {
  const passed = Date.now() - time;
  const [unit, length] = steps.find(([, length, count]) => passed < length * count) ?? steps[4];
  return new Intl.RelativeTimeFormat(env.language, { numeric: 'auto' }).format(-Math.floor(passed / length), unit);
}

const sizeText = (size: number): string =>
  size < 1_000_000 ? l10n.t('{0} KB', Math.ceil(size / 1000)) : l10n.t('{0} MB', (size / 1_000_000).toFixed(1));

/**
 * Shows a session in the preview, and next to it its log, if the log is small enough for an editor. A log that is too large even for the
 * preview is opened as a data set of its records.
 */
async function openSession({ uri: address, size }: KeptSession): Promise<void> {
  const uri = Uri.parse(address, true);
  if (size > MAX_PREVIEWED_SIZE) await commands.executeCommand('ocml.openDataSet', uri);
  else if (size > MAX_EDITED_SIZE) await commands.executeCommand('ocml.showPreview', uri);
  else {
    await window.showTextDocument(uri, { viewColumn: ViewColumn.One, preview: true });
    await commands.executeCommand('ocml.showPreviewToSide', uri);
  }
}
