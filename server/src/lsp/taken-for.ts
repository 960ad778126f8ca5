/**
 * What a document was taken for, and the user's word on it: `ocml/takenFor`, `ocml/readAs` to change it, and `ocml/readings`
 * for what it can be changed to.
 */
import type { Connection } from 'vscode-languageserver';
import { type AnyDocument, json } from '../documents/document.ts';
import {
  type AnyDialectId,
  allDialects,
  dialectNames,
  dialects,
  jsonDialects,
  type ShapeName,
  shapeNames,
} from '../grammar/index.ts';
import { Transcript } from '../syntax/transcript.ts';
import type { Documents, Reading } from './documents.ts';
import { guarded } from './guard.ts';

/** The answer to `ocml/takenFor`; null for a document that is none of ours. */
export interface TakenFor {
  readonly dialect: AnyDialectId;
  /** Of JSON. */
  readonly shape?: ShapeName;
  /** Of OpenChatML 2.2 with the Harmony profile. */
  readonly harmony?: true;
  /** The user chose it for this document. */
  readonly chosen: boolean;
}

function takenFor(document: AnyDocument, chosen: Reading | undefined): TakenFor {
  const taken =
    document instanceof Transcript
      ? {
          dialect: document.dialect,
          ...(document.family.id !== document.dialect && { harmony: true as const }),
        }
      : json().takenFor(document);
  return { ...taken, chosen: chosen !== undefined };
}

/** The answer to `ocml/readings`: dialects of text and of JSON, and what they and the shapes of JSON are called. */
const known = { texts: dialects, json: jsonDialects, names: dialectNames, shapes: shapeNames };

const readings: readonly unknown[] = [...allDialects, 'json', 'none'];
const isReading = (value: unknown): value is Reading => readings.includes(value);

interface Params {
  readonly textDocument?: { readonly uri?: unknown };
  readonly reading?: unknown;
}

/** Serves them; `changed` has what is known of a document found out anew. */
export function serveTakenFor(connection: Connection, documents: Documents, changed: () => void): void {
  const serve = (method: string, answer: (params?: Params) => unknown) =>
    connection.onRequest(method, guarded(method, answer, connection.console));
  serve('ocml/takenFor', (params) => {
    const uri = params?.textDocument?.uri;
    const document = typeof uri === 'string' ? documents.get(uri) : undefined;
    return document && documents.isOurs(document) ? takenFor(document, documents.chosenFor(document.uri)) : null;
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
