/** Finds the model's turn in ChatML text, up to the point where the model should have stopped. */
import { modelRole } from '../../grammar/index.ts';
import type { Span } from '../../syntax/span.ts';

export interface Turn extends Span {
  /** A note, if the model went on past the end of its turn. */
  readonly note?: string;
}

const [STOP, PAST] = ['<|im_end|>', '<|endoftext|>'];
const headers = /<\|im_start\|>([^\n]*)\n?/g;
const end = /<\|(?:im_end|endoftext|im_start)\|>/;
/** The padding of answers in a batch, and stop tokens, neither of which is content. */
const unsaid = /^(?:\s|<\|im_end\|>|<\|endoftext\|>)*/;

/**
 * The model's turn in a text. If the text begins with another speaker's turn, it is a conversation, and the model's last turn
 * counts. Otherwise, the model's first turn counts, and the model invented everything after it.
 */
export function turnOf(text: string): Turn {
  const begin = lengthOf(unsaid, text);
  const past = text.indexOf(PAST, begin);
  const frames = [...text.slice(0, past < 0 ? text.length : past).matchAll(headers)];
  const modelFrames = frames.filter(({ 1: who = '' }) => who.startsWith(modelRole));
  const first = frames[0]?.index;
  const isFramed = first !== undefined && first === endAfter(text, begin);
  const frame = !isFramed ? undefined : modelFrames[0]?.index === begin ? modelFrames[0] : modelFrames.at(-1);
  if (isFramed && frame === undefined && first === begin) return { start: text.length, end: text.length };
  const start = frame === undefined ? begin : frame.index + frame[0].length;
  const stop = endAfter(text, start);
  const isConversation = frame !== undefined && frame.index > begin;
  const more = isConversation && past < 0 ? '' : text.slice(isConversation ? past : stop);
  const invented = more.slice(lengthOf(unsaid, more));
  return {
    start,
    end: stop,
    ...(invented !== '' && { note: noteOn(invented, text.startsWith(PAST, stop) ? PAST : STOP) }),
  };
}

const lengthOf = (shape: RegExp, text: string) => shape.exec(text)?.[0].length ?? 0;

function endAfter(text: string, from: number): number {
  const at = text.slice(from).search(end);
  return at < 0 ? text.length : from + at;
}

function noteOn(invented: string, token: string): string {
  const who = /^<\|im_start\|>(\w*)/.exec(invented)?.[1];
  const what =
    who === undefined
      ? 'wrote more text'
      : `invented ${who === modelRole ? 'a second turn of its own' : `a turn by the ${who || 'user'}`}`;
  return `The model continued past the end of its turn and ${what}: only the text before that is its answer. Make the server stop at \`${token}\`: leave \`ignore_eos\` off, and check that \`eos_token_id\` in the model's \`generation_config.json\` is the id of that token, or send the token in \`stop\`.`;
}
