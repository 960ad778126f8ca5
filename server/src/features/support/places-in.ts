/** The blocks that overlap a range. A request for part of a document reads only these blocks. */
import type { Range } from 'vscode-languageserver-types';
import type { Place } from '../../syntax/sequence.ts';
import type { Transcript } from '../../syntax/transcript.ts';

export function* placesIn(transcript: Transcript, range: Range): IterableIterator<Place> {
  const { blocks } = transcript;
  const to = transcript.offsetAt(range.end);
  let place = blocks.placeAt(transcript.offsetAt(range.start));
  while (place !== undefined && place.start <= to) {
    yield place;
    const { index, start, startLine, block } = place;
    const next = blocks.at(index + 1);
    place = next && {
      block: next,
      index: index + 1,
      start: start + block.text.length,
      startLine: startLine + block.lines,
    };
  }
}
