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
    ...{ family, name: form, bos: '<|begin_of_text|>', namesTools: false },
    declared: preambled,
    speech({ thoughts, answer, calls }, notes) {
      for (const one of thoughts) noteMissing(one, 'A thought', form, notes);
      const said: Composed[] = answer ? [spoken(answer, notes)] : [];
      for (const one of calls) {
        said.push(call(one, notes));
        const tool = isAlias(one) ? python : (calledTool(one) as string);
        awaited.call(tool === python || tool.startsWith(prefix) ? tool : prefix + tool);
      }
      return said;
    },
    replies: (replies, notes) =>
      replies.map((said) => {
        const kept = [...impliedInReply(said), ...awaited.keptNames(said)];
        noteDropped(said, { attributes: kept, channel: callChannel }, form, notes);
        return message(said, roleIn(family, said, notes));
      }),
    other(said, notes) {
      if (endsOrder(said.role)) awaited.reset();
      noteDropped(said, { attributes: [] }, form, notes);
      return message(said, roleIn(family, said, notes));
    },
  };
}

export const llama3 = plainTarget(bodies, form);

const message = (said: ConversationMessage, role: string): Composed => ({
  ...{ role, of: said, slot: said.slot },
  stretches: [{ kind: 'text', text: textOfPieces(said.pieces), of: said }],
  terminator: said.terminator === undefined ? undefined : 'eot_id',
});

function spoken(answer: ConversationMessage, notes: Notes): Composed {
  noteDropped(answer, { attributes: [], channel: answerChannel }, form, notes);
  noteReadAsParts(answer, notes, { family });
  return message(answer, modelRole);
}

const python = 'python';

/** Whether a call to a function named `python` contains code, like a call to the built-in tool of this name. */
const isAlias = (said: ConversationMessage): boolean =>
  calledTool(said) === prefix + python && parseJson(textOfPieces(said.pieces)).error !== undefined;

/** Writes a call. A call to a function is JSON that ends the turn; code follows a special token, and the turn continues after it. */
function call(said: ConversationMessage, notes: Notes): Composed {
  const tool = calledTool(said) as string;
  const text = textOfPieces(said.pieces);
  const isJson = parseJson(text).error === undefined;
  const isCode = tool === python || isAlias(said);
  if (isAlias(said)) notes.losePart(said, 'to', `\`${tool}\` becomes \`${python}\`, since its arguments are code.`);
  const isFunction = tool.startsWith(prefix);
  noteDropped(said, { attributes: ['to'], channel: callChannel, constraint: isCode ? undefined : 'json' }, form, notes);
  if (!isCode && !isFunction)
    notes.losePart(said, 'to', `\`${tool}\` becomes a function with that name: Llama 3 has no other kind of tool.`);
  if (!isCode && !isJson) refuseArguments(said, form, notes);
  if (!isCode) noteSpaces(said, notes);
  const name = JSON.stringify(isFunction ? tool.slice(prefix.length) : tool);
  const open = said.terminator === undefined;
  return {
    ...{ role: modelRole, of: said, terminator: open ? undefined : isCode ? 'eom_id' : 'eot_id' },
    stretches: isCode
      ? [
          { kind: 'token', text: '<|python_tag|>' },
          { kind: 'call', text, of: said },
        ]
      : [
          { kind: 'call', text: `{"name": ${name}, "parameters": ` },
          { kind: 'call', text, of: said },
          { kind: 'call', text: '}' },
        ],
  };
}
