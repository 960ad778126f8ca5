/** What is said of the channel of a message, and where it needs saying. */
import type { InlayHint } from 'vscode-languageserver-types';
import { modelRole } from '../../grammar/index.ts';
import type { Meaning } from '../../model/message.ts';

/**
 * The hint for a message of the model: without a channel, which it counts as on; with one that is not written as it should be,
 * which it counts as. Others have no channel to choose. `written`: the channel as it is written.
 */
export function channelHint(
  { role, effectiveChannel }: Pick<Meaning, 'role' | 'effectiveChannel'>,
  written: string | undefined,
): Omit<InlayHint, 'position'> | undefined {
  if (role !== modelRole || effectiveChannel === undefined || written === effectiveChannel) return undefined;
  const [label, tooltip] =
    written === undefined
      ? [effectiveChannel, `No channel is named: the message counts as on ${effectiveChannel}.`]
      : [`→ ${effectiveChannel}`, `This channel is not known: the message counts as on ${effectiveChannel}.`];
  return { label, tooltip, paddingLeft: true };
}
