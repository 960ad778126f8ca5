/**
 * _OpenChatML: Show Report on Data Set_: shows the output of `ocml report` on files or a folder, on a page without scripts or external
 * resources. The bundled command line creates the report in a separate process, which is ended if the user cancels.
 */
import { basename, dirname, relative } from 'node:path';
import { commands, type Disposable, l10n, ProgressLocation, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { showError, showInformation, showWarning } from '../notifications.ts';
import { createReport, type Report } from './report-process.ts';

/** `program`: the path of `ocml.js`. `chooseFile`: asks for a file if the command is run without one. */
export function registerReport(program: string, chooseFile: () => Promise<Uri | undefined>): Disposable {
  /** The open panels by the paths of their files. */
  const panels = new Map<string, WebviewPanel>();

  async function show(argument: unknown, selected: unknown): Promise<void> {
    const uris =
      argument instanceof Uri ? urisIn(argument, selected) : [await chooseFile()].filter((uri) => uri !== undefined);
    const [first] = uris;
    if (first === undefined) return;
    if (uris.some(({ scheme }) => scheme !== 'file')) {
      void showInformation(l10n.t('Reports are only available for files on this computer.'));
      return;
    }
    const paths = uris.map(({ fsPath }) => fsPath);
    const name = basename(first.fsPath) + (paths.length > 1 ? ` + ${paths.length - 1}` : '');
    const report = await window.withProgress(
      { location: ProgressLocation.Notification, title: l10n.t('Report on {0}', name), cancellable: true },
      (progress, token) => {
        let last = 0;
        return createReport({
          program,
          folder: dirname(first.fsPath),
          paths: paths.map((path) => pathFrom(dirname(first.fsPath), path)),
          reached(part) {
            progress.report({ increment: 100 * (part - last) });
            last = part;
          },
          onCancel: (cancel) => token.onCancellationRequested(cancel),
        });
      },
    );
    if (report) showReport(paths.join('\0'), name, report);
  }

  function showReport(key: string, name: string, { html, failure }: Report): void {
    if (html === undefined) {
      void showError(l10n.t('The report on {0} could not be created: {1}', name, failure));
      return;
    }
    if (failure) void showWarning(l10n.t('The report on {0} is not complete: {1}', name, failure));
    const panel = panels.get(key) ?? createPanel(key, name);
    panel.webview.html = withEditorColours(html);
    panel.reveal();
  }

  function createPanel(key: string, name: string): WebviewPanel {
    const panel = window.createWebviewPanel('ocml.report', l10n.t('Report on {0}', name), ViewColumn.Active, {
      enableFindWidget: true,
      enableScripts: false,
      localResourceRoots: [],
    });
    panels.set(key, panel);
    panel.onDidDispose(() => panels.delete(key));
    return panel;
  }

  return commands.registerCommand('ocml.showReport', show);
}

/** Returns all files selected in the explorer if the clicked file is one of them, and otherwise only the clicked file. */
function urisIn(clicked: Uri, selected: unknown): readonly Uri[] {
  const all = Array.isArray(selected) ? selected.filter((one) => one instanceof Uri) : [];
  return all.some((one) => String(one) === String(clicked)) ? all : [clicked];
}

/**
 * Returns the path relative to the folder, since the report shows the path. A relative path that begins with `-` is avoided, since `-`
 * means standard input.
 */
function pathFrom(folder: string, path: string): string {
  const short = relative(folder, path);
  return short === '' || short.startsWith('-') ? path : short;
}

/** Makes the report use the colors of the editor's theme. */
const withEditorColours = (html: string): string => html.replace('</style>', () => `${editorColours}</style>`);

const editorColours = `
@media screen { :root { --ink: var(--vscode-editor-foreground); --paper: var(--vscode-editor-background); --faint: var(--vscode-descriptionForeground); --line: var(--vscode-editorWidget-border, var(--vscode-contrastBorder)); --bar: var(--vscode-charts-blue); } }
`;
