/** Chooses the column for a page that belongs next to an editor. */
import { TabInputWebview, ViewColumn, window } from 'vscode';

/** Matches the view type of a tab with a preview. */
const preview = /(?:^|-)ocml\.preview$/;

/**
 * Returns the first column, from the second one on, whose visible tab is not a preview. The page must not cover a preview that the user is
 * reading.
 */
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
