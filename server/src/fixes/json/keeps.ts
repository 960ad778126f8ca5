/**
 * Tests whether a fix in a document that is not valid JSON leaves everything outside its edits unchanged. The content of such a document is
 * partly guessed.
 */
import { isSyntaxFault } from '../../syntax/json/faults.ts';
import type { JsonNode, JsonReading } from '../../syntax/json/nodes.ts';
import { readLike } from '../../syntax/json/row-names.ts';
import type { FixEdit } from '../fix.ts';
import { applyEdits, type Replacement } from '../proof/replacement.ts';
import type { JsonTarget } from './fix.ts';

/** The maximum length of a document that is parsed again for each fix. In a longer one, only the text before the first fault is certain. */
const MAX_DOCUMENT_LENGTH = 20_000;

/** Whether everything outside the edits is parsed as before, without new faults. The edits must be in order and must not overlap. */
export function keeps({ text, reading }: Pick<JsonTarget, 'text' | 'reading'>, edits: readonly FixEdit[]): boolean {
  const { faults, root } = reading;
  if (faults.length === 0) return true;
  if (text.length > MAX_DOCUMENT_LENGTH) {
    const first = faults.find(isSyntaxFault)?.start ?? text.length;
    return edits.every(({ end }) => end <= first);
  }
  const after = readLike(applyEdits(text, edits), reading);
  if (after.faults.length > faults.length) return false;
  const insertions: Replacement[] = [];
  let shift = 0;
  for (const { start, end, text: newText } of edits) {
    insertions.push({ start: start + shift, end: start + shift + newText.length, text: '' });
    shift += newText.length - (end - start);
  }
  const before = untouched(root, edits);
  const now = untouched(after.root, insertions);
  return before.length === now.length && before.every((leaf, i) => leaf === now[i]);
}

/**
 * The keys, and the values without children, that no edit touches, in order. Each one is described by its value and its position between
 * the edits.
 */
function untouched(root: JsonReading['root'], edits: readonly FixEdit[]): string[] {
  const leaves: string[] = [];
  let next = 0;
  const note = (node: JsonNode, what: string) => {
    const { start, end } = node;
    while (next < edits.length && (edits[next] as FixEdit).end <= start) next++;
    const edit = edits[next];
    if (edit && edit.start < end) return;
    const from = next === 0 ? 0 : (edits[next - 1] as FixEdit).end;
    leaves.push(`${next} ${start - from} ${end - start} ${what} ${'value' in node ? JSON.stringify(node.value) : ''}`);
  };
  const open: { node: JsonNode; isKey: boolean }[] = root ? [{ node: root, isKey: false }] : [];
  for (let one = open.pop(); one; one = open.pop()) {
    const { node, isKey } = one;
    if (node.kind === 'array') for (const item of node.items.toReversed()) open.push({ node: item, isKey: false });
    else if (node.kind === 'object') {
      for (const { key, value } of node.members.toReversed()) {
        if (value) open.push({ node: value, isKey: false });
        open.push({ node: key, isKey: true });
      }
    } else note(node, isKey ? 'key' : node.kind);
  }
  return leaves;
}
