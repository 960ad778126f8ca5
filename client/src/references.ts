/** The command of code lenses. It lists the locations that the server sends with a lens. */
import { commands, type Disposable, Uri } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';

/** The name of the command. The client sends it to the server, and it is not meant for key bindings or menus. */
export const showReferences = 'ocml.showReferences';

export function registerReferences({ protocol2CodeConverter: convert }: LanguageClient): Disposable {
  return commands.registerCommand(showReferences, (uri: string, position, locations) =>
    commands.executeCommand(
      'editor.action.showReferences',
      Uri.parse(uri),
      convert.asPosition(position),
      locations.map(convert.asLocation),
    ),
  );
}
