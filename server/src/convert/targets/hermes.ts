/** ChatML as the chat templates of Qwen and Hermes write it: calls, replies and thoughts in tags. */
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

/** Only functions are read back. */
const functionOf = (said: ConversationMessage): string => {
  const tool = calledTool(said) as string;
  return tool.startsWith(prefix) ? tool : prefix + tool;
};
const style: CallStyle = {
  form,
  readBack: (call) => ({ to: functionOf(call), channel: callChannel, constraint: 'json' }),
};

function bodies(): Bodies {
  const awaited = new AwaitedReplies();
  return {
    ...{ family, name: form, bos: '', namesTools: false },
    declared: (messages, declared, notes) => listed(messages, declared, 'tags', notes),
    speech(speech, notes) {
      const { thoughts, answer, calls } = speech;
      const last = [...thoughts, ...(answer ? [answer] : []), ...calls].at(-1) as ConversationMessage;
      const stretches = taggedSpeech(speech, style, notes);
      for (const one of calls) awaited.call(functionOf(one));
      return [{ role: modelRole, of: last, stretches, terminator: ended(last) }];
    },
    replies(replies, notes) {
      for (const one of replies) {
        const named = replyNameToWrite(one) === undefined ? [] : ['name'];
        const kept = [...impliedInReply(one), ...awaited.keptNames(one), ...named];
        noteDropped(one, { attributes: kept, channel: callChannel }, form, notes);
      }
      const turns = taggedReplies(replies, notes);
      return turns.map((stretches, i) => {
        const of = (turns.length === 1 ? replies.at(-1) : replies[i]) as ConversationMessage;
        return { role: userRole, of, stretches, terminator: ended(of) };
      });
    },
    other(said, notes) {
      if (endsOrder(said.role)) awaited.reset();
      noteDropped(said, { attributes: [] }, form, notes);
      noteReadAsParts(said, notes, { family });
      return {
        ...{ role: roleIn(family, said, notes), of: said, slot: said.slot, terminator: ended(said) },
        stretches: [{ kind: 'text', text: textOfPieces(said.pieces), of: said }],
      };
    },
  };
}

const ended = ({ terminator }: ConversationMessage) => (terminator === undefined ? undefined : 'im_end');

export const hermes = plainTarget(bodies, form);
