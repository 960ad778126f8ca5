/**
 * A transcript of any family as input for a template (language §4): the public layer, which consists of instructions and of
 * what the user and the assistant say visibly. Hidden messages are only included for debugging.
 */
import { convertJson, convertTranscript } from '../../convert/index.ts';
import { withoutSpareCommas } from '../../convert/wire-request.ts';
import { developerRole, modelRole, systemRole, userRole } from '../../grammar/index.ts';
import { wireOf } from '../../model/json/wire.ts';
import { headerInfo, message } from '../../model/message.ts';
import { verdictOf } from '../../model/visibility/verdict.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { readJson } from '../../syntax/json/read.ts';
import type { Transcript } from '../../syntax/transcript.ts';

export interface ShownMessage {
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

/** The public layer of a transcript, and how many messages are not in it, not counting an open prompt. */
export function publicLayer({ blocks }: Transcript): {
  readonly shown: readonly ShownMessage[];
  readonly left: number;
} {
  const all = blocks.leaves().flatMap((leaf) => leaf.blocks);
  const shown: ShownMessage[] = [];
  let [start, left] = [0, 0];
  for (const [i, block] of all.entries()) {
    if (block.kind === 'message') {
      const one = shownMessage(block, all[i - 1], all[i + 1]);
      if (one) shown.push({ ...one, start, end: start + block.text.length });
      else if (!isPrompt(block)) left++;
    }
    start += block.text.length;
  }
  return { shown, left };
}

/** What still awaits its content is the generation prompt's. */
const isPrompt = (block: Block) => has(block, Trait.Open) && message(block).content.text === '';

function shownMessage(block: Block, before: Block | undefined, after: Block | undefined) {
  const { role, kind, channel } = headerInfo(block);
  if (role === undefined || kind !== 'plain') return undefined;
  if (isPrompt(block)) return undefined;
  if (instructing.has(role))
    return channel === undefined && !has(block, Trait.Implied)
      ? { role: systemRole, content: message(block).content.text }
      : undefined;
  if (!speakers.has(role)) return undefined;
  const { shown, parts } = verdictOf(block, { before, after });
  if (shown !== 'visible' && shown !== 'preamble') return undefined;
  return { role, content: parts.flatMap(({ hidden, text }) => (hidden ? [] : text)).join('') };
}

/** All of a transcript, with calls, replies and reasoning, as a request of a chat API. */
export function wholeRequest(transcript: Transcript): unknown {
  const { output, notes } = convertTranscript(transcript, {
    ...{ to: 'messages', from: undefined, keepNames: true, bos: undefined },
  });
  if (output !== undefined && 'value' in output) return output.value;
  throw new Error(
    notes.find(({ kind }) => kind === 'refused')?.message ?? 'this transcript cannot be expressed as messages',
  );
}

/** ChatML on the wire as a list of messages, in JSON. `continues`: the model goes on with its last message, which has text and is open. */
export interface WireRequest {
  readonly json: string;
  readonly continues: boolean;
}

/** A text as ChatML on the wire; undefined, if it is not that. An open message without text is the generation prompt's. */
export function wireRequest(given: string): WireRequest | undefined {
  const text = withoutSpareCommas(given);
  const options = { to: 'messages', from: 'chatml-wire', keepNames: true, bos: undefined } as const;
  const { output } = convertJson(text, options, false);
  if (output === undefined || !('value' in output)) return undefined;
  const last = wireOf(readJson(text)).messages.at(-1);
  const continues = last?.open === true && last.texts.some(({ value }) => value !== '');
  return { json: JSON.stringify(output.value), continues };
}
