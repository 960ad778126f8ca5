/**
 * _Lost in Conversion_: a view that lists what the target format of a conversion cannot express. Equal losses share a row, with their
 * positions below it. They are not reported as problems, which would underline many parts of a document that is correct.
 */
import {
  commands,
  Disposable,
  EventEmitter,
  l10n,
  Range,
  type TextDocument,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  type Uri,
  window,
} from 'vscode';
import type { Conversion } from '../../protocol/conversions.ts';

export const lossesView = 'ocml.losses';
/** The context key that shows the view. */
const hasLosses = 'ocml.hasLosses';

type Note = Conversion['notes'][number];

/** A row of the view: all notes with the same message, or a single note below such a row (`isPlace`). */
interface Row {
  readonly notes: readonly Note[];
  readonly isPlace: boolean;
}

const icons = { error: 'error', warning: 'warning', information: 'info' } as const;

export interface Losses extends Disposable {
  /** Lists the notes on a conversion in place of those on the previous one. */
  set(source: TextDocument, notes: readonly Note[], target: string): void;
  /** Empties the list if it is about this document. */
  clear(uri: Uri): void;
}

export function createLosses(): Losses {
  let source: Uri | undefined;
  let rows: readonly Row[] = [];
  const changed = new EventEmitter<void>();
  const view = window.createTreeView<Row>(lossesView, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: (row) =>
        row === undefined ? [...rows] : row.notes.map((note) => ({ notes: [note], isPlace: true })),
      getTreeItem: (row) => itemOf(row, source),
    },
    showCollapseAll: true,
  });

  function set(uri: Uri | undefined, notes: readonly Note[], message: string | undefined): void {
    source = uri;
    const byMessage = new Map<string, Note[]>();
    for (const note of notes) {
      const same = byMessage.get(note.message);
      if (same) same.push(note);
      else byMessage.set(note.message, [note]);
    }
    rows = [...byMessage.values()].map((same) => ({ notes: same, isPlace: false }));
    view.message = message ?? '';
    void commands.executeCommand('setContext', hasLosses, notes.length > 0);
    changed.fire();
  }

  return {
    set({ uri }, notes, target) {
      const name = uri.path.split('/').at(-1) ?? '';
      set(uri, notes, notes.length > 0 ? l10n.t('{0} in {1}', name, target) : undefined);
    },
    clear(uri) {
      if (source?.toString() === uri.toString()) set(undefined, [], undefined);
    },
    dispose: () => Disposable.from(view, changed).dispose(),
  };
}

function itemOf({ notes, isPlace }: Row, source: Uri | undefined): TreeItem {
  const [
    {
      message,
      severity,
      code,
      range: { start, end },
    },
  ] = notes as [Note];
  const lineLabel = l10n.t('Line {0}', start.line + 1);
  const isGroup = notes.length > 1;
  const item = new TreeItem(
    isPlace ? lineLabel : message,
    isGroup ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None,
  );
  item.description = isPlace ? '' : isGroup ? l10n.t('{0} locations', notes.length) : lineLabel;
  item.tooltip = `${message} (${code})`;
  if (!isPlace) item.iconPath = new ThemeIcon(icons[severity]);
  if (source && !isGroup) {
    const selection = new Range(start.line, start.character, end.line, end.character);
    item.command = { title: l10n.t('Go to Location'), command: 'vscode.open', arguments: [source, { selection }] };
  }
  return item;
}
