/** Determines which documents are transcripts: those in our language, JSON files with certain names, and other JSON that may be one. */
import { type TextDocument, type Uri, workspace } from 'vscode';
import { rowScheme } from './data-set/data-set-file.ts';
import { jsonEndings, tellingKeys, veryBeginning } from './json-facts.ts';

/** The id of the language, the prefix of settings and commands, and the name of the channel for `ocml.trace.server`. */
export const ocml = 'ocml';

/** The editor's JSON languages; not `jsonc`, which is for configurations. */
const jsonLanguages = ['json', 'jsonl'];
/** The schemes of files in the open folders, and of data set rows; not the schemes of old file versions or of output channels. */
const ofFolders = workspace.workspaceFolders?.map(({ uri }) => uri.scheme) ?? [];
const schemes = [...new Set(['file', 'untitled', 'vscode-vfs', rowScheme, ...ofFolders])];

const known = [{ language: ocml }, ...jsonEndings.map((ending) => ({ pattern: `**/*${ending}` }))];
const mayBeKnown = jsonLanguages.flatMap((language) => schemes.map((scheme) => ({ language, scheme })));

/** Chat templates by themselves, and those in configurations of tokenizers; `server/src/grammar/template-files.ts`. */
const templates = [{ pattern: '**/*.jinja' }, { pattern: '**/{tokenizer_config,chat_template}.json' }];
const templateFile = /\.jinja$|(?:^|\/)(?:tokenizer_config|chat_template)\.json$/i;

export const isTemplateFile = ({ uri }: TextDocument): boolean => templateFile.test(uri.path);

/**
 * The documents that are sent to the server. It reports nothing for JSON that is not a transcript, or Jinja that is not a
 * chat template.
 */
export const transcripts = [...known, ...mayBeKnown, ...templates];

export function isTranscript({ languageId, uri }: TextDocument): boolean {
  const path = uri.path.toLowerCase();
  return languageId === ocml || jsonEndings.some((ending) => path.endsWith(ending));
}

/** Whether the editor's language for a document is plain text or a log; it may still be a transcript. */
export const isTextFile = ({ languageId, uri: { scheme } }: TextDocument): boolean =>
  (languageId === 'plaintext' || languageId === 'log') && schemes.includes(scheme);

/** Whether a file is JSON by its name: one value, or one per line. */
export const isJsonFile = ({ path }: Uri): boolean => /\.(?:jsonl?|ndjson)$/i.test(path);

/** Whether the beginning of JSON suggests a transcript, so that the server should examine it. */
export function mayBeTranscript(document: TextDocument): boolean {
  if (!jsonLanguages.includes(document.languageId) || !schemes.includes(document.uri.scheme)) return false;
  const beginning = document.getText().slice(0, veryBeginning);
  return tellingKeys.some((key) => beginning.includes(`"${key}"`) || beginning.includes(`'${key}'`));
}
