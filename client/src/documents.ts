/** Which documents are transcripts: those of our language, and JSON files that are transcripts by their names. */
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

export const transcripts = [{ language: ocml }, ...jsonEndings.map((ending) => ({ pattern: `**/*${ending}` }))];

export function isTranscript({ languageId, uri }: TextDocument): boolean {
  const path = uri.path.toLowerCase();
  return languageId === ocml || jsonEndings.some((ending) => path.endsWith(ending));
}
