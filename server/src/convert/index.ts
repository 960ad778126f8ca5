/** Conversion: a document of any form → a conversation → text or a value of another form, and what was lost on the way. */
import type { JsonReading } from '../syntax/json/nodes.ts';
import { readJson } from '../syntax/json/read.ts';
import type { Transcript } from '../syntax/transcript.ts';
import type { Conversation } from './conversation.ts';
import type { From, TargetName } from './forms.ts';
import { type Note, Notes } from './notes.ts';
import { nodesOf } from './read/nodes.ts';
import { readTranscript } from './read/text.ts';
import { readValue } from './read/value.ts';
import { type Output, type Style, targets } from './targets/index.ts';

export { type From, forms, type TargetName, targetNames } from './forms.ts';
export type { Note } from './notes.ts';
export type { Output } from './targets/index.ts';

export interface Options extends Style {
  readonly to: TargetName;
  readonly from: From;
}

/** `output`: undefined where something cannot be said, which the notes tell. */
export interface Converted {
  readonly output: Output | undefined;
  readonly notes: readonly Note[];
  /** The notes have their places in the source. Where they have not, it is to be converted again, with places. */
  readonly placed: boolean;
}

/** A transcript in another form. */
export function convertTranscript(transcript: Transcript, options: Options): Converted {
  const target = targets[options.to];
  const notes = new Notes(target.codes);
  return written(readTranscript(transcript, notes), options, notes);
}

/** A text that is one value of JSON in another form. Only `placed` notes say where they are; without them it is faster. */
export function convertJson(text: string, options: Options, placed: boolean): Converted {
  const reading = placed ? readJson(text) : quickly(text);
  if (reading === undefined) return convertJson(text, options, true);
  const target = targets[options.to];
  const notes = new Notes(target.codes);
  const [fault] = reading.faults;
  if (fault) notes.refuse(fault, 'This is not JSON, so nobody can say what it means.');
  const { conversations, rows } = fault ? nothing : readValue(reading, options.from, placed, notes);
  const outputs = conversations.map((one) => written(one, options, notes).output);
  if (notes.refused || outputs.length === 0) return { output: undefined, notes: notes.all, placed };
  const output = rows ? { value: outputs.map((one) => one && asValue(one)) } : outputs[0];
  return { output, notes: notes.all, placed };
}

const nothing = { conversations: [], rows: false } as const;

/** An output as an element of a list, or a line of JSON Lines: a text is a row with that alone. */
export const asValue = (output: Output): unknown => ('value' in output ? output.value : output);

function written(conversation: Conversation, options: Options, notes: Notes): Converted {
  const output = targets[options.to].write(conversation, notes, options);
  return { output: notes.refused ? undefined : output, notes: notes.all, placed: true };
}

/** What the reader of JSON would give, without places; undefined where it has more to say. */
function quickly(text: string): JsonReading | undefined {
  try {
    const root = nodesOf(JSON.parse(text));
    return (
      root && {
        text,
        root,
        faults: [],
        repairs: [],
        repairable: true,
        doubt: undefined,
        open: [],
        unclosed: -1,
        last: -1,
      }
    );
  } catch {
    return undefined;
  }
}
