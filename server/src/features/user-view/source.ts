/** The source of a shown message or row, with its control tokens and JSON. It is sent only to views with hidden layers. */
import type { Range } from '../../../../protocol/places.ts';
import type { UserView, UserViewParams, ViewMessage } from '../user-view.ts';

/** The maximum length of a source (UTF-16 units). Only the beginning of a longer source is sent. */
const MAX_LENGTH = 50_000;

export function sourceIn(
  document: { getText(range: Range): string },
  { debug, source, around }: UserViewParams,
  messages: readonly ViewMessage[],
  row?: Range,
): Pick<UserView, 'source'> {
  if (debug !== true || source === undefined || around === undefined) return {};
  const isAsked = ({ range: { start } }: ViewMessage) =>
    start.line === around.line && start.character === around.character;
  const range = source === 'row' ? row : messages.find(isAsked)?.range;
  const text = range && document.getText(range).trimEnd();
  if (text === undefined) return {};
  return { source: text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text };
}
