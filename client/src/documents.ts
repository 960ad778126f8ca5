/**
 * Determines which documents are or may be transcripts: documents in the extension's language, JSON files with certain names, and other
 * JSON, depending on its content.
 */
import { type TextDocument, type Uri, workspace } from 'vscode';
import { rowScheme } from './data-set/data-set-file.ts';
import { jsonEndings, tellingKeys, veryBeginning } from './json-facts.ts';

/** The id of the extension's language, the prefix of settings and commands, and the name of the channel for `ocml.trace.server`. */
export const ocml = 'ocml';

/** The ids of VS Code's languages for JSON, except `jsonc`, which is for configurations. */
const jsonLanguages = ['json', 'jsonl'];
/** The schemes of files in the open folders and of data set rows, but not those of old versions of files or of output channels. */
const ofFolders = workspace.workspaceFolders?.map(({ uri }) => uri.scheme) ?? [];
const schemes = [...new Set(['file', 'untitled', 'vscode-vfs', rowScheme, ...ofFolders])];

const transcriptFilters = [{ language: ocml }, ...jsonEndings.map((ending) => ({ pattern: `**/*${ending}` }))];
const mayBeKnown = jsonLanguages.flatMap((language) => schemes.map((scheme) => ({ language, scheme })));

/** Chat templates in separate files, and tokenizer configurations that contain one; see `server/src/grammar/template-files.ts`. */
const templates = [{ pattern: '**/*.jinja' }, { pattern: '**/{tokenizer_config,chat_template}.json' }];
const templateFile = /\.jinja$|(?:^|\/)(?:tokenizer_config|chat_template)\.json$/i;

export const isTemplateFile = ({ uri }: TextDocument): boolean => templateFile.test(uri.path);

/**
 * Selects the documents that are sent to the server. The server reports nothing about JSON that is not a transcript, or about Jinja that is
 * not a chat template.
 */
export const transcripts = [...transcriptFilters, ...mayBeKnown, ...templates];

export function isTranscript({ languageId, uri }: TextDocument): boolean {
  const path = uri.path.toLowerCase();
  return languageId === ocml || jsonEndings.some((ending) => path.endsWith(ending));
}

/** Whether VS Code treats a document as plain text or a log. Such a document may still contain a transcript. */
export const isTextFile = ({ languageId, uri: { scheme } }: TextDocument): boolean =>
  (languageId === 'plaintext' || languageId === 'log') && schemes.includes(scheme);

/** Whether a file is JSON or JSON Lines, judging by its name. */
export const isJsonFile = ({ path }: Uri): boolean => /\.(?:jsonl?|ndjson)$/i.test(path);

/** Whether the beginning of JSON suggests a transcript, so that the server should examine it. */
export function mayBeTranscript(document: TextDocument): boolean {
  if (!jsonLanguages.includes(document.languageId) || !schemes.includes(document.uri.scheme)) return false;
  const beginning = document.getText().slice(0, veryBeginning);
  return tellingKeys.some((key) => beginning.includes(`"${key}"`) || beginning.includes(`'${key}'`));
}
