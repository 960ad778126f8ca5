/** The dimensions by which the messages of a view can be filtered, the number of messages with each value, and the filter itself. */
import {
  type Facet,
  type Facets,
  type Filter,
  type FilterDimension,
  filterDimensions,
} from '../../../../protocol/views.ts';
import { answerChannel, callChannel, functionsNamespace, modelRole, toolRole } from '../../grammar/index.ts';
import { replyRoles } from '../../grammar/messages.ts';
import { families } from '../../syntax/families/index.ts';

/** The values of a message that a filter tests. */
export interface Facts {
  readonly role: string | undefined;
  readonly channel: string | undefined;
  /** The tool that is called or that replies, without the `functions` namespace. */
  readonly tool: string | undefined;
}

const valueOf: Readonly<Record<FilterDimension, (facts: Facts) => string | undefined>> = {
  roles: ({ role }: Facts) => role,
  channels: ({ channel }: Facts) => channel,
  tools: ({ tool }: Facts) => tool,
};
/** The maximum number of values that are accepted and offered in each dimension. */
const MAX_FACETS = 50;

/** Reads a filter that a client sent. Undefined if the filter would exclude nothing. Fields of the wrong type are ignored. */
export function filterOf(filter: unknown): Filter | undefined {
  if (typeof filter !== 'object' || filter === null) return undefined;
  const chosen = filterDimensions.flatMap((name) => {
    const values: unknown = Object.getOwnPropertyDescriptor(filter, name)?.value;
    const words = Array.isArray(values) ? values.filter((value) => typeof value === 'string').slice(0, MAX_FACETS) : [];
    return words.length > 0 ? [[name, words] as const] : [];
  });
  return chosen.length > 0 ? Object.fromEntries(chosen) : undefined;
}

const roles = Object.values(families).flatMap((family) => family.roles);
const replying = new Set([...replyRoles, ...roles.flatMap(({ name, replies }) => (replies ? [name] : []))]);
const speaking = new Set<string | undefined>(roles.map(({ name }) => name));
/** Recipients that are not tools. */
const speakers = new Set<string | undefined>([...speaking, 'all']);

/** The fields of a shown message from which its filter values are computed. */
interface MessageWords {
  readonly role?: string | undefined;
  readonly effectiveChannel?: string | undefined;
  readonly name?: string | undefined;
  readonly to?: string | undefined;
}

/** The filter values of a message. An unknown role is treated as the name of a tool that replies. */
export function factsOf({ role, effectiveChannel: channel, name, to }: MessageWords): Facts {
  const replies = replying.has(role);
  const isReply = role !== undefined && (replies || !speaking.has(role));
  const tool = isReply ? (replies ? name : role) : role === modelRole && !speakers.has(to) ? to : undefined;
  const prefix = `${functionsNamespace}.`;
  const bare = tool?.startsWith(prefix) ? tool.slice(prefix.length) : tool;
  return {
    role: isReply ? toolRole : role,
    channel: channel ?? (isReply ? callChannel : answerChannel),
    tool: bare || undefined,
  };
}

export function passes(facts: Facts, filter: Filter | undefined): boolean {
  if (filter === undefined) return true;
  for (const name of filterDimensions) {
    const filterValues = filter[name];
    if (filterValues === undefined) continue;
    const value = valueOf[name](facts);
    if (value === undefined || !filterValues.includes(value)) return false;
  }
  return true;
}

/** Counts messages by filter value. The tallies of several stretches can be joined. */
export class Tally {
  private readonly counts: Readonly<Record<FilterDimension, Map<string, number>>> = {
    roles: new Map(),
    channels: new Map(),
    tools: new Map(),
  };
  /**
   * The number of replies by tool. A call and its replies count as one for their tool, so replies count only if none of their calls is
   * shown.
   */
  private readonly replies = new Map<string, number>();

  /** Counts the values of one message and of all its entries. */
  add(facts: readonly Facts[]): void {
    for (const name of filterDimensions) {
      const values = (name === 'tools' ? facts.filter((one) => !isOfReply(one)) : facts).map(valueOf[name]);
      for (const value of values.length > 1 ? new Set(values) : values) count(this.counts[name], value, 1);
    }
    for (const tool of new Set(facts.filter(isOfReply).map(valueOf.tools))) count(this.replies, tool, 1);
  }

  join({ counts, replies }: Tally): void {
    for (const name of filterDimensions) for (const [value, by] of counts[name]) count(this.counts[name], value, by);
    for (const [tool, by] of replies) count(this.replies, tool, by);
  }

  facets(): Facets {
    const listed = (counts: Iterable<readonly [string, number]>) =>
      Array.from(counts, ([name, count]): Facet => ({ name, count }))
        .sort((a, b) => b.count - a.count)
        .slice(0, MAX_FACETS);
    const { roles, channels, tools } = this.counts;
    return { roles: listed(roles), channels: listed(channels), tools: listed(new Map([...this.replies, ...tools])) };
  }
}

const isOfReply = ({ role }: Facts): boolean => role === toolRole;

function count(counts: Map<string, number>, value: string | undefined, by: number): void {
  if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + by);
}
