/** Renumbers the ids of calls and their replies as `c1`, `c2`, …, in the order of the calls. */
import { type FixEdit, replace } from '../fixes/fix.ts';
import { headerInfo } from '../model/message.ts';
import type { Context } from '../rules/support/rule.ts';
import { messageHeader } from '../syntax/message-header.ts';
import type { DocumentRefactoring } from './refactoring.ts';

export const renumberCallIds: DocumentRefactoring = {
  kind: 'source.renumberCallIds.ocml',
  propose({ blocks, family }: Context) {
    if (!family.attributes.some(({ name }) => name === 'call_id')) return undefined;
    /** The new ids by their old ids. If several calls have the same old id, the most recent call counts. */
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
    // A reply without a call must not be matched by accident to a call that gets the same id.
    if (!changed || [...renamed.values()].some((id) => unmatched.has(id))) return undefined;
    return {
      title: `Renumber the ids of ${calls === 1 ? 'the call and its replies' : `${calls} calls and their replies`}`,
      edits,
    };
  },
};
