/** Determines the dialect of a text from a tokenizer in its folder. Loaded with the first text that may have such a dialect. */
import { type AnyDocument, isUnsettled } from '../../documents/document.ts';
import { pathOf } from '../../files/addresses.ts';
import { templateBeside } from '../../files/template-beside.ts';
import { isTemplateAlone, type LearnedDialectId } from '../../grammar/index.ts';
import { learnedFacts } from '../../syntax/families/index.ts';
import { beginsAs, MAX_BEGINNING } from '../../syntax/families/learned/begins.ts';
import type { Documents } from '../documents.ts';
import type { Surroundings } from '../learned-dialects.ts';
import type { Settings } from '../settings.ts';

/**
 * Reads a text in the dialect of a tokenizer in its folder, if nothing else determines its dialect, and if the text
 * begins like output of the tokenizer's template.
 */
export async function considerBeside(
  uri: string,
  { documents, settingsOf, changed }: Pick<Surroundings, 'documents' | 'settingsOf' | 'changed'>,
): Promise<void> {
  const settings = settingsOf(uri);
  const isFree = () => documents.chosenFor(uri) === undefined && settingsOf(uri).dialect === undefined;
  const document = documents.get(uri);
  if (document === undefined || !settings.tokenizersBeside || !uri.startsWith('file:') || !isFree()) return;
  if (documents.recognisedFor(uri) === undefined && !mayBeRead(document)) return;
  const id = await dialectBeside(document, documents, settings);
  if (!isFree() || documents.recognisedFor(uri) === id) return;
  documents.recognise(uri, id);
  changed();
}

/** Whether a tokenizer in the folder may determine the dialect of a document: a text that matches no built-in dialect. */
const mayBeRead = (document: AnyDocument): boolean =>
  isUnsettled(document) && !isTemplateAlone(document.uri) && templateOf(document) !== undefined;

/** Returns the dialect; undefined if there is no tokenizer, or if the text does not begin like output of its template. */
async function dialectBeside(
  document: AnyDocument,
  documents: Documents,
  settings: Settings,
): Promise<LearnedDialectId | undefined> {
  const name = templateOf(document);
  if (name === undefined) return undefined;
  const { learnDialect } = await import('./learn-dialect.ts');
  const learned = await learnDialect({ name }, documents, settings);
  const facts = 'id' in learned ? learnedFacts().find(({ id }) => id === learned.id) : undefined;
  const now = documents.get(document.uri);
  if (facts === undefined || now === undefined) return undefined;
  const head = now.getText({ start: now.positionAt(0), end: now.positionAt(MAX_BEGINNING) });
  return beginsAs(facts, head) ? facts.id : undefined;
}

function templateOf({ uri }: AnyDocument): string | undefined {
  const path = pathOf(uri);
  return path === undefined ? undefined : templateBeside(path);
}
