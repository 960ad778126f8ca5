/** Fixes of the content of replies: the envelope, the error, and a second reply to the same call. */

import { jsonObject } from '../model/body-json.ts';
import { getOwn } from '../syntax/get-own.ts';
import { members } from '../syntax/json/values.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { type Fixers, insert, type Proposal, type Proposals, remove, replace, type Target } from './fix.ts';
import { encode } from './support/edits.ts';
import { firstReply, idFor, isAmbiguous } from './support/exchanges.ts';

/** Whether the value of `error` in a reply reports an error. */
const failed = (error: unknown) => error !== undefined && error !== null && error !== false && error !== '';

/**
 * Adds `ok`, which says whether the tool succeeded. It is added to an envelope that is otherwise complete. Any other body is wrapped in a
 * new envelope.
 */
function envelope({ block, message }: Target): Proposal | undefined {
  const reply = jsonObject(message);
  if (reply === undefined || message.content.text.length !== block.bodyEnd - block.bodyStart) return undefined;
  const ok = !failed(reply.error);
  if (Object.hasOwn(reply, 'content') || Object.hasOwn(reply, 'error')) {
    const at = message.content.toBlock(message.content.text.indexOf('{')) + 1;
    const comma = Object.keys(reply).length > 0 ? ', ' : '';
    return {
      title: `Add \`"ok": ${ok}\` in the body`,
      edits: [insert(at, `"ok": ${ok}${comma}`)],
      preferred: true,
      changesBody: true,
    };
  }
  return {
    title: 'Wrap the body in `{"ok": true, "content": …, "error": null}`',
    edits: [insert(block.bodyStart, '{"ok": true, "content": '), insert(block.bodyEnd, ', "error": null}')],
    preferred: true,
    changesBody: true,
  };
}

/** Keys of values that may contain the reason for a failure. The most informative ones come first. */
const reasons = ['code', 'error_code', 'message', 'reason', 'detail', 'content'];

/** Copies the reason for the failure from another field to `error`. */
function tellError({ block, message, context }: Target): Proposal | undefined {
  const reply = jsonObject(message);
  const { text } = message.content;
  if (reply === undefined || text !== block.text.slice(block.bodyStart, block.bodyEnd)) return undefined;
  const key = reasons.find((one) => typeof getOwn(reply, one) === 'string' && getOwn(reply, one) !== '');
  const all = members(text);
  const ok = all.findLast((one) => one.key === 'ok');
  const error = all.findLast((one) => one.key === 'error');
  const reason = key === undefined ? undefined : encode(JSON.stringify(getOwn(reply, key)), context.family);
  if (reason === undefined || ok === undefined) return undefined;
  const base = block.bodyStart;
  const edit = error
    ? replace({ start: base + error.valueStart, end: base + error.valueEnd }, reason)
    : insert(base + ok.valueEnd, `, "error": ${reason}`);
  return {
    title: `Copy \`${key}\` to \`error\` in the body`,
    edits: [edit],
    preferred: true,
    changesBody: true,
  };
}

/** Assigns the reply to another call, or removes it if it only repeats the first reply. */
function secondReply({ block, message, context }: Target): Proposals {
  const id = idFor(message, context);
  const attribute = attributeNamed(message.header, 'call_id');
  const first = firstReply(message, context);
  const other: Proposal = {
    title: `Change to \`call_id=${id}\`, the id of the preceding call without a reply`,
    edits: [replace(attribute && { start: attribute.valueStart, end: attribute.end }, id)],
    preferred: true,
  };
  const sure = !isAmbiguous(message, context);
  const same = sure && first !== undefined && first.block !== block && first.content.text === message.content.text;
  const again: Proposal | undefined = same
    ? {
        title: 'Remove this reply, whose body repeats that of the first reply',
        edits: [remove({ start: 0, end: block.end })],
        preferred: id === undefined,
        changesBody: true,
      }
    : undefined;
  return [other, again];
}

export const replyFixers: Fixers = {
  'reply-envelope': { says: 'add `"ok"`, or wrap the body in an envelope', fix: (target) => [envelope(target)] },
  'reply-error': {
    says: 'copy the description of the failure from another key to `error`',
    fix: (target) => [tellError(target)],
  },
  'reply-duplicate': {
    says: 'change the id to that of the open call, or remove the duplicate',
    fix: secondReply,
  },
};
