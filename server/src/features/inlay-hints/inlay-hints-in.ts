/** `textDocument/inlayHint` of a transcript. */
import type { InlayHint, Range } from 'vscode-languageserver-types';
import { headerInfo } from '../../model/message.ts';
import { has, Trait } from '../../syntax/block.ts';
import type { Place } from '../../syntax/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { placesIn } from '../support/places-in.ts';
import { channelHint } from './channel.ts';

/** The maximum number of hints in one range. No screen shows more. */
const MAX_HINTS = 1000;

export function hintsOf(transcript: Transcript, range: Range): InlayHint[] {
  const inlayHints: InlayHint[] = [];
  for (const place of placesIn(transcript, range)) {
    const { block } = place;
    if (inlayHints.length >= MAX_HINTS) break;
    if (block.kind !== 'message' || !block.family.has.channels || !has(block, Trait.HasMessage)) continue;
    const header = headerInfo(block);
    const { channel } = header.header;
    const hint = channelHint(header, channel?.word?.text);
    if (hint === undefined) continue;
    const at = channel?.word?.end ?? block.headerEnd;
    if (isAlone(transcript, place, at)) inlayHints.push({ ...hint, position: transcript.positionIn(place, at) });
  }
  return inlayHints;
}

/** Whether the line at a position contains nothing but this message. On other lines, a hint would be in the middle of other text. */
function isAlone({ blocks }: Transcript, { block, index }: Place, at: number): boolean {
  const before = blocks.at(index - 1);
  const begins = before?.kind !== 'message' || hasBreak(before.text, before.end) || hasBreak(block.text, 0, at);
  return begins && (index + 1 === blocks.length || hasBreak(block.text, at));
}

const hasBreak = (text: string, from: number, to?: number) => /[\r\n]/.test(text.slice(from, to));
