/** The note that follows the channels in a system message where functions are declared (Harmony's layout). */
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
    // A `<` at the end would escape the token after it.
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
