/** Turns rules off in project configurations. The client applies the edits, since the server writes no files. */
import { join } from 'node:path';
import type { TextDocumentEdit, TextEdit, WorkspaceClientCapabilities, WorkspaceEdit } from 'vscode-languageserver';
import type { AnyDocument } from '../documents/document.ts';
import type { DisableEdit } from '../features/support/feature.ts';
import { pathOf, uriOfFile } from '../files/addresses.ts';
import { readSmall } from '../files/regular.ts';
import { MAX_CONFIG_SIZE } from '../project/bounds.ts';
import { type ConfigFile, mappingsIn, nearestConfig, newConfigIn, offsIn } from '../project/turn-off.ts';
import type { ConfigValue, ValueEdit } from '../syntax/config-edit/set-value.ts';
import type { Settings } from './settings.ts';

export interface Surroundings {
  readonly capabilities: WorkspaceClientCapabilities | undefined;
  readonly settings: Settings;
  readonly documents: { get(uri: string): AnyDocument | undefined };
  /** Returns the addresses of the open folders. */
  readonly folders: () => Promise<readonly string[]>;
}

/**
 * Returns the edits that turn rules off for a document, by rule code. With `rows`, the edits that write this mapping are included under the
 * key `rows`. The result is empty if the document is not a file, or if its configuration cannot be read or created.
 */
export async function disableEditsFor(
  uri: string,
  codes: readonly string[],
  { capabilities, settings, documents, folders }: Surroundings,
  rows?: Readonly<Record<string, ConfigValue>>,
): Promise<ReadonlyMap<string, readonly DisableEdit[]>> {
  const file = pathOf(uri);
  if (file === undefined) return new Map();
  // If the configuration is open in an editor, the client edits the unsaved text. The edits are therefore computed from that text.
  const opened = (path: string) => documents.get(uriOfFile(path));
  const read = (path: string) => opened(path)?.getText() ?? readSmall(path, MAX_CONFIG_SIZE);
  let config: ConfigFile | undefined;
  try {
    config = nearestConfig(file, read);
  } catch {
    return new Map();
  }
  if (config === undefined && canCreate(capabilities)) config = newConfig(file, await folders());
  if (config === undefined) return new Map();
  const version = opened(config.path)?.version ?? null;
  const configFile = config;
  const inWorkspace = (all: ReturnType<typeof offsIn>): DisableEdit[] =>
    all.map(({ where, edits }) => ({ where, edit: editOf(configFile, edits, version, capabilities) }));
  const edits = new Map(codes.map((code) => [code, inWorkspace(offsIn(configFile, file, code, settings, read))]));
  if (rows) edits.set('rows', inWorkspace(mappingsIn(configFile, file, rows, settings, read)));
  return edits;
}

function canCreate(capabilities: WorkspaceClientCapabilities | undefined): boolean {
  const { documentChanges, resourceOperations } = capabilities?.workspaceEdit ?? {};
  return documentChanges === true && Array.isArray(resourceOperations) && resourceOperations.includes('create');
}

/** Returns a new configuration in the innermost open folder that contains the file. */
function newConfig(file: string, folders: readonly string[]): ConfigFile | undefined {
  const paths = folders.flatMap((uri) => pathOf(uri) ?? []);
  const around = paths.filter((folder) => file.startsWith(join(folder, '/')));
  const [folder] = around.sort((a, b) => b.length - a.length);
  return folder === undefined ? undefined : newConfigIn(folder);
}

function editOf(
  { path, text }: ConfigFile,
  puts: readonly ValueEdit[],
  version: number | null,
  capabilities: WorkspaceClientCapabilities | undefined,
): WorkspaceEdit {
  const uri = uriOfFile(path);
  const edits: TextEdit[] = puts.map(({ start, end, text: newText }) => ({
    range: { start: positionIn(text ?? '', start), end: positionIn(text ?? '', end) },
    newText,
  }));
  if (capabilities?.workspaceEdit?.documentChanges !== true) return { changes: { [uri]: edits } };
  const changed: TextDocumentEdit = { textDocument: { uri, version }, edits };
  return { documentChanges: text === undefined ? [{ kind: 'create', uri }, changed] : [changed] };
}

function positionIn(text: string, offset: number) {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}
