/**
 * The facts that a message adds to the call graph: its calls and replies, and the spans that name a tool, a call or a speaker.
 * They are the same for blocks of text and units of JSON; offsets are UTF-16 units in the block or the unit.
 */
import type { Span } from '../../syntax/span.ts';
import { type IdentifiedPart, type Thread, threadOf, type WithoutIds } from '../calls/pairing.ts';

/** The kind of thing that a name refers to: the called tool, a call by its id, or a speaker. */
export type ReferentKind = 'callee' | 'id' | 'speaker';

/** One half of an exchange: a call, or a reply to one. The span covers the whole call or reply. */
export interface Half extends IdentifiedPart, Span {
  readonly kind: 'call' | 'reply';
  /** The thread with the partners of this half; undefined if nothing identifies them. */
  readonly thread: Thread | undefined;
  /** The span to show for the half: its id, else the tool's name, else its beginning. */
  readonly at: Span;
}

/** A name with its span, which excludes quotes and prefix. */
export interface Mention extends Span {
  readonly named: ReferentKind;
  readonly name: string;
  /** The key of the named thing, unique in the document: names with the same key are one symbol. */
  readonly key: string;
  readonly part: 'declaration' | 'call' | 'reply' | 'speaker';
  /** The length of the namespace in a tool's name. */
  readonly space: number;
  /** The call or the reply that contains the name. */
  readonly half?: Half | undefined;
  /** Names already in use by other types, which the declaration may not take. */
  readonly beside?: ReadonlyMap<string, unknown> | undefined;
}

/** In the order of the text. */
export interface GraphFacts {
  readonly halves: readonly Half[];
  readonly mentions: readonly Mention[];
  /** Several messages share one line. */
  readonly onOneLine?: true;
}

export const noFacts: GraphFacts = { halves: [], mentions: [] };

/** `scope`: separates the conversations of one document; the key of a speaker also contains the role. */
function keyOf(referentKind: ReferentKind, name: string, { scope = '', role = '' } = {}): string {
  return `${scope}${referentKind} ${referentKind === 'speaker' ? `${role} ` : ''}${name}`;
}

interface More {
  readonly half?: Half | undefined;
  readonly beside?: Mention['beside'];
  readonly space?: number;
  /** The role of a speaker. */
  readonly role?: string;
  /** The part of the name that the text contains, if not the whole name. */
  readonly written?: string;
}

/** Collects the facts of a message. */
export class FactsMaker {
  private stretch = 0;

  private constructor(
    private readonly text: string,
    private readonly scope: string,
    private readonly halves: Half[],
    private readonly mentions: Mention[],
  ) {}

  static of(text: string): FactsMaker {
    return new FactsMaker(text, '', [], []);
  }

  /** A collector that adds to the same facts, for one of several conversations. */
  within(scope: string): FactsMaker {
    return new FactsMaker(this.text, scope, this.halves, this.mentions);
  }

  half(half: Half): Half {
    this.halves.push(half);
    return half;
  }

  /** Adds a name that is written at a span, perhaps in quotes. Adds nothing if the text there differs from the name. */
  mention(
    referentKind: ReferentKind,
    name: string,
    place: Span | undefined,
    part: Mention['part'],
    more: More = {},
  ): void {
    const { role, written = name, space = name.length - written.length, ...rest } = more;
    const span = place && this.written(place, written);
    if (span === undefined || name === '') return;
    const key = keyOf(referentKind, name, { scope: this.scope, ...(role !== undefined && { role }) });
    this.mentions.push({ start: span.start, end: span.end, named: referentKind, name, key, part, space, ...rest });
  }

  /** The span without its quotes, if it contains the name; for JSON with escapes, everything between the quotes. */
  written({ start, end }: Span, name: string): Span | undefined {
    if (this.text.slice(start, end) === name) return { start, end };
    const inner = this.text.slice(start + 1, end - 1);
    const inQuotes = quote.test(this.text[start] ?? '') && end - start >= 2;
    return inQuotes && (inner === name || inner.includes('\\')) ? { start: start + 1, end: end - 1 } : undefined;
  }

  /**
   * The thread of a call or a reply. If order decides, a thread also ends where the order ends (`beginAnew`). In text, a single
   * message cannot know this, so it is left to the code that combines blocks.
   */
  thread(part: Omit<IdentifiedPart, 'kind'>, withoutIds: WithoutIds): Thread | undefined {
    const thread = threadOf(part, withoutIds);
    if (thread === undefined) return undefined;
    const stretch = thread.by === 'order' ? `${this.stretch} ` : '';
    return { ...thread, key: this.scope + stretch + thread.key };
  }

  /** Ends the current order (A-106). */
  beginAnew(): void {
    this.stretch++;
  }

  facts(): GraphFacts {
    const { halves, mentions } = this;
    if (halves.length === 0 && mentions.length === 0) return noFacts;
    const byStart = (a: Span, b: Span) => a.start - b.start;
    return { halves: halves.sort(byStart), mentions: mentions.sort(byStart) };
  }
}

const quote = /["'\u201c-\u201f]/;
