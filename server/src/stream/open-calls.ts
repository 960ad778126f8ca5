/** The calls of a stream that are waiting for their replies. */
import { CallPairing, type IdentifiedPart, withoutIdsIn } from '../model/calls/pairing.ts';
import type { HeaderInfo } from '../model/message.ts';
import type { Family } from '../syntax/families/family.ts';

/** The maximum number of open calls. If there are more, the oldest ones are dropped. */
const MAX_OPEN_CALLS = 10_000;

interface OpenCall extends IdentifiedPart {
  /** The id in events, which is generated as in `ocml inspect` if the family has no ids. */
  readonly id: string | undefined;
}

export class OpenCalls {
  private pairing: CallPairing<OpenCall> | undefined;
  private made = 0;

  /** Takes a call or a reply. Returns the id of the call, or of the call that the reply answers. */
  take({ kind, callId, tool }: HeaderInfo, family: Family): string | undefined {
    this.pairing ??= new CallPairing(withoutIdsIn(family), MAX_OPEN_CALLS);
    const isMade = kind === 'call' && callId === undefined && family.has.pairsByTool;
    const part = { kind, callId, tool, id: isMade ? `h${++this.made}` : callId };
    const call = kind === 'call' ? part : this.pairing.take(part)?.call;
    if (call === part) this.pairing.take(part);
    else if (kind === 'reply' && callId === undefined && call === undefined) this.made++;
    return call?.id;
  }

  open(): string[] {
    return [...(this.pairing?.open ?? [])].flatMap(({ id }) => id ?? []);
  }
}
