/** Changes that no problem asks for. */
import { modelRole } from '../grammar/index.ts';
import { meaning, message } from '../model/message.ts';
import type { Context } from '../rules/support/rule.ts';
import type { Block } from '../syntax/block.ts';
import type { Fix } from './fix.ts';
import { addAttribute, isSound } from './support/edits.ts';

/** Shows a plan on commentary to the user (2.2 §5). Harmony knows no intent: there it would be read as a recipient. */
export function markAsPreamble(block: Block, context: Context): Fix | undefined {
  if (block.kind !== 'message' || !context.family.has.documentHeader) return undefined;
  const { role, kind, effectiveChannel, intent } = meaning(block);
  if (role !== modelRole || kind !== 'plain' || effectiveChannel !== 'commentary' || intent !== undefined)
    return undefined;
  const said = message(block);
  const edit = isSound(said) ? addAttribute(said, 'intent', 'preamble') : undefined;
  return edit && { title: 'Mark as preamble', edits: [edit] };
}
