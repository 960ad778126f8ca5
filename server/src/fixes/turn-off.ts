/** Turns a rule off in a document, with the key `lint` of its header. */
import { lintPrefix } from '../rules/support/levels.ts';
import type { Block } from '../syntax/block.ts';
import { setValue } from '../syntax/config-edit/set-value.ts';
import { heldInYaml } from '../syntax/config-edit/trees.ts';
import { documentHeaderEnd } from '../syntax/document-header/extent.ts';
import { type HeaderEntry, type HeaderValues, headerValues } from '../syntax/document-header/values.ts';
import { applyEdits, type Replacement } from './proof/replacement.ts';

/**
 * The maximum length of a header that is edited (UTF-16 units). It is limited because the proof compares the whole header before and after
 * the edit.
 */
const MAX_HEADER_LENGTH = 32 * 1024;

/**
 * The edits of a document header (offsets in its block) that turn off the rule `code`. Undefined if the header cannot express them, or if
 * the proof fails. The proof parses the edited header: the rule must be off, and all other values must be unchanged. No message changes.
 */
export function turnOffInHeader(block: Block, code: string): readonly Replacement[] | undefined {
  const { kind, text } = block;
  if (kind !== 'document-header' || text.length > MAX_HEADER_LENGTH) return undefined;
  const before = headerValues(block);
  if (before.errors.length > 0) return undefined;
  const valueTree = heldInYaml(text);
  // An empty header has nothing but its fences.
  if (valueTree === undefined) return undefined;
  const edits = setValue(text, valueTree, ['lint', code], 'off', { quoted: false, lines: false });
  if (edits === undefined) return undefined;
  const changed = applyEdits(text, edits);
  const { readDocumentHeader: read } =
    require('../syntax/document-header/reader.ts') as typeof import('../syntax/document-header/reader.ts');
  const after = read(changed);
  const isOff = after.get(lintPrefix + code)?.value === 'off' && after.errors.length === 0;
  return isOff && documentHeaderEnd(changed, false) === changed.length && others(before, code) === others(after, code)
    ? edits
    : undefined;
}

/** All values of a header except the level of one rule, as a string. */
function others({ entries }: HeaderValues, code: string): string {
  const isOther = ({ path }: HeaderEntry) => path !== 'lint' && path !== lintPrefix + code;
  return JSON.stringify(
    entries.filter(isOther).map(({ path, source, value, items, isMapping }) => {
      return [path, source, value, items?.map((item) => item.value), isMapping];
    }),
  );
}
