/** A document of either kind, text or JSON. Only this file distinguishes between the two. */
import type { JsonDocument } from './json/document.ts';
import { Transcript } from './transcript.ts';

export type AnyDocument = Transcript | JsonDocument;

/** Two functions that compute the same fact about a document, one for each kind. */
interface Answers<Parameters extends unknown[], Answer> {
  text(transcript: Transcript, ...parameters: Parameters): Answer;
  json(document: JsonDocument, ...parameters: Parameters): Answer;
}

/** Returns a function that computes a fact about a document of either kind. */
export function byKind<Parameters extends unknown[], Answer>({ text, json }: Answers<Parameters, Answer>) {
  return (document: AnyDocument, ...parameters: Parameters): Answer =>
    document instanceof Transcript ? text(document, ...parameters) : json(document, ...parameters);
}
