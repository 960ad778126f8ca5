import { functionsNamespace, systemRole, validChannelsLine } from '../grammar/index.ts';
import { callsNote } from '../grammar/system-message.ts';
import { meaning } from '../model/message.ts';
import type { Context } from '../rules/support/rule.ts';
import type { Block } from '../syntax/block.ts';
import { type Fix, insert } from './fix.ts';

const channelsLine = new RegExp(`^${validChannelsLine}[^\\r\\n]*`, 'm');

/** Adds the note that follows the channels in a system message where functions are declared (Harmony's layout). */
export function addCallsNote(block: Block, context: Context): Fix | undefined {
  if (block.kind !== 'message' || !block.family.has.channels) return undefined;
  if (meaning(block).role !== systemRole || !context.declared.hasNamespace(functionsNamespace)) return undefined;
  const body = block.text.slice(block.bodyStart, block.bodyEnd);
  const found = channelsLine.exec(body);
  if (found === null || /^Calls to these tools must go to/m.test(body)) return undefined;
  const at = block.bodyStart + found.index + found[0].length;
  // A `<` at the end would escape the token after it.
  if (block.text[at - 1] === '<') return undefined;
  const lineBreak = /\r\n|\r|\n/.exec(body)?.[0] ?? '\n';
  return {
    title: 'Add the note on calls of functions to the body of the system message',
    edits: [insert(at, lineBreak + callsNote)],
    changesBody: true,
  };
}
