/** Adds the note on function calls after the list of channels in a system message (Harmony's layout), if functions are declared. */
import { insert } from '../fixes/fix.ts';
import { functionsNamespace, systemRole, validChannelsLine } from '../grammar/index.ts';
import { callsNote as note } from '../grammar/system-message.ts';
import type { Refactoring } from './refactoring.ts';

const channelsLine = new RegExp(`^${validChannelsLine}[^\\r\\n]*`, 'm');

export const callsNote: Refactoring = {
  kind: 'refactor.rewrite',
  offeredAt: 'caret',
  propose({ block, message, context }) {
    if (block.kind !== 'message' || !block.family.has.channels) return [];
    if (message.role !== systemRole || !context.declared.hasNamespace(functionsNamespace)) return [];
    const body = block.text.slice(block.bodyStart, block.bodyEnd);
    const match = channelsLine.exec(body);
    if (match === null || /^Calls to these tools must go to/m.test(body)) return [];
    const at = block.bodyStart + match.index + match[0].length;
    // A `<` at the end of the line may escape the token that follows, so nothing must be inserted between the two.
    if (block.text[at - 1] === '<') return [];
    const lineBreak = /\r\n|\r|\n/.exec(body)?.[0] ?? '\n';
    return [
      {
        title: 'Add the note on function calls to the body of the system message',
        edits: [insert(at, lineBreak + note)],
        changesBody: true,
      },
    ];
  },
};
