/** The notes of a conversion: losses, text that the target's parser misreads, and parts that cannot be expressed at all. */
import type { Span } from '../syntax/span.ts';
import type { Refusal } from '../write/index.ts';
import type { ConversationMessage, Places } from './conversation.ts';

export type NoteCode =
  | 'conversion-loss'
  | 'conversion-unrepresentable'
  | 'harmony-loss'
  | 'harmony-rejects'
  | 'harmony-unrepresentable';

export interface Note extends Span {
  readonly code: NoteCode;
  /** The kind of the note. `refused` means that there is no output because of this part. */
  readonly kind: 'loss' | 'warning' | 'refused';
  readonly message: string;
  /** `part` is the affected part of a message, named as in `Refusal`. `of` has the positions of the message. */
  readonly part: string | undefined;
  readonly of?: Places;
}

/**
 * The values in the messages of notes that do not affect the kind of a note. They are attributes (`key=value`), names of tools and formats,
 * new names of renamed tools, and counts. Roles, channels and fields do affect the kind.
 */
const values: readonly (readonly [value: RegExp, kind: string])[] = [
  [/(`[\w.]+=)[^`]*`/g, '$1`'],
  [/^(The (?:tool|response format)) `[^`]*`/, '$1'],
  [/^`[^`]*` (becomes|is read back as)(?: `[^`]*`)?/, '$1'],
  [/(the built-in tool|a reply from) `[^`]*`/, '$1'],
  [/^The \d+ text parts/, 'The text parts'],
];

/** Returns the key of a note's kind. Notes have the same key if they differ only in their positions, or in values within their messages. */
export const likeness = ({ message }: Pick<Note, 'message'>): string =>
  values.reduce((kind, [value, what]) => kind.replace(value, what), message);

/** The severity of each kind of note. */
export const severities = { loss: 'information', warning: 'warning', refused: 'error' } as const;

/** The codes of a target's notes. */
export interface Codes {
  readonly loss: NoteCode;
  readonly refused: NoteCode;
  /** The remedy for content that the target rejects. */
  readonly remedy?: string;
}

export const usualCodes: Codes = { loss: 'conversion-loss', refused: 'conversion-unrepresentable' };
/** The codes for targets that treat tokens of other formats as text, but cannot escape their own tokens. */
export const plainCodes: Codes = {
  ...usualCodes,
  remedy: ' Put tokens of other formats in backticks. Rewrite any other token, for example by adding a space.',
};
export const harmonyCodes: Codes = {
  loss: 'harmony-loss',
  refused: 'harmony-unrepresentable',
  remedy: ' Convert to token ids, which can express it: `ocml convert --to harmony --tokens`.',
};

/** Collects notes; offsets refer to the source. */
export class Notes {
  private readonly found: Note[] = [];
  /** The start offsets of values that a reader took as a whole. Values that no reader took are noted (`read/untaken.ts`). */
  private readonly starts: number[] = [];
  private readonly opened = new Set<number>();
  private refusalCount = 0;

  constructor(private readonly codes: Codes = usualCodes) {}

  /** The notes in source order. */
  get all(): readonly Note[] {
    return this.found.length < 2 ? this.found : this.found.toSorted((a, b) => a.start - b.start || a.end - b.end);
  }

  get refused(): boolean {
    return this.refusals > 0;
  }

  get refusals(): number {
    return this.refusalCount;
  }

  /** Records that a reader has taken a whole value, which means that it has been added to the conversation or noted. */
  take(value: Span | undefined): void {
    if (value !== undefined) this.starts.push(value.start);
  }

  /** Records that a value is a message whose fields a reader takes one by one. */
  enterMessage({ start }: Span): void {
    this.opened.add(start);
  }

  /** The offsets of the values that readers took, in any order, and the offsets of messages whose fields readers took one by one. */
  get account(): { readonly taken: readonly number[]; readonly messages: ReadonlySet<number> } {
    return { taken: this.starts, messages: this.opened };
  }

  /** Adds other notes about the same source, without duplicates. */
  addNew(others: Notes): void {
    const key = ({ start, end, message }: Note) => `${start} ${end} ${message}`;
    const keys = new Set(this.found.map(key));
    for (const note of others.found) if (!keys.has(key(note))) this.add(note, undefined);
    for (const start of others.starts) this.starts.push(start);
    for (const start of others.opened) this.opened.add(start);
  }

  /** Adds a note that content is missing from the output. */
  lose({ start, end }: Span, message: string): void {
    this.add({ kind: 'loss', code: this.codes.loss, start, end, message, part: undefined }, undefined);
  }

  /** Like `lose`, but adds the note only once, for the first of several positions. */
  loseOnce(span: Span, message: string): void {
    if (!this.found.some((note) => note.message === message)) this.lose(span, message);
  }

  /** Adds a note that a part of a message is missing from the output, or differs in it. */
  losePart(
    conversationMessage: ConversationMessage,
    part: string,
    message: string,
    { start, end }: Span = conversationMessage.places.of(part),
  ): void {
    this.add({ kind: 'loss', code: this.codes.loss, start, end, message, part }, conversationMessage);
  }

  warn(conversationMessage: ConversationMessage, part: string, code: NoteCode, message: string): void {
    const { start, end } = conversationMessage.places.of(part);
    this.add({ kind: 'warning', code, start, end, message, part }, conversationMessage);
  }

  refuse({ start, end }: Span, message: string): void {
    this.add({ kind: 'refused', code: this.codes.refused, start, end, message, part: undefined }, undefined);
  }

  /**
   * Adds a note that a writer refuses a part of a message. `remedy`: the remedy if the refused part is the content; the default is the
   * target's remedy.
   */
  refusePart(
    conversationMessage: ConversationMessage,
    { part, start, end, reason }: Refusal,
    remedy = this.codes.remedy ?? '',
  ): void {
    const isBody = part === 'body';
    const span = isBody ? conversationMessage.places.body(start, end) : conversationMessage.places.of(part);
    const what = isBody ? 'The content' : `\`${part}\``;
    const message = `${what} ${reason}.${isBody ? remedy : ''}`;
    this.add(
      { kind: 'refused', code: this.codes.refused, start: span.start, end: span.end, message, part },
      conversationMessage,
    );
  }

  private add(note: Note, message: ConversationMessage | undefined): void {
    if (note.kind === 'refused') this.refusalCount++;
    this.found.push(message ? { ...note, of: message.places } : note);
  }
}
