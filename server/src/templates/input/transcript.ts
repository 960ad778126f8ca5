/**
 * A transcript of any family as input for a template (language §4): the public layer, which consists of instructions and of
 * what the user and the assistant say visibly. Hidden messages are only included for debugging.
 */
import { convertJson, convertTranscript, type Note } from '../../convert/index.ts';
import { withoutSpareCommas } from '../../convert/wire-request.ts';
import { developerRole, modelRole, systemRole, thoughtChannel, userRole } from '../../grammar/index.ts';
import { wireOf } from '../../model/json/wire.ts';
import { headerInfo, message } from '../../model/message.ts';
import { verdictOf } from '../../model/visibility/verdict.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { lastAtMost } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import type { Transcript } from '../../syntax/transcript.ts';

interface ShownMessage {
  readonly role: string;
  readonly content: string;
  /** Where it is in the document: UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

const speakers = new Set([userRole, modelRole]);
const instructing = new Set([systemRole, developerRole]);

/** The public layer of a transcript. */
export const shownMessages = (transcript: Transcript): readonly ShownMessage[] => publicLayer(transcript).shown;

/** How many messages are not in the public layer, by what they are. */
export interface HiddenCounts {
  readonly calls: number;
  readonly replies: number;
  /** The model's messages to nobody. */
  readonly thoughts: number;
  readonly others: number;
  /** Messages in the layer of which a part is not, such as a thought before the answer. */
  readonly inPart: number;
  /** Messages in the layer whose speaker has a name, which is not. */
  readonly names: number;
}

/** The public layer of a transcript, and how many messages are not in it, not counting an open prompt. */
export function publicLayer({ blocks }: Transcript): {
  readonly shown: readonly ShownMessage[];
  readonly hidden: HiddenCounts;
} {
  const all = blocks.leaves().flatMap((leaf) => leaf.blocks);
  const shown: ShownMessage[] = [];
  const hidden = { calls: 0, replies: 0, thoughts: 0, others: 0, inPart: 0, names: 0 };
  let start = 0;
  for (const [i, block] of all.entries()) {
    if (block.kind === 'message') {
      const one = shownMessage(block, all[i - 1], all[i + 1]);
      if (one) {
        const { inPart, ...seen } = one;
        shown.push({ ...seen, start, end: start + block.text.length });
        if (inPart) hidden.inPart++;
        if (message(block).name) hidden.names++;
      } else if (!isPrompt(block)) hidden[kindOf(block)]++;
    }
    start += block.text.length;
  }
  return { shown, hidden };
}

/** The kinds of messages on channels that users do not see. */
const hiddenChannels: ReadonlyMap<string, 'thoughts'> = new Map([[thoughtChannel, 'thoughts']]);

/** Returns the kind of a message that users do not see. */
function kindOf(block: Block): 'calls' | 'replies' | 'thoughts' | 'others' {
  const { kind, channel = '' } = headerInfo(block);
  if (kind !== 'plain') return kind === 'call' ? 'calls' : 'replies';
  return hiddenChannels.get(channel) ?? 'others';
}

/** Whether a block is a generation prompt: it still awaits its content. */
const isPrompt = (block: Block) => has(block, Trait.Open) && message(block).content.text === '';

function shownMessage(block: Block, before: Block | undefined, after: Block | undefined) {
  const { role, kind, channel } = headerInfo(block);
  if (role === undefined || kind !== 'plain') return undefined;
  if (isPrompt(block)) return undefined;
  if (instructing.has(role))
    return channel === undefined && !has(block, Trait.Implied)
      ? { role: systemRole, content: message(block).content.text, inPart: false }
      : undefined;
  if (!speakers.has(role)) return undefined;
  const { shown, parts } = verdictOf(block, { before, after });
  if (shown !== 'visible' && shown !== 'preamble') return undefined;
  const inPart = parts.some(({ hidden, text }) => hidden && /\S/.test(text));
  return { role, content: parts.flatMap(({ hidden, text }) => (hidden ? [] : text)).join(''), inPart };
}

/** A transcript as a request of a chat API, and what that cannot hold of it. */
interface TranscriptRequest {
  readonly request: unknown;
  readonly losses: readonly Note[];
  /** Keys of the document header, which no prompt has. */
  readonly headerKeys: readonly string[];
}

/** All of a transcript, with calls, replies and reasoning, as a request of a chat API. */
export function wholeRequest(transcript: Transcript): TranscriptRequest {
  const { output, notes } = asRequest(transcript);
  if (output !== undefined && 'value' in output)
    return { request: output.value, ...lossesOf(transcript, notes, () => true) };
  throw new Error(
    notes.find(({ kind }) => kind === 'refused')?.message ?? 'this transcript cannot be expressed as messages',
  );
}

/** The public layer of a transcript, as messages, with what is lost of its header and of its messages. */
export function publicRequest(transcript: Transcript): TranscriptRequest & { readonly hidden: HiddenCounts } {
  const { shown, hidden } = publicLayer(transcript);
  // Contents are given as they are, and only the attributes of their messages are not.
  const isLost = ({ start, part }: Note) =>
    part !== undefined && !partsOfPrompts.has(part) && start < (lastAtMost(shown, start, (one) => one.start)?.end ?? 0);
  return {
    request: shown.map(({ role, content }) => ({ role, content })),
    ...lossesOf(transcript, asRequest(transcript).notes, isLost),
    hidden,
  };
}

const asRequest = (transcript: Transcript) =>
  convertTranscript(transcript, { to: 'messages', from: undefined, keepNames: true, bos: undefined });

/** Parts of a message in the public layer that are in the prompt, or that a template writes in its own way. */
const partsOfPrompts = new Set(['body', 'message', 'terminator', 'channel', 'constraint']);

/** The key of a document header that a note is about, at the top of it. */
const headerKey = /^`([^`.]+)[^`]*` is dropped/;

/**
 * Losses without those that no prompt has: a template writes the ends of messages itself, and the header of an open message is
 * its generation prompt.
 */
function lossesOf(
  transcript: Transcript,
  notes: readonly Note[],
  isLost: (note: Note) => boolean,
): Pick<TranscriptRequest, 'losses' | 'headerKeys'> {
  const text = transcript.getText();
  const blocks = [...transcript.blocks];
  const last = blocks.findLast(({ kind }) => kind === 'message');
  const prompt = last && isPrompt(last) ? text.lastIndexOf(last.text) : Number.POSITIVE_INFINITY;
  const headerEnd = transcript.header ? (blocks[0]?.text.length ?? 0) : 0;
  const isOfHeader = (note: Note) => note.of === undefined && note.start < headerEnd;
  const losses = notes.filter(
    (note) =>
      note.kind !== 'refused' &&
      !isOfHeader(note) &&
      isLost(note) &&
      note.start < prompt &&
      !(note.part === 'terminator' && text.startsWith('<|', note.start)),
  );
  const keys = notes.filter(isOfHeader).flatMap(({ message }) => headerKey.exec(message)?.[1] ?? []);
  return { losses, headerKeys: [...new Set(keys)] };
}

/** ChatML on the wire as a list of messages, in JSON. `continues`: the model goes on with its last message, which has text and is open. */
interface WireRequest {
  readonly json: string;
  readonly continues: boolean;
  readonly losses: readonly Note[];
}

/** A text as ChatML on the wire; undefined, if it is not that. An open message without text is the generation prompt's. */
export function wireRequest(given: string): WireRequest | undefined {
  const text = withoutSpareCommas(given);
  const options = { to: 'messages', from: 'chatml-wire', keepNames: true, bos: undefined } as const;
  const { output, notes } = convertJson(text, options, true);
  if (output === undefined || !('value' in output)) return undefined;
  const last = wireOf(readJson(text)).messages.at(-1);
  const continues = last?.open === true && last.texts.some(({ value }) => value !== '');
  return { json: JSON.stringify(output.value), continues, losses: notes.filter(({ kind }) => kind !== 'refused') };
}
