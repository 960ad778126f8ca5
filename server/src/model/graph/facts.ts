/**
 * The facts that a message adds to the call graph: its calls and replies, and the places that name a tool, a call or a speaker. Blocks
 * of text and units of JSON say it in the same terms; offsets are UTF-16 units in the block or the unit.
 */
import type { Span } from '../../syntax/span.ts';
import { type IdentifiedPart, type Thread, threadOf, type WithoutIds } from '../calls/pairing.ts';

/** The kind of thing that a name refers to: the tool that is called, a call by its id, or a speaker. */
export type ReferentKind = 'callee' | 'id' | 'speaker';

/** One half of an exchange: a call, or a reply to one. The span is all of it. */
export interface Half extends IdentifiedPart, Span {
  readonly kind: 'call' | 'reply';
  /** Which halves its partners are among; undefined where nothing tells. */
  readonly thread: Thread | undefined;
  /** Where one looks for it: its id, else the tool's name, else what begins it. */
  readonly at: Span;
}

/** A name at a place. The span is only the name, without quotes or prefix. */
export interface Mention extends Span {
  readonly named: ReferentKind;
  readonly name: string;
  /** The key of the named thing, distinct from all others in the document: equal keys are one symbol. */
  readonly key: string;
  readonly part: 'declaration' | 'call' | 'reply' | 'speaker';
  /** How much of a tool's name says in which namespace it is. */
  readonly space: number;
  /** The call or the reply that it is in. */
  readonly half?: Half | undefined;
  /** Names that a declaration may not take: the types next to it. */
  readonly beside?: ReadonlyMap<string, unknown> | undefined;
}

/** In the order of the text. */
export interface GraphFacts {
  readonly halves: readonly Half[];
  readonly mentions: readonly Mention[];
  /** No message has a line to itself. */
  readonly onOneLine?: true;
}

export const noFacts: GraphFacts = { halves: [], mentions: [] };

/** `scope`: tells conversations of one document apart; speakers are recognised by their role, too. */
function keyOf(named: ReferentKind, name: string, { scope = '', role = '' } = {}): string {
  return `${scope}${named} ${named === 'speaker' ? `${role} ` : ''}${name}`;
}

interface More {
  readonly half?: Half | undefined;
  readonly beside?: Mention['beside'];
  readonly space?: number;
  /** Of a speaker. */
  readonly role?: string;
  /** The written part of the name, where that is not all. */
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

  /** A collector in the same place for one of several conversations. */
  within(scope: string): FactsMaker {
    return new FactsMaker(this.text, scope, this.halves, this.mentions);
  }

  half(half: Half): Half {
    this.halves.push(half);
    return half;
  }

  /** A name that is written at a span, perhaps in quotes. Nothing where it is not written as it reads. */
  mention(named: ReferentKind, name: string, place: Span | undefined, part: Mention['part'], more: More = {}): void {
    const { role, written = name, space = name.length - written.length, ...rest } = more;
    const span = place && this.written(place, written);
    if (span === undefined || name === '') return;
    const key = keyOf(named, name, { scope: this.scope, ...(role !== undefined && { role }) });
    this.mentions.push({ start: span.start, end: span.end, named, name, key, part, space, ...rest });
  }

  /** The span without its quotes, if that is the name; for JSON with escapes, everything between the quotes. */
  written({ start, end }: Span, name: string): Span | undefined {
    if (this.text.slice(start, end) === name) return { start, end };
    const inner = this.text.slice(start + 1, end - 1);
    const inQuotes = quote.test(this.text[start] ?? '') && end - start >= 2;
    return inQuotes && (inner === name || inner.includes('\\')) ? { start: start + 1, end: end - 1 } : undefined;
  }

  /** The thread of a call or a reply. In text, each stretch of messages has an order of its own, which no message knows. */
  thread(part: Omit<IdentifiedPart, 'kind'>, withoutIds: WithoutIds): Thread | undefined {
    const thread = threadOf(part, withoutIds);
    if (thread === undefined) return undefined;
    const stretch = thread.by === 'order' ? `${this.stretch} ` : '';
    return { ...thread, key: this.scope + stretch + thread.key };
  }

  /** An order ends here (A-106). */
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
