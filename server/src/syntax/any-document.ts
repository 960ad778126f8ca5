/** A document of either kind, text or JSON; only this file distinguishes the two. */
import type { JsonDocument } from './json/document.ts';
import { Transcript } from './transcript.ts';

export type AnyDocument = Transcript | JsonDocument;

/** Functions that answer a question about a document, one for each kind. */
interface Answers<Parameters extends unknown[], Answer> {
  text(transcript: Transcript, ...parameters: Parameters): Answer;
  json(document: JsonDocument, ...parameters: Parameters): Answer;
}

/** The function that answers a question about a document of either kind. */
export function byKind<Parameters extends unknown[], Answer>({ text, json }: Answers<Parameters, Answer>) {
  return (document: AnyDocument, ...parameters: Parameters): Answer =>
    document instanceof Transcript ? text(document, ...parameters) : json(document, ...parameters);
}
