/** The messages of a document as end users see them. */

import { wholeViewOf } from '../features/export/index.ts';
import type { AnyDocument } from '../syntax/any-document.ts';
import type { ViewMessage } from './types.ts';

/** Returns the messages of a document as end users see them. `hidden`: whether to add content that users must not see. */
export const viewOf = (document: AnyDocument, hidden: boolean): ViewMessage[] =>
  [...wholeViewOf(document, { debug: hidden }).messages].flatMap((message) => {
    if (message === undefined) return [];
    const { role, effectiveChannel: channel, name, text, html, range, complete } = message;
    return { role, channel, name, text, html, range, hidden: message.hidden, complete };
  });
