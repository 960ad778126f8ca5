/**
 * Prepares a transcript of any family as input for a template (language §4). The input is the public layer, which consists of
 * instructions and the visible user and assistant messages. Hidden messages are included only for debugging.
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
  /** The span of the message in the document (UTF-16 offsets). */
  readonly start: number;
  readonly end: number;
}

const speakers = new Set([userRole, modelRole]);
const instructing = new Set([systemRole, developerRole]);

/** The public layer of a transcript. */
export const shownMessages = (transcript: Transcript): readonly ShownMessage[] => publicLayer(transcript).shown;

/** The numbers of messages outside the public layer, by kind, and of messages that the public layer contains only in part. */
export interface HiddenCounts {
  readonly calls: number;
  readonly replies: number;
  /** The number of the model's messages without a recipient. */
  readonly thoughts: number;
  readonly others: number;
  /** The number of messages in the public layer that have a hidden part, such as a thought before the answer. */
  readonly inPart: number;
  /** The number of messages in the public layer that have a speaker name, which is omitted. */
  readonly names: number;
}

/** Returns the public layer of a transcript, and the numbers of messages outside it. An open generation prompt does not count. */
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
        const { inPart, ...roleAndContent } = one;
        shown.push({ ...roleAndContent, start, end: start + block.text.length });
        if (inPart) hidden.inPart++;
        if (message(block).name) hidden.names++;
      } else if (!isPrompt(block)) hidden[kindOf(block)]++;
    }
    start += block.text.length;
  }
  return { shown, hidden };
}

/** The kinds of the messages on channels that users do not see. */
const hiddenChannels: ReadonlyMap<string, 'thoughts'> = new Map([[thoughtChannel, 'thoughts']]);

/** Returns the kind of a message that users do not see. */
function kindOf(block: Block): 'calls' | 'replies' | 'thoughts' | 'others' {
  const { kind, channel = '' } = headerInfo(block);
  if (kind !== 'plain') return kind === 'call' ? 'calls' : 'replies';
  return hiddenChannels.get(channel) ?? 'others';
}

/** Whether a block is a generation prompt, that is, an open message without content. */
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

/** A transcript as a chat API request, and the parts that the request cannot express. */
interface TranscriptRequest {
  readonly request: unknown;
  readonly losses: readonly Note[];
  /** The keys in the document header, which never appear in prompts. */
  readonly headerKeys: readonly string[];
}

/** Converts the whole transcript, with calls, replies and reasoning, to a chat API request. */
export function wholeRequest(transcript: Transcript): TranscriptRequest {
  const { output, notes } = asRequest(transcript);
  if (output !== undefined && 'value' in output)
    return { request: output.value, ...lossesOf(transcript, notes, () => true) };
  throw new Error(
    notes.find(({ kind }) => kind === 'refused')?.message ?? 'this transcript cannot be expressed as messages',
  );
}

/** Converts the public layer of a transcript to messages, with the losses in its header and its messages. */
export function publicRequest(transcript: Transcript): TranscriptRequest & { readonly hidden: HiddenCounts } {
  const { shown, hidden } = publicLayer(transcript);
  // Content is passed unchanged, so only attributes of messages are lost.
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

/** The parts of messages in the public layer that are in the prompt, or for which a template writes its own text. */
const partsOfPrompts = new Set(['body', 'message', 'terminator', 'channel', 'constraint']);

/** Matches the top-level key of the document header that a note is about. */
const headerKey = /^`([^`.]+)[^`]*` is dropped/;

/**
 * The losses that matter for prompts. Ends of messages do not matter, since a template writes its own. The header of an open message does
 * not matter either, since the generation prompt replaces it.
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

/**
 * ChatML on the wire as a JSON list of messages. `continues`: whether the last message is open and has text, so that the model
 * continues it.
 */
interface WireRequest {
  readonly json: string;
  readonly continues: boolean;
  readonly losses: readonly Note[];
}

/**
 * Reads a text as ChatML on the wire; undefined if the text has another format. An open message without text counts as the
 * generation prompt.
 */
export function wireRequest(source: string): WireRequest | undefined {
  const text = withoutSpareCommas(source);
  const options = { to: 'messages', from: 'chatml-wire', keepNames: true, bos: undefined } as const;
  const { output, notes } = convertJson(text, options, true);
  if (output === undefined || !('value' in output)) return undefined;
  const last = wireOf(readJson(text)).messages.at(-1);
  const continues = last?.open === true && last.texts.some(({ value }) => value !== '');
  return { json: JSON.stringify(output.value), continues, losses: notes.filter(({ kind }) => kind !== 'refused') };
}
