/** Where a page beside an editor goes. */
import { TabInputWebview, ViewColumn, window } from 'vscode';

/** The preview's panel, as the tabs of the editor name it. */
const preview = /(?:^|-)ocml\.preview$/;

/** The first column after the first one in which no preview is in front: a page does not cover what the user looks at. */
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
