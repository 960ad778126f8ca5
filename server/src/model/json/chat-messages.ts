/** Splits an element of a message list into several messages: its text, its calls, and the parts that users do not see. */
import { callChannel, modelRole, thoughtChannel, toolRole } from '../../grammar/index.ts';
import { generationRole, reasoningMembers } from '../../grammar/messages.ts';
import { families } from '../../syntax/families/index.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { writtenText } from '../../syntax/json/valid-values.ts';
import { isAmbiguous } from './ambiguous.ts';
import { calledToolOf, withEntries } from './entries.ts';
import { firstShown, hiddenParts, shownContent } from './list.ts';
import type { JsonMessage } from './message.ts';
import { oneWord, placeAndRole, reasoningMessages } from './message-members.ts';
import { misspelledIn } from './misspelled.ts';
import { markedBySoundness } from './sound.ts';

/**
 * Returns all messages of an element, including its reasoning. `isClear`: whether the JSON around the element is unambiguous.
 * `text`: the text of the unit.
 */
export function elementMessages(node: JsonNode, isClear: boolean, text: string): readonly JsonMessage[] {
  const messages = [...reasoningMessages(node, reasoningMembers), ...chatMessages(node, text)];
  return markedBySoundness(messages, isClear && !isAmbiguous(node));
}

/** The arguments of a call. A string is decoded; any other value is as written in the document. */
function argumentsOf(node: JsonNode | undefined, text: string): string {
  if (node?.kind === 'string') return node.value;
  if (node?.kind !== 'object' && node?.kind !== 'array') return '';
  return writtenText(node) ?? text.slice(node.start, node.end);
}

/** Parts that users do not see, each as a message: a call, a reply, or reasoning. */
function hiddenTexts(parts: readonly JsonNode[], text: string): JsonMessage[] {
  return parts.flatMap((part): JsonMessage[] => {
    const { start, end } = part;
    const type = textOf(part, 'type') ?? '';
    const roleSpan = memberOf(part, 'type')?.value ?? { start, end: start + 1 };
    const content = textOf(part, 'text') ?? textOf(part, type) ?? shownContent(part);
    const fields = { start, end, roleSpan, content, open: false };
    if (type === 'tool_result') return [{ ...fields, role: toolRole, callId: textOf(part, 'tool_use_id') }];
    const thought = { ...fields, role: modelRole, channel: thoughtChannel };
    if (type === 'tool_use') {
      const input = argumentsOf(memberOf(part, 'input')?.value, text);
      const call = { ...calledToolOf(textOf(part, 'name')), callId: textOf(part, 'id') };
      return [{ ...thought, channel: callChannel, ...call, content: input }];
    }
    return content === '' ? [] : [thought];
  });
}

/** Returns the messages of an element without its reasoning. `text`: the text of the unit. */
export function chatMessages(node: JsonNode, text: string): JsonMessage[] {
  const { start, end, role, roleSpan } = placeAndRole(node);
  // A spread is not used because V8 adds fields to a copy one by one. For a long list, this took most of the time.
  const message: JsonMessage = {
    start,
    end,
    role,
    roleSpan,
    // These keys have the same names as in headers of Harmony, for example `channel`.
    channel: oneWord(node, 'channel'),
    to: oneWord(node, 'recipient') ?? oneWord(node, 'to'),
    content: shownContent(node),
    name: textOf(node, 'name'),
    callId: textOf(node, 'tool_call_id'),
    open: role === generationRole,
    misspelled: misspelledIn(node, 'messages'),
    family: families['openchatml-0.1'],
  };
  const calls = memberOf(node, 'tool_calls')?.value;
  const thoughts = hiddenTexts(hiddenParts(node), text);
  const first = firstShown(node)?.start ?? end;
  const before = thoughts.filter((thought) => thought.start < first);
  const after = thoughts.slice(before.length);
  const messages =
    message.content === '' && thoughts.length > 0 ? thoughts : [...before, ...withEntries(message), ...after];
  if (calls?.kind !== 'array') return messages;
  const calling = calls.items.map((call): JsonMessage => {
    const of = memberOf(call, 'function')?.value;
    return {
      ...placeAndRole(node),
      start: call.start,
      end: call.end,
      roleSpan: memberOf(of, 'name')?.value ?? call,
      channel: callChannel,
      ...calledToolOf(textOf(of, 'name')),
      callId: textOf(call, 'id'),
      content: argumentsOf(memberOf(of, 'arguments')?.value, text),
      open: false,
    };
  });
  return message.content === '' ? [...thoughts, ...calling] : [...messages, ...calling];
}
