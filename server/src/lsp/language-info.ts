/**
 * Reports the dialect in which a document is read (`ocml/takenFor`), lists the possible dialects (`ocml/readings`), and
 * lets the user choose one (`ocml/readAs`).
 */

import type { Connection } from 'vscode-languageserver';
import type { TakenFor } from '../../../protocol/readings.ts';
import { type AnyDocument, languageInfoOf } from '../documents/document.ts';
import { chosenDialect } from '../documents/sniff.ts';
import { allDialects, dialectNames, dialects, jsonDialects, shapeNames } from '../grammar/index.ts';
import { learnedName } from '../syntax/families/index.ts';
import type { Documents, Reading } from './documents.ts';
import type { LearnedDialects } from './learned-dialects.ts';
import { serveRequest } from './serve-request.ts';
import type { Settings } from './settings.ts';

/** The sources of the settings for a document: the user and the project. */
interface Origins {
  user(): Settings;
  /** Returns the settings `from`, overridden by those of the project. */
  withProject(uri: string, from: Settings): Settings;
}

function takenFor(
  document: AnyDocument,
  { chosenFor, recognisedFor }: Pick<Documents, 'chosenFor' | 'recognisedFor'>,
  { user, withProject }: Origins,
): TakenFor {
  const chosen = chosenFor(document.uri);
  const { uri } = document;
  const settings = user();
  const { dialect, strict } = withProject(uri, settings);
  const { mode: _mode, ...taken } = languageInfoOf(document);
  const byProject = withProject(uri, { ...settings, dialect: undefined }).dialect !== undefined;
  const path = uri.replace(/[?#].*$/s, '');
  const chosenBy = () => {
    if (chosen !== undefined) return 'choice';
    if (dialect !== undefined && chosenDialect(path, dialect) === dialect) return byProject ? 'project' : 'setting';
    if (chosenDialect(path, undefined) !== undefined) return 'name';
    if (recognisedFor(uri) === document.dialect) return 'folder';
    return document.header !== undefined ? 'header' : 'content';
  };
  // If the project does not set the mode, the mode changes when the user's setting is inverted.
  const modeBy = withProject(uri, { ...settings, strict: !settings.strict }).strict === strict ? 'project' : 'setting';
  const template = learnedName(document.dialect);
  return {
    ...taken,
    ...(template !== undefined && { template }),
    chosen: chosen !== undefined,
    why: chosenBy(),
    strict,
    modeBy,
  };
}

/** The answer to `ocml/readings`: the dialects of text and of JSON, and the display names of dialects and JSON shapes. */
const readingsAnswer = { texts: dialects, json: jsonDialects, names: dialectNames, shapes: shapeNames };

const readings: readonly unknown[] = [...allDialects, 'json', 'none'];
const isReading = (value: unknown): value is Reading => readings.includes(value);

/** Serves `ocml/takenFor`, `ocml/readings` and `ocml/readAs`. `changed`: called when the user has chosen a dialect. */
export function serveTakenFor(
  connection: Connection,
  documents: Documents,
  origins: Origins,
  changed: () => void,
  learned: LearnedDialects,
): void {
  serveRequest(connection, 'ocml/takenFor', (params) => {
    const uri = params?.textDocument?.uri;
    const document = typeof uri === 'string' ? documents.get(uri) : undefined;
    return document && documents.isOurs(document) ? takenFor(document, documents, origins) : null;
  });
  serveRequest(connection, 'ocml/readings', () => readingsAnswer);
  serveRequest(connection, 'ocml/readAs', (params) => {
    const { textDocument, reading, template } = params ?? {};
    if (typeof textDocument?.uri === 'string' && typeof template === 'string')
      return learned.choose(textDocument.uri, template);
    if (typeof textDocument?.uri !== 'string' || !(reading === null || isReading(reading))) return null;
    learned.withdraw(textDocument.uri);
    documents.readAs(textDocument.uri, reading ?? undefined);
    changed();
    return null;
  });
}
