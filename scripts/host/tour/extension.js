// An extension that `npm start` adds to the editor besides OpenChatML: it opens the walkthrough beside the first example.
const { commands, Uri, window, workspace } = require('vscode');

const walkthrough = 'openchatml.openchatml#start';

exports.activate = async () => {
  const folder = workspace.workspaceFolders?.[0];
  // A window that is reloaded already has tabs, which it restores itself.
  if (folder === undefined || window.tabGroups.all.some((group) => group.tabs.length > 0)) return;
  await window.showTextDocument(Uri.joinPath(folder.uri, 'trip.ocml'), { preview: false });
  await commands.executeCommand('workbench.action.openWalkthrough', walkthrough, true);
};
