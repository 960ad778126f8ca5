/** `textDocument/completion` in a JSON document: the arguments of calls. The rest, an editor completes by the schemas. */
import type { CompletionList, Position } from 'vscode-languageserver-types';
import type { CheckerSettings } from '../../checker/session.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { itemOf } from '../completion/item.ts';
import { askerOf, type CompletionParams } from '../completion.ts';
import { completeInside } from '../inside/completion.ts';
import { payloadIn } from '../inside/in-json.ts';
import { isPosition } from '../support/cursor.ts';
import type { ClientAbilities, OffsFor } from '../support/feature.ts';

export function completion(
  document: JsonDocument,
  params: CompletionParams,
  _settingsOf?: () => CheckerSettings,
  _offsFor?: OffsFor,
  client?: ClientAbilities,
): CompletionList {
  const { position }: { position: Position } = params;
  if (!isPosition(position)) return { isIncomplete: false, items: [] };
  const offset = document.offsetAt(position);
  const index = document.indexAt(offset);
  const payload = payloadIn(document, index, offset - document.startOf(index));
  const found = payload && completeInside(payload, askerOf(params) === 'character');
  if (found === undefined) return { isIncomplete: false, items: [] };
  const range = document.rangeIn(index, found);
  return { isIncomplete: false, items: found.offers.map((offer, i) => itemOf(offer, i, range, client)) };
}
