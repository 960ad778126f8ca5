/** The messages about a reply that answers no call. */
import { closest } from '../../syntax/tokens/closest.ts';
import { quote } from '../../syntax/wording.ts';
import type { Extra } from './rule.ts';

export type Fault = Extra & { readonly message: string };

/** Describes a reply that names a tool that was not called. `open`: the tools of the calls without a reply. */
export function noCallTo(tool: string, open: readonly string[]): Fault {
  const meant = closest(tool, open) ?? open[0];
  const remedy =
    meant === undefined
      ? 'Write the name of the tool that was called, or add the call.'
      : ifThatReply(` to ${quote(meant)}`, meant);
  return strayReply(`No call to ${quote(tool)} comes before this reply. ${remedy}`, meant);
}

/** Describes a reply with an id that no call has. `open`: the calls without a reply. */
export function noCallWithId(
  id: string,
  open: readonly { readonly callId?: string | undefined; readonly tool: string | undefined }[],
): Fault {
  const ids = open.flatMap(({ callId }) => callId ?? []);
  const meant = closest(id, ids) ?? ids[0];
  const tool = open.find(({ callId }) => callId === meant)?.tool;
  const remedy =
    meant === undefined
      ? 'Write the id of the call that it answers, or add the call.'
      : ifThatReply(`${tool ? ` to ${quote(tool)}` : ''} with the id ${quote(meant)}`, meant);
  return strayReply(`No call before this reply has the id ${quote(id)}, so it belongs to no call. ${remedy}`, meant);
}

const ifThatReply = (ofCall: string, meant: string) =>
  `The call${ofCall} has no reply; if this is that reply, write ${quote(meant)}.`;

const strayReply = (message: string, meant: string | undefined): Fault => ({
  message,
  milder: 'warning',
  ...(meant !== undefined && { data: { suggestion: meant } }),
});
