/** The part of a document that end users see, as messages. */

import { wholeViewOf } from '../features/export/index.ts';
import type { AnyDocument } from '../syntax/any-document.ts';
import type { ViewMessage } from './types.ts';

/** Returns the messages of a document as end users see them. `hidden`: also includes content that users do not see. */
export const viewOf = (document: AnyDocument, hidden: boolean): ViewMessage[] =>
  [...wholeViewOf(document, { debug: hidden }).messages].flatMap((message) => {
    if (message === undefined) return [];
    const { role, effectiveChannel: channel, name, text, html, range, complete } = message;
    return { role, channel, name, text, html, range, hidden: message.hidden, complete };
  });
