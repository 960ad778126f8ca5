/** Conversion: a document in any format → a conversation → text or a value in another format, with notes on losses. */
import { laidOut } from '../format/index.ts';
import { spareCommas } from '../syntax/json/faults.ts';
import type { JsonNode, JsonReading } from '../syntax/json/nodes.ts';
import { readJson } from '../syntax/json/read.ts';
import { readRecords } from '../syntax/json/records.ts';
import { type RowNames, renamedText } from '../syntax/json/row-names.ts';
import { textKind } from '../syntax/text-kind.ts';
import { Transcript } from '../syntax/transcript.ts';
import { joinedNotes, withoutRefused } from './anyway.ts';
import { type Conversation, textOfPieces } from './conversation.ts';
import { refuseUnwritten } from './emptied.ts';
import { inEnvelope } from './envelope.ts';
import type { From, TargetName } from './forms.ts';
import { type Note, Notes } from './notes.ts';
import { nodesOf } from './read/nodes.ts';
import { everybodyDropped, placesOfEverybody, readTranscript } from './read/text.ts';
import { readTokens } from './read/token-numbers.ts';
import { publicTranscript } from './read/user-visible.ts';
import { type Conversations, formIn, readValue, rowsIn } from './read/value.ts';
import { forEachAnswer, forSampling, forTraining, type Sampling } from './sampling.ts';
import { spelled, Unspelled } from './spelled.ts';
import { type Output, type Style, targets } from './targets/index.ts';

export { saysEmptied } from './emptied.ts';
export { dialectOfForm, type From, type TargetName, targetNames } from './forms.ts';
export { likeness, type Note } from './notes.ts';
export { hasTokens, isTokenArray, isTokens, numbersIn, textOfNumbers } from './read/token-numbers.ts';
export { jsonOf } from './spelled.ts';
export type { Output } from './targets/index.ts';
export { sourcesOf } from './targets/messages.ts';
export { saysUnpaired } from './unpaired.ts';

export interface Options extends Style {
  readonly to: TargetName;
  readonly from: From;
  /** Whether to convert only the parts that end users see. */
  readonly public?: boolean;
  /**
   * If set, the output is a prompt: the messages from which the model continues, without the reasoning of completed turns. The value is the
   * rule for dropping reasoning.
   */
  readonly sampling?: Sampling | undefined;
  /** If set, the output is a training row (`last`), or one row for each answer (`each`). */
  readonly training?: 'last' | 'each' | undefined;
  /** Whether to omit, with a note, the messages that the format rejects. Requires positions in the source. */
  readonly anyway?: boolean | undefined;
  /** Whether a text output becomes a string in a JSON row instead of a file. */
  readonly row?: boolean | undefined;
  /** The names that the source uses for fields and roles in rows. */
  readonly names?: RowNames | undefined;
}

/** The result of a conversion. `output` is undefined if the format cannot express the whole source; the notes then give the reasons. */
export interface Converted {
  readonly output: Output | undefined;
  readonly notes: readonly Note[];
  /** The rows of the output, if it is a list: one for each conversation, or for each answer if `training` is `each`. */
  readonly rows?: readonly unknown[] | undefined;
  /** The number of rows in the source list, if there is no output. */
  readonly refusedOf?: number | undefined;
  /** Whether the notes have positions in the source. If not, the source must be converted again to obtain them. */
  readonly placed: boolean;
}

/**
 * Converts a transcript to another format. If the format stays the same, everything is kept, and only the layout of the transcript
 * changes.
 */
export function convertTranscript(transcript: Transcript, options: Options): Converted {
  const kind = textKind(transcript);
  if (kind !== 'transcript') {
    const notes = new Notes(targets[options.to].codes);
    notes.refuse({ start: 0, end: Math.min(1, transcript.length) }, notConverted[kind]);
    return { output: undefined, notes: notes.all, placed: true };
  }
  if (transcript.dialect === options.to && isWhole(options)) return laidOutWithNotes(transcript, options);
  return convertMessages(transcript, options);
}

/** Lays out a transcript, and adds a note if the layout omits a recipient because it only names everybody, which is the default. */
function laidOutWithNotes(transcript: Transcript, { to }: Options): Converted {
  const text = laidOut(transcript);
  const notes = new Notes(targets[to].codes);
  const [first, ...more] = placesOfEverybody(transcript);
  if (first) {
    const { uri, languageId, version, choice } = transcript;
    const remainingSpans = placesOfEverybody(new Transcript(uri, languageId, version, text, choice));
    if (remainingSpans.length <= more.length) notes.lose(first, everybodyDropped);
  }
  return { output: { text }, notes: notes.all, placed: true };
}

const notConverted = {
  other:
    'This text has neither a control token nor a document header with `version`, so it is not a transcript. Put it in the `content` of a message, or choose its dialect.',
  stream: 'These are events or chunks streamed by a chat API, but they contain no readable message.',
};

/** Whether the options request that everything is converted unchanged. */
const isWhole = ({ to, public: isPublic, sampling, training, tokens, thinking, bos }: Options): boolean =>
  !isPublic && !tokens && !(thinking && targets[to].thinks) && (sampling ?? training ?? bos) === undefined;

/** Like `convertTranscript`, but always reads and writes the messages, even if the format stays the same. */
export function convertMessages(transcript: Transcript, options: Options): Converted {
  const notes = new Notes(targets[options.to].codes);
  const conversation = options.public ? publicTranscript(transcript) : readTranscript(transcript, notes);
  return writeConversations({ conversations: [conversation], rows: undefined }, options, notes, true);
}

/** Converts a list of Harmony token ids to another format. The positions of notes are those of the ids. */
export function convertTokens(text: string, options: Options): Converted {
  const notes = new Notes(targets[options.to].codes);
  const conversation = readTokens(text, notes, (transcript, originOf) =>
    options.public ? publicTranscript(transcript, originOf) : readTranscript(transcript, notes, originOf),
  );
  return writeConversations({ conversations: [conversation], rows: undefined }, options, notes, true);
}

/**
 * Converts text with one JSON value to another format. The notes have positions only if `placed` is set, since conversion is faster without
 * positions.
 */
export function convertJson(text: string, { names, ...options }: Options, placed: boolean): Converted {
  if (names) {
    const { text: usual, sourceOf } = renamedText(text, names);
    const converted = convertJson(usual, options, placed);
    const inSource = (note: Note): Note => ({ ...note, start: sourceOf(note.start), end: sourceOf(note.end) });
    return { ...converted, notes: converted.notes.map(inSource) };
  }
  const reading = placed || options.public ? readJson(text) : quickReading(text);
  if (reading === undefined) return convertJson(text, options, true);
  try {
    return convertReading(reading, options, placed);
  } catch (error) {
    if (error instanceof Unspelled && !placed) return convertJson(text, options, true);
    throw error;
  }
}

/** Converts the records of a session, one per line, to another format. */
export const convertRecords = (text: string, options: Options): Converted =>
  convertReading(readRecords(text.replace(/^\uFEFF/, ' ')), options, true);

function convertReading(jsonReading: JsonReading, options: Options, placed: boolean): Converted {
  const notes = new Notes(targets[options.to].codes);
  const reading = withoutSpareCommas(jsonReading, notes);
  const [fault] = reading.faults;
  if (fault) {
    notes.refuse(fault, notJson);
  } else if (isWhole(options) && formIn(reading, options.from) === options.to)
    return {
      output: { value: reading.root && spelled(reading.root, placed ? reading.text : undefined) },
      ...(placed && reading.root && rowsOfSame(reading.root, reading.text)),
      notes: notes.all,
      placed,
    };
  return writeConversations(
    fault ? nothing : readValue(reading, { ...options, keepsRejected: targets[options.to].pairs }, placed, notes),
    options,
    notes,
    placed,
  );
}

const notJson =
  'This is not valid JSON, so it cannot be converted. Correct it first: `ocml check` reports the errors, and `ocml check --fix` corrects unambiguous ones.';

/**
 * Returns the reading without spare commas if it has no other faults. Each comma is replaced with a space, so that all offsets stay the
 * same, and text copied from the reading is valid JSON. If there are other faults, returns the reading with only those faults.
 */
function withoutSpareCommas(reading: JsonReading, notes: Notes): JsonReading {
  const { text, faults, repairs, doubt } = reading;
  if (faults.length === 0) return reading;
  if (doubt !== undefined) {
    const others = readJson(text, undefined, spareCommas).faults;
    return { ...reading, faults: others };
  }
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of repairs) {
    pieces.push(text.slice(at, start), ' '.repeat(end - start));
    at = end;
    notes.lose(
      { start, end },
      'This comma is dropped: JSON does not allow a comma before a closing bracket or after the top-level value.',
    );
  }
  return readJson(pieces.join('') + text.slice(at));
}

/** The rows of a list whose format stays the same, each as written. */
function rowsOfSame(root: JsonNode, text: string): Pick<Converted, 'rows'> | undefined {
  const rows = rowsIn(root)?.map((row) => spelled(row, text));
  return rows && { rows };
}

const nothing: Conversations = { conversations: [], rows: undefined };

/**
 * Returns the rows of a conversion to a format that requires JSON Lines for several conversations; undefined for any other format, or if
 * the output is one value.
 */
export const rowsAsLines = ({ rows }: Converted, { to }: Pick<Options, 'to'>): readonly unknown[] | undefined =>
  targets[to].onlyLines ? rows : undefined;

/** Returns the records of a document in a format with one record per line; undefined for any other format. */
export const recordsOf = (output: Output, { to }: Pick<Options, 'to'>): readonly unknown[] | undefined =>
  targets[to].records && 'value' in output ? (output.value as readonly unknown[]) : undefined;

/** Turns an output into an element of a list or a line of JSON Lines. A text becomes an object that contains only the text. */
export const asValue = (output: Output): unknown => ('value' in output ? output.value : output);

/** The rows of an output: with `training: 'each'`, one for each answer. */
export const rowsOf = (output: Output, { training }: Options): readonly unknown[] =>
  training === 'each' && 'value' in output ? (output.value as readonly unknown[]) : [asValue(output)];

function writeConversations(
  { conversations, rows }: Conversations,
  options: Options,
  notes: Notes,
  placed: boolean,
): Converted {
  const { sampling, training } = options;
  const target = targets[options.to];
  const selects = options.public || (sampling ?? training) !== undefined;
  if (target.pairs && selects) notes.refuse(conversations[0]?.messages[0]?.places.whole ?? nowhere, wholePairs);
  const prepared = conversations.flatMap((one) => {
    if (target.pairs) return one;
    if (training !== undefined) return training === 'each' ? forEachAnswer(one) : forTraining(one);
    return sampling === undefined ? one : forSampling(one, sampling);
  });
  const outputs = prepared.map((conversation) => {
    const one = target.envelopes ? { ...conversation, messages: conversation.messages.map(inEnvelope) } : conversation;
    const { refusals } = notes;
    const output = target.write(one, notes, options);
    if (!options.public && notes.refusals === refusals) refuseUnwritten(one, output, target, options, notes);
    return output;
  });
  const isList = rows !== undefined || training === 'each';
  if (options.tokens || (target.form === 'text' && !options.row && !isList)) noteHalves(prepared, notes);
  if (notes.refused) {
    const remainingConversations = options.anyway ? withoutRefused(conversations, notes.all) : undefined;
    if (remainingConversations === undefined) return { output: undefined, notes: notes.all, placed, refusedOf: rows };
    const converted = writeConversations(
      { conversations: remainingConversations, rows },
      options,
      new Notes(target.codes),
      placed,
    );
    return { ...converted, notes: joinedNotes(notes.all, converted.notes) };
  }
  const list = isList ? outputs.map(asValue) : undefined;
  return { output: list ? { value: list } : outputs[0], ...(list && { rows: list }), notes: notes.all, placed };
}

const nowhere = { start: 0, end: 0 };
const wholePairs =
  'Pairs of answers can be converted only as a whole: remove the option that selects a part of each conversation.';

/** Notes lone surrogates, which JSON can contain, but which neither UTF-8 nor tokens can encode. */
function noteHalves(conversations: readonly Conversation[], notes: Notes): void {
  for (const { messages } of conversations)
    for (const one of messages) {
      const text = textOfPieces(one.pieces);
      const at = text.search(/\p{Surrogate}/u);
      if (at < 0) continue;
      notes.losePart(
        one,
        'body',
        'This half of a surrogate pair becomes U+FFFD, because UTF-8 cannot encode it.',
        one.places.body(at, at + 1),
      );
    }
}

/** Reads valid JSON with `JSON.parse`, without positions; undefined if the text needs the parser that finds faults and positions. */
function quickReading(text: string): JsonReading | undefined {
  try {
    const root = nodesOf(JSON.parse(text), text);
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
