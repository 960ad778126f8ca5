/** Turns thoughts within messages for users into separate messages, if the target has no markers for thoughts. */

import { modelRole, thoughtChannel } from '../../grammar/index.ts';
import { append } from '../../syntax/lists.ts';
import type { Piece } from '../../write/index.ts';
import { type ConversationMessage, calledTool, plain, textOfPieces } from '../conversation.ts';
import type { Notes } from '../notes.ts';

/** Whether a message consists only of text, as most messages in a data set do. */
const isPlain = ({ pieces }: ConversationMessage): boolean => pieces.every(({ kind }) => kind === 'text');

/** Moves each thought inside a message for users to a separate message before it. */
export function extractThoughts(
  messages: readonly ConversationMessage[],
  notes: Notes,
): readonly ConversationMessage[] {
  if (messages.every(isPlain)) return messages;
  return messages.flatMap((one) => {
    const { role, channel, pieces } = one;
    if (isPlain(one) || role !== modelRole || channel === thoughtChannel || calledTool(one) !== undefined) return [one];
    const { thoughts, spoken } = apart(pieces);
    if (thoughts === '') return [one];
    notes.losePart(
      one,
      'body',
      'Users see this message, which contains thoughts. The thoughts become a separate message on `analysis`.',
    );
    const thought: ConversationMessage = {
      ...one,
      attributes: new Map(),
      channel: thoughtChannel,
      constraint: undefined,
      source: undefined,
      pieces: [{ kind: 'text', text: thoughts }],
      terminator: 'end',
    };
    return [thought, { ...one, pieces: spoken, source: undefined }];
  });
}

/** Removes thought markers, for targets that have none. Markers are dropped in thoughts, and become text elsewhere. */
export function withoutMarkers(messages: readonly ConversationMessage[], notes: Notes): readonly ConversationMessage[] {
  if (messages.every(isPlain)) return messages;
  return messages.map((one) => {
    if (isPlain(one)) return one;
    const isThought = one.channel === thoughtChannel;
    let at = 0;
    for (const { kind, text } of one.pieces) {
      if (isThought && kind === 'token')
        notes.losePart(
          one,
          'marker',
          `\`${text}\` is dropped: the target format marks reasoning differently. The text after it remains reasoning.`,
          one.places.body(at, at + text.length),
        );
      at += text.length;
    }
    const pieces = one.pieces.filter(({ kind }) => kind !== 'token' || !isThought);
    return { ...one, pieces: plain(textOfPieces(pieces)), source: undefined };
  });
}

/**
 * Separates the hidden text, which extends from each marker to its end marker or to the end of the body, from the visible text
 * (A-078).
 */
function apart(pieces: readonly Piece[]): { readonly thoughts: string; readonly spoken: readonly Piece[] } {
  const thoughts: string[] = [];
  let spoken: Piece[] = [];
  let open: string | undefined;
  for (const piece of pieces) {
    const [, edge, name] = piece.kind === 'token' ? (/^<\|(start|end)_(\w+)\|>$/.exec(piece.text) ?? []) : [];
    if (edge === undefined) {
      if (open === undefined) spoken.push({ kind: 'text', text: piece.text });
      else thoughts.push(piece.text);
    } else if (edge === 'start') open ??= name;
    else if (name === open) open = undefined;
    else if (open === undefined) {
      // Everything before an end marker that has no beginning marker may be a thought.
      append(
        thoughts,
        spoken.map(({ text }) => text),
      );
      spoken = [];
    }
  }
  return { thoughts: thoughts.join(''), spoken };
}
