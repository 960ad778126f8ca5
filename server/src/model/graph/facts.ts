/**
 * The facts that a message contributes to the call graph: its calls and replies, and the spans with the name of a tool, a call or
 * a speaker. Blocks of text and units of JSON have the same kind of facts. Offsets are UTF-16 units in the block or the unit.
 */
import type { Span } from '../../syntax/span.ts';
import { type IdentifiedPart, type Thread, threadOf, type WithoutIds } from '../calls/pairing.ts';

/** The referent of a name: a tool, a call (by its id), or a speaker. */
export type ReferentKind = 'callee' | 'id' | 'speaker';

/** A call, or a reply to a call. The span is that of the whole call or reply. */
export interface Half extends IdentifiedPart, Span {
  readonly kind: 'call' | 'reply';
  /** The thread with the matching calls and replies; undefined if there is nothing to match them by. */
  readonly thread: Thread | undefined;
  /** The span that represents the call or reply: its id, otherwise the name of the tool, otherwise its beginning. */
  readonly at: Span;
}

/** A name with its span, which does not include quotes or a prefix. */
export interface Mention extends Span {
  readonly named: ReferentKind;
  readonly name: string;
  /** The key of the named tool, call or speaker, unique in the document. Names with the same key are the same symbol. */
  readonly key: string;
  readonly part: 'declaration' | 'call' | 'reply' | 'speaker';
  /** The length of the namespace with which the name of the tool begins. */
  readonly space: number;
  /** The call or the reply that the name is part of. */
  readonly half?: Half | undefined;
  /** The names of other types in scope. The declaration cannot be renamed to any of them. */
  readonly beside?: ReadonlyMap<string, unknown> | undefined;
}

/** The facts of a message, in document order. */
export interface GraphFacts {
  readonly halves: readonly Half[];
  readonly mentions: readonly Mention[];
  /** Whether several messages are on one line. */
  readonly onOneLine?: true;
}

export const noFacts: GraphFacts = { halves: [], mentions: [] };

/**
 * Returns the key of a name. `scope`: distinguishes the conversations of one document. `role`: the role of a speaker, which is
 * part of its key.
 */
function keyOf(referentKind: ReferentKind, name: string, { scope = '', role = '' } = {}): string {
  return `${scope}${referentKind} ${referentKind === 'speaker' ? `${role} ` : ''}${name}`;
}

interface More {
  readonly half?: Half | undefined;
  readonly beside?: Mention['beside'];
  readonly space?: number;
  /** The role, if the name is that of a speaker. */
  readonly role?: string;
  /** The part of the name that is written in the text, if not all of it. */
  readonly written?: string;
}

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

  /** Returns a collector for one of several conversations. It adds to the same lists of calls, replies and names. */
  within(scope: string): FactsMaker {
    return new FactsMaker(this.text, scope, this.halves, this.mentions);
  }

  half(half: Half): Half {
    this.halves.push(half);
    return half;
  }

  /** Adds a name that is written at a span, possibly in quotes. If the text at the span is not the name, nothing is added. */
  mention(
    referentKind: ReferentKind,
    name: string,
    nameSpan: Span | undefined,
    part: Mention['part'],
    more: More = {},
  ): void {
    const { role, written = name, space = name.length - written.length, ...rest } = more;
    const span = nameSpan && this.written(nameSpan, written);
    if (span === undefined || name === '') return;
    const key = keyOf(referentKind, name, { scope: this.scope, ...(role !== undefined && { role }) });
    this.mentions.push({ start: span.start, end: span.end, named: referentKind, name, key, part, space, ...rest });
  }

  /**
   * Returns the span without its quotes, if the name is written there. If the text has JSON escapes, the text between the quotes
   * is not compared with the name.
   */
  written({ start, end }: Span, name: string): Span | undefined {
    if (this.text.slice(start, end) === name) return { start, end };
    const inner = this.text.slice(start + 1, end - 1);
    const inQuotes = quote.test(this.text[start] ?? '') && end - start >= 2;
    return inQuotes && (inner === name || inner.includes('\\')) ? { start: start + 1, end: end - 1 } : undefined;
  }

  /**
   * Returns the thread of a call or a reply. Without ids or names, a thread also ends where a sequence of calls and replies ends
   * (`beginAnew`). In text, the end of a sequence does not show in a single message, so the code that combines blocks determines it.
   */
  thread(part: Omit<IdentifiedPart, 'kind'>, withoutIds: WithoutIds): Thread | undefined {
    const thread = threadOf(part, withoutIds);
    if (thread === undefined) return undefined;
    const stretch = thread.by === 'order' ? `${this.stretch} ` : '';
    return { ...thread, key: this.scope + stretch + thread.key };
  }

  /** Ends a sequence of calls and replies without ids (A-106). */
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
