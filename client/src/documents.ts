/** Which documents are transcripts: those of our language, JSON files that are by their names, and JSON that may be. */
import type { TextDocument } from 'vscode';

/** The id of the language, the prefix of settings and commands, and the name of the channel of `ocml.trace.server`. */
export const ocml = 'ocml';

/** How the names of JSON files end that the server reads; `jsonFiles` of `server/src/grammar/json-files.ts`. */
export const jsonEndings = [
  '.chatml.json',
  '.ocml.json',
  '.ocml.jsonl',
  '.messages.json',
  '.messages.jsonl',
  '.events.jsonl',
];

/** Keys by which JSON may be a transcript, and where they are looked for; `server/src/grammar/json-shapes.ts`. */
export const tellingKeys = [
  ...['conversations', 'conversation', 'dialog', 'dialogue', 'messages', 'role', 'from', 'prompt', 'input', 'output'],
  ...['system', 'choices', 'custom_id', 'instruction', 'query', 'chosen', 'preferred_output'],
  ...['event', 'token', 'text', 'type'],
];
export const veryBeginning = 4000;

/** The editor's languages of JSON; not `jsonc`, which configurations have. Not what versions of a file or outputs are. */
const jsonLanguages = ['json', 'jsonl'];
const schemes = ['file', 'untitled', 'vscode-vfs'];

const known = [{ language: ocml }, ...jsonEndings.map((ending) => ({ pattern: `**/*${ending}` }))];
const mayBeKnown = jsonLanguages.flatMap((language) => schemes.map((scheme) => ({ language, scheme })));

/** Chat templates by themselves, and those in configurations of tokenizers; `server/src/grammar/template-files.ts`. */
const templates = [{ pattern: '**/*.jinja' }, { pattern: '**/{tokenizer_config,chat_template}.json' }];
const templateFile = /\.jinja$|(?:^|\/)(?:tokenizer_config|chat_template)\.json$/i;

export const isTemplateFile = ({ uri }: TextDocument): boolean => templateFile.test(uri.path);

/** What the server is told of. It says nothing of JSON that is no transcript, and of Jinja that is no chat template. */
export const transcripts = [...known, ...mayBeKnown, ...templates];

export function isTranscript({ languageId, uri }: TextDocument): boolean {
  const path = uri.path.toLowerCase();
  return languageId === ocml || jsonEndings.some((ending) => path.endsWith(ending));
}

/** Whether JSON may be a transcript by its very beginning: then the server looks. */
export function mayBeTranscript(document: TextDocument): boolean {
  if (!jsonLanguages.includes(document.languageId) || !schemes.includes(document.uri.scheme)) return false;
  const beginning = document.getText().slice(0, veryBeginning);
  return tellingKeys.some((key) => beginning.includes(`"${key}"`));
}
