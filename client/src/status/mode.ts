/** Switches strict mode on and off in the settings. If the project's configuration sets the mode, opens that configuration instead. */
import { commands, type Disposable, type Uri, window, workspace } from 'vscode';
import { ocml } from '../documents.ts';

/** `modeBy`: returns whether the project or a setting determines the mode of the active document. */
export function registerMode(modeBy: () => 'project' | 'setting' | undefined): Disposable {
  return commands.registerCommand('ocml.changeMode', async () => {
    const uri = window.activeTextEditor?.document.uri;
    const nearest = uri && modeBy() === 'project' ? await configurationOf(uri) : undefined;
    if (nearest) {
      await window.showTextDocument(nearest);
      return;
    }
    const settings = workspace.getConfiguration(ocml, uri);
    await settings.update('strict', !settings.get('strict', false), workspace.workspaceFolders === undefined);
  });
}

const folderOf = ({ path }: Uri) => path.replace(/[^/]*$/, '');

/** Returns the configuration nearest to a file, in its folder or in one above. */
async function configurationOf(file: Uri): Promise<Uri | undefined> {
  const all = await workspace.findFiles('**/.ocmlrc.{json,yaml}', '**/node_modules/**');
  const above = all.filter((uri) => file.path.startsWith(folderOf(uri)));
  return above.sort((a, b) => folderOf(b).length - folderOf(a).length)[0];
}
