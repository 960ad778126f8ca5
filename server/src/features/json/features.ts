/** The features of JSON documents, by request. */
import type { JsonChecker } from '../../checker/json/checker.ts';
import type { CheckerSettings } from '../../checker/session.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { answerIn } from '../graph/graph-answers.ts';
import { jsonSource, jsonSourceAt } from '../graph/json-source.ts';
import { type GraphMethod, graphMethods } from '../graph/methods.ts';
import type { ClientAbilities, DisableEditsFor } from '../support/feature.ts';
import { codeActions } from './code-actions.ts';
import { completion } from './completion.ts';
import { documentLinks } from './document-links.ts';
import { formatting } from './formatting.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { selectionRanges } from './selection-ranges.ts';
import { semanticTokens, semanticTokensDelta, semanticTokensRange } from './semantic-tokens.ts';
import { signatureHelp } from './signature-help.ts';
import { documentSymbols } from './symbols.ts';
import { userView } from './user-view.ts';

export { prepareJson } from '../graph/json-source.ts';
export { conversationFor, rowsShown } from './conversations.ts';
export { branchShown, supersededIn } from './session-view.ts';
export { sessionIn, wholeView, withJsonPairs, wordsShown } from './user-view.ts';

/** Answers a request from the document. For fixes, the settings that apply to the document are needed as well. */
type JsonFeature = (
  document: JsonDocument,
  params: any,
  settingsOf: () => CheckerSettings,
  offsFor?: DisableEditsFor,
  client?: ClientAbilities,
  checkerOf?: () => JsonChecker,
) => unknown;

/** The features by method. Each has its own type of params. The editor's JSON tools answer all other requests. */
export const jsonFeatures: Readonly<Record<string, JsonFeature>> = {
  'textDocument/formatting': formatting,
  'textDocument/hover': hover,
  'textDocument/completion': completion,
  'textDocument/signatureHelp': signatureHelp,
  'textDocument/codeAction': codeActions,
  'textDocument/documentSymbol': documentSymbols,
  'textDocument/documentLink': documentLinks,
  'textDocument/inlayHint': inlayHints,
  'textDocument/semanticTokens/full': semanticTokens,
  'textDocument/semanticTokens/full/delta': semanticTokensDelta,
  'textDocument/semanticTokens/range': semanticTokensRange,
  'textDocument/selectionRange': selectionRanges,
  'ocml/userView': (document, params, _settingsOf, _offsFor, _client, checkerOf) =>
    userView(document, params, checkerOf),
  ...Object.fromEntries(graphMethods.map((method) => [method, inGraph(method)])),
};

function inGraph(method: GraphMethod): JsonFeature {
  return (document, params, _settingsOf, _offsFor, client) => {
    const sourceAt = (offset?: number) =>
      offset === undefined ? jsonSource(document) : jsonSourceAt(document, offset);
    return answerIn(method, sourceAt, document, params, client);
  };
}
