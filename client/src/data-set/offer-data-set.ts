/** Offers to open a file as a data set, once per file, if it is so large that VS Code does not pass its text to extensions. */
import { Disposable, type ExtensionContext, l10n, TabInputText, type Uri, window, workspace } from 'vscode';
import { showInformation } from '../notifications.ts';
import { isDataSetFile, nameOf } from './data-set-file.ts';

/** The key of the user's refusal, which is stored for all workspaces. */
const DECLINED_KEY = 'ocml.dataSetDeclined';
/** VS Code passes the text of a file to extensions only up to this size (bytes). */
const MAX_EDITOR_SIZE = 50 * 1024 * 1024;
/** The time after which the offer is made, in milliseconds. If a tab has no document by then, VS Code will not create one for it. */
const OFFER_DELAY = 1500;

export function registerLargeFileOffer({ globalState }: ExtensionContext, open: (uri: Uri) => void): Disposable {
  const offered = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const shownFile = (): Uri | undefined => {
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof TabInputText && isDataSetFile(input.uri) ? input.uri : undefined;
  };
  const isWithoutDocument = (uri: Uri) =>
    !workspace.textDocuments.some((document) => String(document.uri) === String(uri));

  function scheduleOffer(): void {
    clearTimeout(timer);
    const uri = shownFile();
    if (uri === undefined || uri.scheme !== 'file' || offered.has(String(uri)) || !isWithoutDocument(uri)) return;
    timer = setTimeout(() => void offer(uri), OFFER_DELAY);
  }

  async function offer(uri: Uri): Promise<void> {
    if (globalState.get(DECLINED_KEY, false) || String(shownFile()) !== String(uri) || !isWithoutDocument(uri)) return;
    const size = await workspace.fs.stat(uri).then(
      (stat) => stat.size,
      () => 0,
    );
    if (size <= MAX_EDITOR_SIZE || offered.has(String(uri))) return;
    offered.add(String(uri));
    const [yes, never] = [l10n.t('Open as Data Set'), l10n.t('Don’t Ask Again')];
    const question = l10n.t(
      '{0} is too large for the editor to check. To read, search and check its rows, open it as a data set.',
      nameOf(uri),
    );
    const chosen = await showInformation(question, yes, never);
    if (chosen === yes) open(uri);
    else if (chosen === never) await globalState.update(DECLINED_KEY, true);
  }

  scheduleOffer();
  return Disposable.from(
    window.tabGroups.onDidChangeTabs(scheduleOffer),
    window.tabGroups.onDidChangeTabGroups(scheduleOffer),
    new Disposable(() => clearTimeout(timer)),
  );
}
