/** Text that reads as a thought, a call or a reply where tags and tokens of ChatML count. */
import { asMessage } from '../../model/json/as-message.ts';
import { entriesOf } from '../../model/visibility/entries.ts';
import { families } from '../../syntax/families/index.ts';
import { textOfPieces, type Utterance } from '../conversation.ts';
import type { Notes } from '../notes.ts';

const family = families['openchatml-0.1'];

/** Notes the first such stretch of what somebody says. */
export function noteReadAsParts(said: Utterance, notes: Notes): void {
  const content = textOfPieces(said.pieces);
  if (!content.includes('<')) return;
  const { whole } = said.places;
  const read = asMessage({ ...whole, role: said.role, roleSpan: whole, content, open: false, family });
  const [first] = entriesOf(read);
  if (first === undefined) return;
  const from = read.body.bodyStart;
  notes.losePart(
    said,
    'tags',
    `This text is read back as a ${first.kind}: tags and tokens of ChatML count there.`,
    said.places.body(first.start - from, first.end - from),
  );
}
