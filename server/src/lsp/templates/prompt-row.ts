/** The row of a data set in JSON Lines whose prompt is requested. Loaded with the first prompt. */
import type { PromptParams } from '../../../../protocol/prompts.ts';
import type { ConversationPlace } from '../../../../protocol/views.ts';
import { conversationFor } from '../../features/json/conversations.ts';
import { byKind } from '../../syntax/any-document.ts';

/** Returns the position of the row among all rows; undefined if the document is not JSON Lines. */
export const rowIn = byKind<[params: Pick<PromptParams, 'line' | 'number'>], ConversationPlace | undefined>({
  text: () => undefined,
  json(document, { line, number }) {
    if (!document.lines) return undefined;
    const around = { line: typeof line === 'number' ? line : 0, character: 0 };
    return conversationFor(document, number !== undefined && Number.isSafeInteger(number) ? { number } : { around })
      .found?.place;
  },
});
