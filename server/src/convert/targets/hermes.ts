/** Writes ChatML like the chat templates of Qwen and Hermes, with calls, replies and thoughts in tags. */
import { callChannel, functionsNamespace, modelRole, userRole } from '../../grammar/index.ts';
import { endsOrder } from '../../model/calls/exchange.ts';
import { families } from '../../syntax/families/index.ts';
import { type ConversationMessage, calledTool, textOfPieces } from '../conversation.ts';
import { listed } from '../declared.ts';
import { AwaitedReplies } from './awaited-replies.ts';
import { impliedInReply, noteDropped } from './dropped.ts';
import { type Bodies, plainTarget, roleIn } from './plain-frames.ts';
import { noteReadAsParts } from './read-as-parts.ts';
import { type CallStyle, replyNameToWrite, taggedReplies, taggedSpeech } from './tagged-text.ts';

const form = 'ChatML with tags';
const family = families['openchatml-0.1'];
const prefix = `${functionsNamespace}.`;

/** The recipient with which a call is read back. It is always a function, since tags name only functions. */
const functionOf = (message: ConversationMessage): string => {
  const tool = calledTool(message) as string;
  return tool.startsWith(prefix) ? tool : prefix + tool;
};
const style: CallStyle = {
  form,
  readBack: (call) => ({ to: functionOf(call), channel: callChannel, constraint: 'json' }),
};

function bodies(): Bodies {
  const awaited = new AwaitedReplies();
  return {
    family,
    name: form,
    bos: '',
    namesTools: false,
    declared: (messages, declared, notes) => listed(messages, declared, 'tags', notes),
    speech(speech, notes) {
      const { thoughts, answer, calls } = speech;
      const last = [...thoughts, ...(answer ? [answer] : []), ...calls].at(-1) as ConversationMessage;
      const stretches = taggedSpeech(speech, style, notes);
      for (const call of calls) awaited.call(functionOf(call));
      return [{ role: modelRole, of: last, stretches, terminator: ended(last) }];
    },
    replies(replies, notes) {
      for (const reply of replies) {
        const nameAttribute = replyNameToWrite(reply) === undefined ? [] : ['name'];
        const keptAttributes = [...impliedInReply(reply), ...awaited.keptNames(reply), ...nameAttribute];
        noteDropped(reply, { attributes: keptAttributes, channel: callChannel }, form, notes);
      }
      const turns = taggedReplies(replies, notes);
      return turns.map((stretches, i) => {
        const of = (turns.length === 1 ? replies.at(-1) : replies[i]) as ConversationMessage;
        return { role: userRole, of, stretches, terminator: ended(of) };
      });
    },
    other(message, notes) {
      if (endsOrder(message.role)) awaited.reset();
      noteDropped(message, { attributes: [] }, form, notes);
      noteReadAsParts(message, notes, { family });
      return {
        role: roleIn(family, message, notes),
        of: message,
        slot: message.slot,
        terminator: ended(message),
        stretches: [{ kind: 'text', text: textOfPieces(message.pieces), of: message }],
      };
    },
  };
}

const ended = ({ terminator }: ConversationMessage) => (terminator === undefined ? undefined : 'im_end');

export const hermes = plainTarget(bodies, form);
