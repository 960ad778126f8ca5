/** Chooses the column for a page next to an editor. */
import { TabInputWebview, ViewColumn, window } from 'vscode';

/** The view type of the preview's panel in the editor's tabs. */
const preview = /(?:^|-)ocml\.preview$/;

/** The first column after column one that has no preview in front: the page must not cover a preview that the user is viewing. */
export function columnBeside(): ViewColumn {
  const covered = new Set(
    window.tabGroups.all
      .filter(({ activeTab }) => activeTab?.input instanceof TabInputWebview && preview.test(activeTab.input.viewType))
      .map(({ viewColumn }) => viewColumn),
  );
  let column: number = ViewColumn.Two;
  while (covered.has(column) && column < ViewColumn.Nine) column++;
  return column;
}
