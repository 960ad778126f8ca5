/** Events of 2.2 §9 from another program: passes on what is for users, without cancelled messages. */
import { streamEventFacts } from '../grammar/index.ts';
import { isShownOn } from '../model/visibility/shown-on.ts';
import { own } from '../syntax/own.ts';
import type { EventOptions, StreamEvent } from './events.ts';

type Data = Readonly<Record<string, unknown>>;

/** With more messages, it is no longer known which are cancelled, so none of them is passed on. */
const mostCancelled = 10_000;
const members = ['message_id', 'delta', 'channel', 'intent', 'role', 'to', 'call_id', 'reason'] as const;

export class PassedEvents {
  private readonly cancelled = new Set<unknown>();

  constructor(
    private readonly emit: (event: StreamEvent) => void,
    private readonly options: Partial<EventOptions>,
  ) {}

  /** Takes the data of an event. False: it is not one of §9. */
  receive(data: Data): boolean {
    // What `ocml stream --debug` prints.
    if (data.event === 'debug') return true;
    const isHidden = data.event === 'debug.delta';
    const fact = streamEventFacts.find(({ name }) => name === (isHidden ? 'response.delta' : data.event));
    if (fact === undefined || fact.needs.some((name) => typeof own(data, name) !== 'string')) return false;
    if (fact.ofMessage && (this.cancelled.has(data.message_id) || this.cancelled.size > mostCancelled)) return true;
    if (data.event === 'response.cancel') this.cancelled.add(data.message_id);
    const hidden = isHidden || (fact.name === 'response.delta' && !isShown(data, this.options.preambles === true));
    if (hidden && this.options.debug !== true) return true;
    const said = members.filter((name) => typeof data[name] === 'string').map((name) => [name, data[name]]);
    this.emit({ event: hidden ? 'debug.delta' : fact.name, ...Object.fromEntries(said) } as StreamEvent);
    return true;
  }
}

/** Whether users see a slice: by its channel, or as a preamble where those are asked for. */
const isShown = ({ channel, intent }: Data, preambles: boolean) =>
  channel === undefined || isShownOn(channel, intent, preambles);
