/** The openai/harmony parser in its strict and its lenient mode, and vLLM's use of its results. */
import { parseReference, type ReferenceMessage } from '../../model/reference/parse.ts';
import { firstTokenOf } from '../../tokens/harmony.ts';
import { pythonSays } from '../json/wording.ts';
import type { ParserName } from './names.ts';
import { type Parsed, type ParsedStretch, type Parser, type Stop, tokenAt } from './parser.ts';

function readWith(text: string, strict: boolean): { messages: readonly ReferenceMessage[]; stop?: Stop } {
  const { messages, error } = parseReference(text, { strict, firstToken: firstTokenOf });
  if (error === undefined) return { messages };
  const { kind, value, at, from } = error;
  return { messages, stop: { ...tokenAt(text, at), text: error.text, kind, quoted: value, from } };
}

/** Describes the speaker, the recipient and the channel of a message. */
function speaker({ role, name, recipient, channel, contentType }: ReferenceMessage): string {
  return [
    name ?? role,
    ...(recipient === undefined ? [] : [`to ${recipient}`]),
    ...(channel === undefined ? [] : [`on ${channel}`]),
    ...(contentType === undefined ? [] : [`of type ${contentType}`]),
  ].join(' ');
}

const asMade = (message: ReferenceMessage): ParsedStretch => ({
  as: 'message',
  who: speaker(message),
  text: message.text,
  start: message.from,
  end: message.to,
});

const reference = (name: ParserName, title: string, strict: boolean): Parser => ({
  name,
  title,
  format: 'harmony',
  read(text): Parsed {
    const { messages, stop } = readWith(text, strict);
    return { accepted: stop === undefined, ...(stop && { stop }), made: messages.map(asMade), notes: [] };
  },
});

export const harmony = reference('harmony', 'the openai/harmony 0.0.8 parser in strict mode', true);
export const harmonyLenient = reference('harmony-lenient', 'the openai/harmony 0.0.8 parser in lenient mode', false);

/**
 * vLLM reads tokens with the strict parser, but never tells it that the output has ended, so an open header is not an error there.
 * Messages to `functions.*` are calls; messages to any other recipient are neither calls nor answers.
 */
export const vllm: Parser = {
  name: 'vllm',
  title: 'vLLM with gpt-oss: the openai/harmony 0.0.8 parser in strict mode, with messages to functions.* as calls',
  format: 'harmony',
  builtOn: 'harmony',
  read(text) {
    const { messages, stop } = readWith(text, true);
    const notes: string[] = [];
    const made = messages.map((message) => served(message, notes));
    if (stop?.kind !== 'header-open') {
      return { accepted: stop === undefined, ...(stop && { stop }), made, notes, ...fails(made) };
    }
    notes.push(
      'The output ends inside a header. vLLM does not report this: it drops everything after the last complete message.',
    );
    return { accepted: true, made, notes };
  },
};

/** Marks an output with call arguments that are not JSON: vLLM passes such arguments on, and logs an error. */
const fails = (stretches: readonly ParsedStretch[]) =>
  stretches.some(({ as, text }) => as === 'call' && pythonSays(text)) ? { mayFail: 'arguments' } : {};

function served(message: ReferenceMessage, notes: string[]): ParsedStretch {
  const { recipient, channel, contentType, text } = message;
  const all = { ...asMade(message), text };
  if (recipient?.startsWith('functions.')) {
    const name = recipient.split('functions.')[1] as string;
    const fault = contentType === undefined || contentType.includes('json') ? pythonSays(text) : undefined;
    if (fault !== undefined) {
      notes.push(
        `The arguments of the call to ${name} are not JSON (${fault.text}). vLLM logs "Error decoding JSON tool call from response." and returns them unchanged, so the client fails.`,
      );
    }
    return { ...all, as: 'call', who: name };
  }
  if (channel === 'analysis' && recipient === undefined) return { ...all, as: 'reasoning', who: 'reasoning' };
  if (channel === 'final' || (channel === 'commentary' && recipient === undefined))
    return { ...all, as: 'answer', who: 'answer' };
  const why =
    recipient === undefined ? `has no channel that vLLM recognizes` : `is sent to ${recipient}, not to functions.*`;
  notes.push(`A message ${why}, so it appears neither as a call nor in the answer.`);
  return { ...all, as: 'lost' };
}
