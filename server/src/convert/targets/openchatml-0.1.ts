/** Writes OpenChatML 0.1: thoughts in blocks, calls and outputs after special tokens (0.1 §4, §8). */
import { answerChannel, callChannel, functionsNamespace, modelRole, thoughtChannel } from '../../grammar/index.ts';
import { headerFollows } from '../../model/visibility/hidden.ts';
import { leadingBreaks, trailingBreaks, trimBreaks } from '../../model/visibility/spoken.ts';
import { families } from '../../syntax/families/index.ts';
import { parseJson } from '../../syntax/json/values.ts';
import type { Piece } from '../../write/index.ts';
import { type ConversationMessage, calledTool, textOfPieces } from '../conversation.ts';
import { listed, listToken } from '../declared.ts';
import { contentOf, contentOfBare } from '../envelope.ts';
import type { Notes } from '../notes.ts';
import type { Speech } from '../turns.ts';
import type { Composed } from './composed.ts';
import { impliedInReply, noteDropped, noteSpaces, refuseArguments, withoutEmpty } from './dropped.ts';
import { type Bodies, plainTarget, roleIn } from './plain-frames.ts';
import { noteReadAsParts } from './read-as-parts.ts';

const form = 'OpenChatML 0.1';
const family = families['openchatml-0.1'];
const prefix = `${functionsNamespace}.`;

type Stretch = Composed['stretches'][number];

const bodies: Bodies = {
  family,
  name: form,
  bos: '',
  namesTools: true,
  speech: (speech, notes) => [
    composeSpeech(
      withoutEmpty(speech, form, notes, (text) => trimBreaks(text) === ''),
      notes,
    ),
  ],
  declared: (messages, declared, notes) => listed(messages, declared, 'list', notes),
  replies: (replies, notes) => replies.map((message) => reply(message, notes)),
  other(message, notes) {
    noteDropped(message, { attributes: ['name'], channel: undefined }, form, notes);
    noteReadAsParts(message, notes, { family });
    // In these messages, every token except `listToken` becomes text.
    const stretches = message.pieces.map(
      ({ kind, text }): Stretch => ({
        kind: kind === 'token' && text === listToken ? kind : 'text',
        text,
        of: message,
      }),
    );
    const { attributes, slot } = message;
    return {
      role: roleIn(family, message, notes),
      of: message,
      name: attributes.get('name'),
      stretches,
      terminator: ended(message),
      slot,
    };
  },
};

function reply(message: ConversationMessage, notes: Notes): Composed {
  const name = message.attributes.get('name');
  const isFunction = name?.startsWith(prefix) ?? false;
  const keptAttributes = [...impliedInReply(message), ...(isFunction || name === undefined ? ['name'] : [])];
  noteDropped(message, { attributes: keptAttributes, channel: callChannel }, form, notes);
  const stretches =
    name === undefined ? message.pieces.map((piece) => ({ ...piece, of: message })) : output(message, name, notes);
  return { role: roleIn(family, message, notes), of: message, stretches, terminator: ended(message) };
}

export const openchatml01 = plainTarget(() => bodies, form);

const textOf = (all: readonly ConversationMessage[]) => all.map(({ pieces }) => textOfPieces(pieces)).join('');

const ended = ({ terminator }: ConversationMessage) => (terminator === undefined ? undefined : 'im_end');

/** Composes one message from the assistant's turn: thoughts, answer and calls. */
function composeSpeech({ thoughts, answer, calls }: Speech, notes: Notes): Composed {
  const all = [...thoughts, ...(answer ? [answer] : []), ...calls];
  const last = all.at(-1) as ConversationMessage;
  if (answer) {
    noteDropped(
      answer,
      {
        attributes: ['name', ...(calls.length > 0 ? ['intent'] : [])],
        channel: calls.length > 0 ? callChannel : answerChannel,
      },
      form,
      notes,
    );
    noteReadAsParts(answer, notes, { family, following: textOf(calls) });
    noteEdges(answer, thoughts.length > 0, calls.length > 0, notes);
  }
  const answerText = answer ? textOfPieces(answer.pieces) : '';
  // After a token, a line that consists of a role would be read as a header without its opening token; the line break prevents this.
  const lineBreak = thoughts.length > 0 && headerFollows(answerText, 0) ? '\n' : '';
  const text: Stretch[] = answer ? [{ kind: 'text', text: lineBreak + answerText, of: answer }] : [];
  const before = [...thoughts.flatMap((one, i) => thought(one, all.slice(i + 1), notes)), ...text];
  const called = calls.flatMap((one, i) => {
    const isFirst = i === 0 && before.every((stretch) => stretch.text === '');
    return [...(isFirst ? [] : [{ kind: 'text' as const, text: '\n' }]), ...call(one, notes)];
  });
  return {
    role: modelRole,
    of: last,
    name: answer?.attributes.get('name'),
    stretches: [...before, ...called],
    terminator: ended(last),
  };
}

/** Notes line breaks next to a thought or a call, since they would be read back as part of the template. */
function noteEdges(message: ConversationMessage, before: boolean, after: boolean, notes: Notes): void {
  const text = textOfPieces(message.pieces);
  const lost = (before ? leadingBreaks(text) : 0) + (after ? trailingBreaks(text) : 0);
  if (lost > 0)
    notes.losePart(
      message,
      'body',
      'Line breaks at the beginning or end of this text are lost: next to thoughts and calls, they belong to the template.',
    );
}

/** A thought as a block with the name of the thought's first marker. Without a marker, it is a block for reasoning. */
function thought(message: ConversationMessage, later: readonly ConversationMessage[], notes: Notes): Stretch[] {
  noteDropped(message, { attributes: [], channel: thoughtChannel }, form, notes);
  noteReadAsParts({ ...message, pieces: message.pieces.filter(({ kind }) => kind !== 'token') }, notes, {
    family,
    following: textOf(later),
  });
  const [first, ...rest] = message.pieces;
  const name = (first?.kind === 'token' && /^<\|start_(\w+)\|>$/.exec(first.text)?.[1]) || undefined;
  const pieces = (name ? rest : message.pieces).filter((piece): piece is Piece => piece.kind !== 'token');
  if (pieces.length < (name ? rest : message.pieces).length)
    notes.losePart(
      message,
      'marker',
      'Markers in this thought are dropped: in OpenChatML 0.1, a thought is one block.',
    );
  const text = textOfPieces(pieces);
  if (trimBreaks(text) !== text)
    notes.losePart(message, 'body', 'Line breaks at the beginning or end of this thought are lost.');
  const kind = name ?? 'reason';
  return [
    { kind: 'token', text: `<|start_${kind}|>` },
    { kind: 'thought', text, of: message },
    { kind: 'token', text: `<|end_${kind}|>` },
  ];
}

function call(message: ConversationMessage, notes: Notes): Stretch[] {
  const tool = calledTool(message) as string;
  const isFunction = tool.startsWith(prefix);
  if (!isFunction)
    notes.losePart(
      message,
      'to',
      `\`${tool}\` becomes a function with that name: OpenChatML 0.1 has no other kind of tool.`,
    );
  noteDropped(message, { attributes: ['to'], channel: callChannel, constraint: 'json' }, form, notes);
  const text = textOfPieces(message.pieces);
  if (parseJson(text).error !== undefined) refuseArguments(message, form, notes);
  noteSpaces(message, notes);
  const name = JSON.stringify(isFunction ? tool.slice(prefix.length) : tool);
  return [
    { kind: 'token', text: '<|function_call|>' },
    { kind: 'call', text: `\n{"name": ${name}, "arguments": ` },
    { kind: 'call', text, of: message },
    { kind: 'call', text: '}' },
  ];
}

/** The output of a call: the content in the envelope of 2.2, or everything that the tool returned. */
function output(message: ConversationMessage, name: string, notes: Notes): Stretch[] {
  const isFunction = name.startsWith(prefix);
  const { envelope } = message;
  const { json, exact } = envelope === undefined ? contentOfBare(textOfPieces(message.pieces)) : contentOf(envelope);
  if (!exact)
    notes.losePart(
      message,
      'body',
      'This reply becomes the `content` of a function output. It is read back in the 2.2 envelope (`ok`, `content`, `error`), and a string that contains JSON, such as `17`, is read back as that JSON value.',
    );
  return [
    { kind: 'token', text: '<|function_output|>' },
    {
      kind: 'output',
      text: `\n{"name": ${JSON.stringify(isFunction ? name.slice(prefix.length) : name)}, "content": `,
    },
    { kind: 'output', text: json, of: message },
    { kind: 'output', text: '}' },
  ];
}
