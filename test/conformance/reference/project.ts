/** Reads and checks Harmony text with this project, in a form that can be compared with the reference parser. */

import { message } from '../../../server/src/model/message.ts';
import { attributeValue } from '../../../server/src/syntax/message-header.ts';
import { Transcript } from '../../../server/src/syntax/transcript.ts';
import { check } from '../../support/check.ts';

/** The parts of a message that are compared. A tool is identified by its name. */
export interface Said {
  readonly speaker: string | undefined;
  readonly recipient: string | undefined;
  readonly channel: string | undefined;
  readonly body: string;
}

/** A message of this project, and the offset at which it begins. */
export interface OwnMessage extends Said {
  readonly from: number;
}

/** An error or a warning, with its place in the text (UTF-16 offsets). */
export interface Alarm {
  readonly code: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the messages of a text in the dialect `harmony`. */
export function ownMessages(text: string): OwnMessage[] {
  const transcript = new Transcript('test:', 'ocml', 0, text, { dialect: 'harmony' });
  let from = 0;
  return [...transcript.blocks].flatMap((block) => {
    const start = from;
    from += block.text.length;
    if (block.kind !== 'message') return [];
    const { header, role, channel, content } = message(block);
    const recipient = attributeValue(header, 'to');
    return [{ speaker: role, recipient, channel, body: content.text, from: start }];
  });
}

/** Returns the errors and warnings of the checker. */
export function alarmsOf(text: string): Alarm[] {
  return check(text, { dialect: 'harmony' })
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ code, start, end }) => ({ code, start, end }));
}
