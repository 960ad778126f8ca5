/** Writes Llama 3 like its own template: calls are JSON or code in the assistant's body, and replies have the role `ipython`. */

import { answerChannel, callChannel, functionsNamespace, modelRole } from '../../grammar/index.ts';
import { endsOrder } from '../../model/calls/exchange.ts';
import { families } from '../../syntax/families/index.ts';
import { parseJson } from '../../syntax/json/values.ts';
import { type ConversationMessage, calledTool, textOfPieces } from '../conversation.ts';
import { preambled } from '../declared.ts';
import type { Notes } from '../notes.ts';
import { AwaitedReplies } from './awaited-replies.ts';
import type { Composed } from './composed.ts';
import { impliedInReply, noteDropped, noteMissing, noteSpaces, refuseArguments } from './dropped.ts';
import { type Bodies, plainTarget, roleIn } from './plain-frames.ts';
import { noteReadAsParts } from './read-as-parts.ts';

const form = 'Llama 3';
const family = families.llama3;
const prefix = `${functionsNamespace}.`;

function bodies(): Bodies {
  const awaited = new AwaitedReplies();
  return {
    family,
    name: form,
    bos: '<|begin_of_text|>',
    namesTools: false,
    declared: preambled,
    speech({ thoughts, answer, calls }, notes) {
      for (const one of thoughts) noteMissing(one, 'A thought', form, notes);
      const composedMessages: Composed[] = answer ? [composeAnswer(answer, notes)] : [];
      for (const one of calls) {
        composedMessages.push(call(one, notes));
        const tool = isAlias(one) ? python : (calledTool(one) as string);
        awaited.call(tool === python || tool.startsWith(prefix) ? tool : prefix + tool);
      }
      return composedMessages;
    },
    replies: (replies, notes) =>
      replies.map((message) => {
        const keptAttributes = [...impliedInReply(message), ...awaited.keptNames(message)];
        noteDropped(message, { attributes: keptAttributes, channel: callChannel }, form, notes);
        return composeMessage(message, roleIn(family, message, notes));
      }),
    other(message, notes) {
      if (endsOrder(message.role)) awaited.reset();
      noteDropped(message, { attributes: [] }, form, notes);
      return composeMessage(message, roleIn(family, message, notes));
    },
  };
}

export const llama3 = plainTarget(bodies, form);

const composeMessage = (message: ConversationMessage, role: string): Composed => ({
  role,
  of: message,
  slot: message.slot,
  stretches: [{ kind: 'text', text: textOfPieces(message.pieces), of: message }],
  terminator: message.terminator === undefined ? undefined : 'eot_id',
});

function composeAnswer(answer: ConversationMessage, notes: Notes): Composed {
  noteDropped(answer, { attributes: [], channel: answerChannel }, form, notes);
  noteReadAsParts(answer, notes, { family });
  return composeMessage(answer, modelRole);
}

const python = 'python';

/** Whether a call to a function named `python` contains code, like a call to the built-in tool of this name. */
const isAlias = (message: ConversationMessage): boolean =>
  calledTool(message) === prefix + python && parseJson(textOfPieces(message.pieces)).error !== undefined;

/** Writes a call. A call to a function is JSON that ends the turn; code follows a special token, and the turn continues after it. */
function call(message: ConversationMessage, notes: Notes): Composed {
  const tool = calledTool(message) as string;
  const text = textOfPieces(message.pieces);
  const isJson = parseJson(text).error === undefined;
  const isCode = tool === python || isAlias(message);
  if (isAlias(message))
    notes.losePart(message, 'to', `\`${tool}\` becomes \`${python}\`, since its arguments are code.`);
  const isFunction = tool.startsWith(prefix);
  noteDropped(
    message,
    { attributes: ['to'], channel: callChannel, constraint: isCode ? undefined : 'json' },
    form,
    notes,
  );
  if (!isCode && !isFunction)
    notes.losePart(message, 'to', `\`${tool}\` becomes a function with that name: Llama 3 has no other kind of tool.`);
  if (!isCode && !isJson) refuseArguments(message, form, notes);
  if (!isCode) noteSpaces(message, notes);
  const name = JSON.stringify(isFunction ? tool.slice(prefix.length) : tool);
  const open = message.terminator === undefined;
  return {
    role: modelRole,
    of: message,
    terminator: open ? undefined : isCode ? 'eom_id' : 'eot_id',
    stretches: isCode
      ? [
          { kind: 'token', text: '<|python_tag|>' },
          { kind: 'call', text, of: message },
        ]
      : [
          { kind: 'call', text: `{"name": ${name}, "parameters": ` },
          { kind: 'call', text, of: message },
          { kind: 'call', text: '}' },
        ],
  };
}
