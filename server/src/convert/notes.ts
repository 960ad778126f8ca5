/** The notes of a conversion: what is lost, what the target's parser misreads, and what cannot be expressed at all. */
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
  /** `refused`: without this, there is no output. */
  readonly kind: 'loss' | 'warning' | 'refused';
  readonly message: string;
  /** The part of a message that it is about, as `Refusal` names it, and whose. */
  readonly part: string | undefined;
  readonly of?: Places;
}

/**
 * Values in messages, which are not of the kind of a note: of attributes (`key=value`), names of tools and formats, what a tool
 * becomes, and counts. Roles, channels and members are.
 */
const values: readonly (readonly [value: RegExp, kind: string])[] = [
  [/(`[\w.]+=)[^`]*`/g, '$1`'],
  [/^(The (?:tool|response format)) `[^`]*`/, '$1'],
  [/^`[^`]*` (becomes|is read back as)(?: `[^`]*`)?/, '$1'],
  [/(the built-in tool|a reply from) `[^`]*`/, '$1'],
  [/^The \d+ text parts/, 'The text parts'],
];

/** The likeness of notes that differ only by their places and the values that their messages name. */
export const likeness = ({ message }: Pick<Note, 'message'>): string =>
  values.reduce((kind, [value, what]) => kind.replace(value, what), message);

/** How much a note of a kind matters. */
export const severities = { loss: 'information', warning: 'warning', refused: 'error' } as const;

/** The codes that a target's notes have. */
export interface Codes {
  readonly loss: NoteCode;
  readonly refused: NoteCode;
  /** The remedy for content that is refused. */
  readonly remedy?: string;
}

export const usualCodes: Codes = { loss: 'conversion-loss', refused: 'conversion-unrepresentable' };
/** Where a quoted token of another form is text, and no escape makes one of its own text. */
export const plainCodes: Codes = {
  ...usualCodes,
  remedy: ' Put a token of another format in backticks; otherwise, rewrite it, for example with a space in it.',
};
export const harmonyCodes: Codes = {
  ...{ loss: 'harmony-loss', refused: 'harmony-unrepresentable' },
  remedy: ' Token ids can express it: `ocml convert --to harmony --tokens`.',
};

/** Collects notes; offsets are those of the source. */
export class Notes {
  private readonly found: Note[] = [];
  /** Where values begin that readers took, each with all that it holds; what they leave is noted (`read/untaken.ts`). */
  private readonly starts: number[] = [];
  private readonly opened = new Set<number>();
  private refusalCount = 0;

  constructor(private readonly codes: Codes = usualCodes) {}

  /** In the order of the source. */
  get all(): readonly Note[] {
    return this.found.length < 2 ? this.found : this.found.toSorted((a, b) => a.start - b.start || a.end - b.end);
  }

  get refused(): boolean {
    return this.refusals > 0;
  }

  /** How many notes are refusals. */
  get refusals(): number {
    return this.refusalCount;
  }

  /** Records that a reader took a value, with all that it holds: it is in the conversation, or noted by that reader. */
  take(value: Span | undefined): void {
    if (value !== undefined) this.starts.push(value.start);
  }

  /** Records that a value is a message, of which a reader takes parts. */
  enterMessage({ start }: Span): void {
    this.opened.add(start);
  }

  /** Where values begin that readers took, in any order, and the messages of which they took parts. */
  get account(): { readonly taken: readonly number[]; readonly messages: ReadonlySet<number> } {
    return { taken: this.starts, messages: this.opened };
  }

  /** Adds notes about the same source, except for those that are here already. */
  addNew(others: Notes): void {
    const key = ({ start, end, message }: Note) => `${start} ${end} ${message}`;
    const known = new Set(this.found.map(key));
    for (const note of others.found) if (!known.has(key(note))) this.add(note, undefined);
    for (const start of others.starts) this.starts.push(start);
    for (const start of others.opened) this.opened.add(start);
  }

  /** Something at a place is not in the output. */
  lose({ start, end }: Span, message: string): void {
    this.add({ kind: 'loss', code: this.codes.loss, start, end, message, part: undefined }, undefined);
  }

  /** The same, where one note is enough for all places. */
  loseOnce(place: Span, message: string): void {
    if (!this.found.some((note) => note.message === message)) this.lose(place, message);
  }

  /** A part of a message is not in the output, or comes out as something else. */
  losePart(
    said: ConversationMessage,
    part: string,
    message: string,
    { start, end }: Span = said.places.of(part),
  ): void {
    this.add({ kind: 'loss', code: this.codes.loss, start, end, message, part }, said);
  }

  warn(said: ConversationMessage, part: string, code: NoteCode, message: string): void {
    const { start, end } = said.places.of(part);
    this.add({ kind: 'warning', code, start, end, message, part }, said);
  }

  refuse({ start, end }: Span, message: string): void {
    this.add({ kind: 'refused', code: this.codes.refused, start, end, message, part: undefined }, undefined);
  }

  /** The note of a writer on a message. `remedy`: for its content, if not the one that the form advises. */
  refusePart(said: ConversationMessage, { part, start, end, reason }: Refusal, remedy = this.codes.remedy ?? ''): void {
    const isBody = part === 'body';
    const place = isBody ? said.places.body(start, end) : said.places.of(part);
    const what = isBody ? 'The content' : `\`${part}\``;
    const message = `${what} ${reason}.${isBody ? remedy : ''}`;
    this.add({ kind: 'refused', code: this.codes.refused, start: place.start, end: place.end, message, part }, said);
  }

  private add(note: Note, said: ConversationMessage | undefined): void {
    if (note.kind === 'refused') this.refusalCount++;
    this.found.push(said ? { ...note, of: said.places } : note);
  }
}
