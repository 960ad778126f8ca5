/** `textDocument/documentLink` of a transcript. */
import type { DocumentLink } from 'vscode-languageserver-types';
import type { Block } from '../../syntax/block.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { ascending, walk } from '../support/walk.ts';
import { type Address, addressesIn, mostLinks } from './addresses.ts';

const cache = new WeakMap<Block, readonly Address[]>();

export function linksOf(transcript: Transcript): DocumentLink[] {
  const found: DocumentLink[] = [];
  walk(transcript, (step) => {
    const { block } = step;
    let addresses = cache.get(block);
    if (addresses === undefined) {
      addresses = addressesIn(block.text);
      cache.set(block, addresses);
    }
    if (addresses.length === 0 || found.length >= mostLinks) return;
    const position = ascending(step);
    for (const { start, end, target } of addresses.slice(0, mostLinks - found.length))
      found.push({ range: { start: position(start), end: position(end) }, target });
  });
  return found;
}
