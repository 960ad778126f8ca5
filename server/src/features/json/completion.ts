/** `textDocument/completion` in a JSON document: the arguments of calls. The editor completes the rest with JSON schemas. */
import type { CompletionList, Position } from 'vscode-languageserver-types';
import type { CheckerSettings } from '../../checker/session.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { unwritten } from '../completion/completion-items.ts';
import { itemOf } from '../completion/item.ts';
import { askerOf, type CompletionParams } from '../completion.ts';
import { completeInside } from '../embedded-json/completion.ts';
import { payloadIn } from '../embedded-json/in-json.ts';
import { isPosition } from '../support/cursor.ts';
import type { ClientAbilities, DisableEditsFor } from '../support/feature.ts';

export function completion(
  document: JsonDocument,
  params: CompletionParams,
  _settingsOf?: () => CheckerSettings,
  _offsFor?: DisableEditsFor,
  client?: ClientAbilities,
): CompletionList {
  const { position }: { position: Position } = params;
  if (!isPosition(position)) return { isIncomplete: false, items: [] };
  const offset = document.offsetAt(position);
  const index = document.indexAt(offset);
  const at = offset - document.startOf(index);
  const payload = payloadIn(document, index, at);
  const asker = askerOf(params);
  const payloadOffers = payload && completeInside(payload, asker === 'character');
  const offers = payloadOffers ? unwritten(document.units[index]?.text ?? '', at, payloadOffers, asker) : [];
  if (payloadOffers === undefined || offers.length === 0) return { isIncomplete: false, items: [] };
  const range = document.rangeIn(index, payloadOffers);
  // The list is incomplete, as in transcripts: a new request with every character keeps completed words out of it.
  return { isIncomplete: true, items: offers.map((offer, i) => itemOf(offer, i, range, client)) };
}
