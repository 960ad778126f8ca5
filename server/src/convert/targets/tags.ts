/** Text that reads as a thought, a call or a reply where the target has tags and tokens in bodies for these. */
import { asMessage, isOddContent } from '../../model/json/as-message.ts';
import { type Family, families } from '../../syntax/families/index.ts';
import { saidBy } from '../../write/index.ts';
import { textOfPieces, type Utterance } from '../conversation.ts';
import { Notes } from '../notes.ts';
import { partsIn } from '../read/parts.ts';

const inJson = /["'“”<]/;

/** Notes the first such stretch of a content, as a family reads it. */
export function noteReadAsParts(said: Utterance, notes: Notes, family: Family = families['openchatml-0.1']): void {
  const content = textOfPieces(said.pieces);
  if (!inJson.test(content) || !(family.has.bodyCalls || isOddContent(content))) return;
  const { whole } = said.places;
  const read = asMessage({ ...whole, role: said.role, roleSpan: whole, content, open: false, family });
  const [first] = partsIn(read, { ...said, pieces: saidBy(read).pieces }, new Notes());
  if (first === undefined) return;
  notes.losePart(
    said,
    'tags',
    `This text will be read back as a ${first.kind}, because tags and tokens in a body have a meaning there.`,
    said.places.body(first.start, first.end),
  );
}
