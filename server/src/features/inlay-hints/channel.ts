/** The inlay hint about the channel of a message, if one is needed. */
import type { InlayHint } from 'vscode-languageserver-types';
import { modelRole } from '../../grammar/index.ts';
import type { HeaderInfo } from '../../model/message.ts';

/**
 * The hint for a message from the model, which shows the effective channel if the header names no channel or misspells it. Messages of other
 * roles get no hint, because they cannot be on different channels. `headerChannel`: the channel in the header.
 */
export function channelHint(
  { role, effectiveChannel }: Pick<HeaderInfo, 'role' | 'effectiveChannel'>,
  headerChannel: string | undefined,
): Omit<InlayHint, 'position'> | undefined {
  if (role !== modelRole || effectiveChannel === undefined || headerChannel === effectiveChannel) return undefined;
  const [label, tooltip] =
    headerChannel === undefined
      ? [
          effectiveChannel,
          `The header names no channel, so the message is treated as if it were on ${effectiveChannel}.`,
        ]
      : [
          `→ ${effectiveChannel}`,
          `The channel is unknown, so the message is treated as if it were on ${effectiveChannel}.`,
        ];
  return { label, tooltip, paddingLeft: true };
}
