/**
 * The dialect that a document is read in, and the user's choice: `ocml/takenFor`, `ocml/readAs` to change it, and
 * `ocml/readings` for the options.
 */
import type { Connection } from 'vscode-languageserver';
import { type AnyDocument, chosenDialect, languageInfoOf } from '../documents/document.ts';
import {
  type AnyDialectId,
  allDialects,
  dialectNames,
  dialects,
  jsonDialects,
  type ShapeName,
  shapeNames,
} from '../grammar/index.ts';
import type { Documents, Reading } from './documents.ts';
import { guarded } from './guard.ts';
import type { Settings } from './settings.ts';

/** The answer to `ocml/takenFor`; null for a document that is not ours. */
export interface LanguageInfo {
  readonly dialect: AnyDialectId;
  /** Of JSON. */
  readonly shape?: ShapeName;
  /** Of OpenChatML 2.2 with the Harmony profile. */
  readonly harmony?: true;
  /** The user chose it for this document. */
  readonly chosen: boolean;
  /** What decided it: the user, the project, the user's settings, the file's name, the document header, or the content. */
  readonly why: 'choice' | 'project' | 'setting' | 'name' | 'header' | 'content';
  /** Strict mode holds for it, and whether the project or a setting says which mode does. */
  readonly strict: boolean;
  readonly modeBy: 'project' | 'setting';
}

/** What the settings say about a document by its URI, and where they come from. */
export interface Origins {
  /** The user's settings. */
  user(): Settings;
  /** Those, overridden by the project's. */
  withProject(uri: string, from: Settings): Settings;
}

function takenFor(document: AnyDocument, chosen: Reading | undefined, { user, withProject }: Origins): LanguageInfo {
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
    return document.header !== undefined ? 'header' : 'content';
  };
  // Where the project does not decide, the other mode follows from the other value of the setting.
  const modeBy = withProject(uri, { ...settings, strict: !settings.strict }).strict === strict ? 'project' : 'setting';
  return { ...taken, chosen: chosen !== undefined, why: chosenBy(), strict, modeBy };
}

/** The answer to `ocml/readings`: dialects of text and of JSON, and what they and the shapes of JSON are called. */
const known = { texts: dialects, json: jsonDialects, names: dialectNames, shapes: shapeNames };

const readings: readonly unknown[] = [...allDialects, 'json', 'none'];
const isReading = (value: unknown): value is Reading => readings.includes(value);

interface Params {
  readonly textDocument?: { readonly uri?: unknown };
  readonly reading?: unknown;
}

/** Serves these requests; `changed` makes the server detect the kind of a document again. */
export function serveTakenFor(
  connection: Connection,
  documents: Documents,
  origins: Origins,
  changed: () => void,
): void {
  const serve = (method: string, answer: (params?: Params) => unknown) =>
    connection.onRequest(method, guarded(method, answer, connection.console));
  serve('ocml/takenFor', (params) => {
    const uri = params?.textDocument?.uri;
    const document = typeof uri === 'string' ? documents.get(uri) : undefined;
    return document && documents.isOurs(document)
      ? takenFor(document, documents.chosenFor(document.uri), origins)
      : null;
  });
  serve('ocml/readings', () => known);
  serve('ocml/readAs', (params) => {
    const { textDocument, reading } = params ?? {};
    if (typeof textDocument?.uri !== 'string' || !(reading === null || isReading(reading))) return null;
    documents.readAs(textDocument.uri, reading ?? undefined);
    changed();
    return null;
  });
}
