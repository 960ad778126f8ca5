/** Notes the parts of a message that a format without headers cannot express. */
import { modelRole } from '../../grammar/index.ts';
import { type ConversationMessage, isPreamble, textOfPieces } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import type { Speech } from '../turns.ts';

/** The parts of a message that are not lost: attributes that are written or implied, and the channel and type that are read back. */
interface RetainedParts {
  readonly attributes: readonly string[];
  readonly channel?: string | undefined;
  readonly constraint?: string | undefined;
}

/** Notes that the format `form` drops all parts of a message that are not retained. */
export function noteDropped(
  message: ConversationMessage,
  retainedParts: RetainedParts,
  form: string,
  notes: Notes,
): void {
  const { channel, constraint } = message;
  // Lists of messages contain neither the intent nor the channel; text next to calls is read back as a preamble.
  const asAnswer =
    isPreamble(message) && !retainedParts.attributes.includes('intent') && channel !== retainedParts.channel;
  if (asAnswer)
    notes.losePart(message, 'intent', `This preamble becomes an answer: ${form} does not distinguish preambles here.`);
  noteOthers(message, asAnswer ? [...retainedParts.attributes, 'intent'] : retainedParts.attributes, form, notes);
  if (!asAnswer && channel !== undefined && channel !== retainedParts.channel)
    notes.losePart(message, 'channel', `The channel \`${channel}\` is dropped: ${form} has no channels.`);
  if (constraint !== undefined && constraint !== retainedParts.constraint)
    notes.losePart(message, 'constraint', `The type \`${constraint}\` is dropped: ${form} cannot express it.`);
}

/** Notes the attributes that are not in `keys` as dropped. */
export function noteOthers(message: ConversationMessage, keys: readonly string[], form: string, notes: Notes): void {
  for (const [key, value] of message.attributes)
    if (!keys.includes(key)) notes.losePart(message, key, `\`${key}=${value}\` is dropped: ${form} cannot express it.`);
}

/** The attributes of a reply that do not have to be written, since every reply is read back with the assistant as its recipient. */
export const impliedInReply = ({ attributes }: ConversationMessage): readonly string[] =>
  attributes.get('to') === modelRole ? ['to'] : [];

/** Notes that a message is not written at all. Returns false, for use as a filter. */
export function noteMissing(message: ConversationMessage, what: string, form: string, notes: Notes): false {
  notes.losePart(message, 'message', `${what} is dropped: ${form} cannot express it.`);
  return false;
}

/** Notes white space around arguments that is not read back if they are written as a value in an object. */
export function noteSpaces(message: ConversationMessage, notes: Notes): void {
  const text = textOfPieces(message.pieces);
  if (text.trim() !== text)
    notes.losePart(message, 'body', 'White space around these arguments is lost: they become a value in an object.');
}

/** Refuses arguments that are not JSON, for formats that require JSON in every call. */
export function refuseArguments(message: ConversationMessage, form: string, notes: Notes): void {
  notes.refusePart(
    message,
    {
      part: 'body',
      start: 0,
      end: textOfPieces(message.pieces).length,
      reason: `is not JSON, as required for the arguments of a call in ${form}`,
    },
    ' Correct the arguments, or convert to a format that allows any text as arguments, such as `openchatml-2.2`.',
  );
}

/** Drops an empty answer next to thoughts or calls. `isEmpty`: whether a text counts as empty. */
export function withoutEmpty(
  speech: Speech,
  form: string,
  notes: Notes,
  isEmpty = (text: string): boolean => text === '',
): Speech {
  const { thoughts, answer, calls } = speech;
  if (answer === undefined || answer.parts !== undefined || !isEmpty(textOfPieces(answer.pieces))) return speech;
  if (thoughts.length + calls.length === 0) return speech;
  noteMissing(answer, 'An empty message', form, notes);
  return { ...speech, answer: undefined };
}
