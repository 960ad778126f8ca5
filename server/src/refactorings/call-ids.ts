/** Renumbers call ids in the order of the calls, `c1`, `c2`, …, and in their replies. */
import { type FixEdit, replace } from '../fixes/fix.ts';
import { headerInfo } from '../model/message.ts';
import type { Context } from '../rules/support/rule.ts';
import { messageHeader } from '../syntax/message-header.ts';
import type { DocumentRefactoring } from './refactoring.ts';

export const renumberCallIds: DocumentRefactoring = {
  kind: 'source.renumberCallIds.ocml',
  propose({ blocks, family }: Context) {
    if (!family.attributes.some(({ name }) => name === 'call_id')) return undefined;
    /** The new id for each old one, according to the last call with the old id. */
    const renamed = new Map<string, string>();
    const unmatched = new Set<string>();
    const edits: FixEdit[] = [];
    let calls = 0;
    let changed = false;
    for (const block of blocks) {
      if (block.kind !== 'message') continue;
      const { kind, callId } = headerInfo(block);
      if (kind === 'plain' || callId === undefined) continue;
      if (kind === 'call') renamed.set(callId, `c${++calls}`);
      const id = renamed.get(callId);
      if (id === undefined) {
        unmatched.add(callId);
        continue;
      }
      for (const { key, value, valueStart, end } of messageHeader(block).attributes) {
        if (key !== 'call_id' || value !== callId) continue;
        edits.push(replace({ start: valueStart, end }, id, block));
        changed ||= id !== value;
      }
    }
    // Otherwise, a reply without a call would get the id of a call to which it does not belong.
    if (!changed || [...renamed.values()].some((id) => unmatched.has(id))) return undefined;
    return {
      title: `Renumber the ids of ${calls === 1 ? 'the call and its replies' : `${calls} calls and their replies`}`,
      edits,
    };
  },
};
