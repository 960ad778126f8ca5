/** Lists of messages, as chat APIs take them. */
import { answerChannel, callChannel, functionsNamespace, modelRole } from '../../grammar/index.ts';
import { dataOf } from '../../syntax/json/nodes.ts';
import { type Conversation, calledTool, isPreamble, isReply, textOfPieces, type Utterance } from '../conversation.ts';
import { type Notes, usualCodes } from '../notes.ts';
import { callsOfReplies, identified } from '../pairs.ts';
import { type Speech, speeches } from '../turns.ts';
import { headerKeys } from './header.ts';
import { speaking, withoutMarkers } from './speaking.ts';
import type { Target } from './target.ts';

type Json = Record<string, unknown>;

export const messages: Target = {
  name: 'a list of messages',
  codes: usualCodes,
  form: 'json',
  write(conversation, notes) {
    headerKeys(conversation, notes);
    const said = identified(withoutMarkers(speaking(conversation.messages, notes), notes), conversation.idPrefix);
    const calls = callsOfReplies(said);
    const list = speeches(said).flatMap((one) =>
      one.kind === 'speech' ? speech(one, notes) : other(one.said, calls.get(one.said), notes),
    );
    return { value: { messages: list, ...tools(conversation) } };
  },
};

const tools = ({ tools: declared }: Conversation): Json => (declared ? { tools: dataOf(declared) } : {});

/** A message of anybody but the assistant. A reply has the name of the function whose call it answers. */
function other(said: Utterance, call: Utterance | undefined, notes: Notes): readonly Json[] {
  if (said.slot) {
    notes.losePart(said, 'role', 'The open message at the end is dropped: chat APIs answer whatever comes last.');
    return [];
  }
  const { role, attributes } = said;
  const [id, name] = [attributes.get('call_id'), attributes.get('name')];
  const reply = isReply(said);
  const isNamed = name === undefined || (call && name === readBack(call));
  const kept = reply
    ? ['call_id', ...(isNamed ? ['name'] : []), ...(attributes.get('to') === modelRole ? ['to'] : [])]
    : ['name'];
  noteDropped(said, kept, reply ? callChannel : undefined, notes);
  return [{ role, ...(reply ? { tool_call_id: id } : name !== undefined && { name }), content: contentOf(said) }];
}

function speech({ thoughts, answer, calls }: Speech, notes: Notes): readonly Json[] {
  for (const [i, one] of thoughts.entries()) {
    if (i > 0)
      notes.losePart(
        one,
        'role',
        'This thought is joined with the one before it: a message has one `reasoning_content`.',
      );
    noteDropped(one, [], 'analysis', notes);
  }
  if (answer)
    noteDropped(
      answer,
      ['name', ...(calls.length > 0 ? ['intent'] : [])],
      calls.length > 0 && isPreamble(answer) ? callChannel : answerChannel,
      notes,
    );
  const name = answer?.attributes.get('name');
  return [
    {
      role: modelRole,
      ...(name !== undefined && { name }),
      ...(thoughts.length > 0 && {
        reasoning_content: thoughts.map(({ pieces }) => textOfPieces(pieces)).join('\n\n'),
      }),
      ...(answer || calls.length === 0 ? { content: answer ? contentOf(answer) : '' } : { content: null }),
      ...(calls.length > 0 && { tool_calls: calls.map((call) => callOf(call, notes)) }),
    },
  ];
}

const prefix = `${functionsNamespace}.`;

/** The tool as it is read back: every tool is a function. */
function readBack(call: Utterance): string {
  const tool = calledTool(call) as string;
  return tool.startsWith(prefix) ? tool : prefix + tool;
}

function callOf(call: Utterance, notes: Notes): Json {
  const tool = calledTool(call) as string;
  const isFunction = tool.startsWith(prefix);
  if (!isFunction)
    notes.losePart(call, 'to', `\`${tool}\` is called as a function of that name: chat APIs know no other tools.`);
  noteDropped(call, ['to', 'call_id'], callChannel, notes);
  const name = isFunction ? tool.slice(prefix.length) : tool;
  return {
    id: call.attributes.get('call_id'),
    type: 'function',
    function: { name, arguments: textOfPieces(call.pieces) },
  };
}

const contentOf = ({ parts, pieces }: Utterance): unknown =>
  parts ? parts.map((part) => dataOf(part)) : textOfPieces(pieces);

/** Notes what a message says that has no place: all attributes but those that are kept, another channel than is read back. */
function noteDropped(said: Utterance, kept: readonly string[], channel: string | undefined, notes: Notes): void {
  for (const [key, value] of said.attributes)
    if (!kept.includes(key))
      notes.losePart(said, key, `\`${key}=${value}\` is dropped: messages of chat APIs have no place for it.`);
  if (said.channel !== undefined && said.channel !== channel)
    notes.losePart(said, 'channel', `The channel \`${said.channel}\` is dropped: messages of chat APIs have none.`);
  const isCall = calledTool(said) !== undefined;
  if (said.constraint !== undefined && !(isCall && said.constraint === 'json'))
    notes.losePart(
      said,
      'constraint',
      `The type \`${said.constraint}\` is dropped: messages of chat APIs have no place for it.`,
    );
  if (said.terminator === 'return')
    notes.losePart(said, 'terminator', '`<|return|>` is dropped: messages of chat APIs just end.');
  if (said.terminator === undefined)
    notes.losePart(said, 'terminator', 'This message is complete in the output: messages of chat APIs cannot be open.');
}
