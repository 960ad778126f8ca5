/** Writes ShareGPT as LLaMA-Factory reads it: `from` and `value`, with instructions and tools next to the list. */
import { callChannel, developerRole, systemRole, toolRole, userRole } from '../../grammar/index.ts';
import { endsOrder } from '../../model/calls/exchange.ts';
import { trimBreaks } from '../../model/visibility/spoken.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { append } from '../../syntax/lists.ts';
import type { Piece } from '../../write/index.ts';
import { type CallReadBack, callReadBack, functionNames } from '../built-in.ts';
import { type ConversationMessage, isReply, textOfPieces } from '../conversation.ts';
import { apart, noteToolLosses, noteUndeclared } from '../declared.ts';
import { type Notes, usualCodes } from '../notes.ts';
import { inOrderOfCalls } from '../pairs.ts';
import { toolList } from '../tools/index.ts';
import { type Speech, speeches } from '../turns.ts';
import { impliedInReply, noteDropped, noteMissing } from './dropped.ts';
import { noteEnd, noteOpen, noteReturn } from './ends.ts';
import { extractThoughts } from './extract-thoughts.ts';
import { headerKeys } from './header.ts';
import { asText } from './parts.ts';
import { noteReadAsParts } from './read-as-parts.ts';
import { type CallStyle, type CallText, callObject, type Stretch, taggedSpeech } from './tagged-text.ts';
import type { Target } from './target.ts';

const form = 'ShareGPT';

interface Item {
  readonly from: string;
  readonly value: string;
}

/** The value of `from` for each role. */
const speakers: Readonly<Record<string, string>> = {
  [userRole]: 'human',
  [developerRole]: systemRole,
  [toolRole]: 'observation',
};

export const sharegpt: Target = {
  name: form,
  codes: usualCodes,
  form: 'json',
  write(conversation, notes) {
    headerKeys(conversation, notes);
    const { messages, declared } = apart(conversation.messages, notes);
    const tools = [...declared.tools, ...(conversation.declared?.tools ?? [])];
    const formats = [...declared.formats, ...(conversation.declared?.formats ?? [])];
    noteUndeclared({ tools: [], formats, raw: conversation.declared?.raw }, form, notes);
    const list = toolList(tools, 'functions');
    noteToolLosses(list.losses, notes);
    const ordered = inOrderOfCalls({ ...conversation, messages: extractThoughts(messages, notes) }, false, notes);
    const items = itemsOf(
      ordered.map((one) => asText(one, notes)),
      functionNames(tools),
      notes,
    );
    const [first] = items;
    // Empty instructions, or instructions without other messages, would not be read back from `system`.
    const system =
      first?.from === systemRole && items.length > 1 && first.value.trim() !== '' ? first.value : undefined;
    return {
      value: {
        ...(system !== undefined && { system }),
        ...(list.value.length > 0 && { tools: JSON.stringify(list.value) }),
        conversations: system === undefined ? items : items.slice(1),
      },
    };
  },
};

function itemsOf(
  messages: readonly ConversationMessage[],
  functions: ReadonlySet<string>,
  notes: Notes,
): readonly Item[] {
  const style: CallStyle = { form, readBack: (call) => callReadBack(call, functions) };
  // Replies are matched to calls only by their order.
  let awaited: CallReadBack[] = [];
  return speeches(messages).flatMap((one): Item[] => {
    if (one.kind === 'speech') {
      const item = writeSpeech(one, style, notes);
      append(awaited, one.calls.map(style.readBack));
      return item;
    }
    const { said: message } = one;
    if (!isReply(message) && endsOrder(message.role)) awaited = [];
    return noteEnd(message, notes) ? [] : [other(message, isReply(message) ? awaited.shift() : undefined, notes)];
  });
}

function writeSpeech(speech: Speech, style: CallStyle, notes: Notes): Item[] {
  const { thoughts, answer, calls } = speech;
  const isThought = answer === undefined && calls.length === 0;
  if (isThought && thoughts.every(({ pieces }) => trimBreaks(textOfPieces(pieces.filter(isText))) === '')) {
    for (const one of thoughts) noteMissing(one, 'An empty thought', form, notes);
    return [];
  }
  const all = [...thoughts, ...(answer ? [answer] : []), ...calls];
  noteReturn(all, notes);
  noteOpen(all, notes);
  // A `function_call` contains only calls. Calls next to text are in tags, as in the models' training data.
  const isCalls = calls.length === all.length;
  const stretches = taggedSpeech(speech, isCalls ? { ...style, write: callsAsJson } : style, notes);
  return [{ from: isCalls ? 'function_call' : 'gpt', value: stretches.map(({ text }) => text).join('') }];
}

const isText = ({ kind }: Piece): boolean => kind !== 'token';

/** Writes calls without text as JSON, and several calls as a list. */
function callsAsJson(calls: readonly ConversationMessage[]): CallText {
  const plain = (value: string): Stretch => ({ kind: 'text', text: value });
  const objects = calls.flatMap((one, i) => [...(i > 0 ? [plain(', ')] : []), ...callObject(one)]);
  return { stretches: calls.length > 1 ? [plain('['), ...objects, plain(']')] : objects, tagged: false };
}

function other(message: ConversationMessage, call: CallReadBack | undefined, notes: Notes): Item {
  const isNamed = call !== undefined && call.to === message.attributes.get('name');
  const keptAttributes = isReply(message) ? [...impliedInReply(message), ...(isNamed ? ['name'] : [])] : [];
  const channel = isReply(message) ? (call?.channel ?? callChannel) : undefined;
  noteDropped(message, { attributes: keptAttributes, channel }, form, notes);
  noteReadAsParts(message, notes);
  const role = message.role as string;
  const from = getOwn(speakers, role) ?? role;
  if (role === developerRole)
    notes.losePart(message, 'role', `The role \`${role}\` becomes \`${from}\`, the nearest role in ${form}.`);
  return { from, value: textOfPieces(message.pieces) };
}
