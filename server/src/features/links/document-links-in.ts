/**
 * `textDocument/documentLink` of a transcript. Links are cached per leaf of blocks, so that only the leaf with an edit is searched again.
 */
import type { DocumentLink } from 'vscode-languageserver-types';
import type { Block } from '../../syntax/block.ts';
import type { Leaf } from '../../syntax/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { anywhere } from '../support/walk.ts';
import { type Address, addressesIn, MAX_LINKS } from './addresses.ts';

interface Linked {
  readonly block: Block;
  readonly addresses: readonly Address[];
}

const ofBlocks = new WeakMap<Block, Linked>();
const ofLeaves = new WeakMap<Leaf, readonly Linked[]>();

export function linksOf(transcript: Transcript): DocumentLink[] {
  const documentLinks: DocumentLink[] = [];
  for (const leaf of transcript.blocks.leaves()) {
    for (const { block, addresses } of linkedIn(leaf)) {
      const place = transcript.blocks.placeOf(block);
      if (place === undefined) continue;
      const position = anywhere({ block, ...transcript.positionIn(place, 0) });
      for (const { start, end, target } of addresses.slice(0, MAX_LINKS - documentLinks.length))
        documentLinks.push({ range: { start: position(start), end: position(end) }, target });
      if (documentLinks.length === MAX_LINKS) return documentLinks;
    }
  }
  return documentLinks;
}

function linkedIn(leaf: Leaf): readonly Linked[] {
  let linkedBlocks = ofLeaves.get(leaf);
  if (linkedBlocks === undefined) {
    linkedBlocks = leaf.blocks.map(linked).filter(({ addresses }) => addresses.length > 0);
    ofLeaves.set(leaf, linkedBlocks);
  }
  return linkedBlocks;
}

function linked(block: Block): Linked {
  let linkedBlock = ofBlocks.get(block);
  if (linkedBlock === undefined) {
    linkedBlock = { block, addresses: addressesIn(block.text) };
    ofBlocks.set(block, linkedBlock);
  }
  return linkedBlock;
}
