/** Which documents are transcripts: those of our language, JSON files that are by their names, and JSON that may be. */
import { type TextDocument, workspace } from 'vscode';
import { jsonEndings, tellingKeys, veryBeginning } from './json-facts.ts';

/** The id of the language, the prefix of settings and commands, and the name of the channel of `ocml.trace.server`. */
export const ocml = 'ocml';

/** The editor's languages of JSON; not `jsonc`, which configurations have. */
const jsonLanguages = ['json', 'jsonl'];
/** What files have, wherever the folders are that are open. Not what versions of a file or outputs have. */
const ofFolders = workspace.workspaceFolders?.map(({ uri }) => uri.scheme) ?? [];
const schemes = [...new Set(['file', 'untitled', 'vscode-vfs', ...ofFolders])];

const known = [{ language: ocml }, ...jsonEndings.map((ending) => ({ pattern: `**/*${ending}` }))];
const mayBeKnown = jsonLanguages.flatMap((language) => schemes.map((scheme) => ({ language, scheme })));

/** Chat templates by themselves, and those in configurations of tokenizers; `server/src/grammar/template-files.ts`. */
const templates = [{ pattern: '**/*.jinja' }, { pattern: '**/{tokenizer_config,chat_template}.json' }];
const templateFile = /\.jinja$|(?:^|\/)(?:tokenizer_config|chat_template)\.json$/i;

export const isTemplateFile = ({ uri }: TextDocument): boolean => templateFile.test(uri.path);

/** What the server is told of. It says nothing of JSON that is not a transcript, and of Jinja that is not a chat template. */
export const transcripts = [...known, ...mayBeKnown, ...templates];

export function isTranscript({ languageId, uri }: TextDocument): boolean {
  const path = uri.path.toLowerCase();
  return languageId === ocml || jsonEndings.some((ending) => path.endsWith(ending));
}

/** Whether the editor takes a document for plain text or a log, which may be a transcript all the same. */
export const isTextFile = ({ languageId, uri: { scheme } }: TextDocument): boolean =>
  (languageId === 'plaintext' || languageId === 'log') && schemes.includes(scheme);

/** Whether JSON may be a transcript by its very beginning: then the server looks. */
export function mayBeTranscript(document: TextDocument): boolean {
  if (!jsonLanguages.includes(document.languageId) || !schemes.includes(document.uri.scheme)) return false;
  const beginning = document.getText().slice(0, veryBeginning);
  return tellingKeys.some((key) => beginning.includes(`"${key}"`));
}
