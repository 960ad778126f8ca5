/** The features of JSON documents, by the request they answer. */
import type { JsonDocument } from '../../syntax/json-document.ts';
import { hover } from './hover.ts';
import { documentSymbols } from './symbols.ts';
import { userView } from './user-view.ts';

/** Each row has params of its own. Requests that are not here, an editor's own JSON tools answer. */
export const jsonFeatures: Readonly<Record<string, (document: JsonDocument, params: any) => unknown>> = {
  'textDocument/hover': hover,
  'textDocument/documentSymbol': documentSymbols,
  'ocml/userView': userView,
};
