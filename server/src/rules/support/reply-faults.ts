/** The messages about a reply that answers no call. */
import { closest } from '../../syntax/tokens/closest.ts';
import { quote } from '../../syntax/wording.ts';
import type { Extra } from './rule.ts';

export type Fault = Extra & { readonly message: string };

/** Describes a reply that names a tool that was not called. `open`: the tools of the calls without a reply. */
export function noCallTo(tool: string, open: readonly string[]): Fault {
  const likelyTool = closest(tool, open) ?? open[0];
  const remedy =
    likelyTool === undefined
      ? 'Write the name of the tool that was called, or add the call.'
      : ifThatReply(` to ${quote(likelyTool)}`, likelyTool);
  return strayReply(`No call to ${quote(tool)} comes before this reply. ${remedy}`, likelyTool);
}

/** Describes a reply with an id that no call has. `open`: the calls without a reply. */
export function noCallWithId(
  id: string,
  open: readonly { readonly callId?: string | undefined; readonly tool: string | undefined }[],
): Fault {
  const ids = open.flatMap(({ callId }) => callId ?? []);
  const likelyId = closest(id, ids) ?? ids[0];
  const tool = open.find(({ callId }) => callId === likelyId)?.tool;
  const remedy =
    likelyId === undefined
      ? 'Write the id of the call that it answers, or add the call.'
      : ifThatReply(`${tool ? ` to ${quote(tool)}` : ''} with the id ${quote(likelyId)}`, likelyId);
  return strayReply(`No call before this reply has the id ${quote(id)}, so it belongs to no call. ${remedy}`, likelyId);
}

const ifThatReply = (ofCall: string, suggestion: string) =>
  `The call${ofCall} has no reply; if this is that reply, write ${quote(suggestion)}.`;

const strayReply = (message: string, suggestion: string | undefined): Fault => ({
  message,
  milder: 'warning',
  ...(suggestion !== undefined && { data: { suggestion } }),
});
