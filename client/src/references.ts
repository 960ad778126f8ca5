/** The command of lenses: lists the places that a lens speaks of, as the server sends them with it. */
import { commands, type Disposable, Uri } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';

/** What the server is told of it; it is not for keys and menus. */
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
