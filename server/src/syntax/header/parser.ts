/** Parses the header of a message: finds its parts in any order, and the faults of each. */
import { contentTypes, modelRole, speakers, type TokenFact } from '../../grammar/index.ts';
import type { Circumstances, Family } from '../families/family.ts';
import type { MessageHeader } from '../message-header.ts';
import type { Span } from '../span.ts';
import { misspelledAt } from '../tokens/misspelled.ts';
import { CHANNEL, CONSTRAIN, MESSAGE, START, tokenAt } from '../tokens/tokens.ts';
import { attributeShape, bareWord, isSpace, wordEnd } from './characters.ts';
import { HeaderWords } from './read-words.ts';
import { attributeNames, channelNames, isAttributes } from './words.ts';

/** Parses a header. `text` extends from its opener to `<|message|>` or, if that is missing, to the end of the message. */
export function parseHeader(text: string, circumstances: Circumstances, family: Family): MessageHeader {
  return new HeaderParser(text, circumstances, family).parse();
}

const speakerNames = new Set<string>(speakers);
/** The types that are recognized among other words. Models write `code` for the input of built-in tools. */
const knownTypes = new Set([...contentTypes.map(({ name }) => name), 'code']);
const none: readonly never[] = [];

/** The tokens after which a word must follow, each with the name of the part that the token and the word form. */
const partNames = new Map<TokenFact, 'channel' | 'constrain'>([
  [CHANNEL, 'channel'],
  [CONSTRAIN, 'constrain'],
]);

const missingWordRules = {
  role: 'role-missing',
  channel: 'channel-missing-value',
  constrain: 'constrain-missing-value',
} as const;

class HeaderParser extends HeaderWords {
  private at = 0;
  /** The kind of word that the last token requires, until that word occurs. */
  private awaiting: keyof typeof missingWordRules | undefined;
  private token: Span = { start: 0, end: 0 };
  private closed: boolean;
  /** The offset at which the body begins; undefined if that is the end of the text. */
  private bodyStart: number | undefined;

  constructor(text: string, circumstances: Circumstances, family: Family) {
    super(text, circumstances, family);
    this.closed = circumstances.closed;
  }

  parse(): MessageHeader {
    const { text } = this;
    const implied = !text.startsWith(START.text);
    if (!implied) {
      this.at = START.text.length;
      this.token = { start: 0, end: this.at };
      this.awaiting = 'role';
    } else if (this.circumstances.missing) this.beginWithoutOpener();
    else this.goOn();
    const { parser } = this.family.has;
    while (this.bodyStart === undefined) {
      this.space();
      if (this.at >= text.length) break;
      const start = this.at;
      if (this.part()) continue;
      this.at = wordEnd(text, start, parser);
      if (!this.word(start, this.at)) this.beginBody(start);
    }
    this.settle(true);
    if (implied) this.judgeText();
    this.judgeOpen();
    const attributes = this.attributes ?? none;
    const to = attributes.find(({ key, value }) => key === 'to' && value !== '')?.value;
    return {
      text,
      role: this.role ?? (implied ? { start: 0, end: 0, text: '', name: modelRole } : undefined),
      attributes,
      channel: this.channel,
      channels: this.channelWords ?? none,
      constrain: this.constrain,
      contentType: this.contentType,
      recipient: to === undefined || speakerNames.has(to) ? undefined : to,
      faults: this.faults ?? none,
      misspelled: this.misspelled ?? none,
      spaces: this.spaces ?? none,
      foreign: this.foreign,
      closed: this.closed,
      unfinished: this.circumstances.open && !this.closed,
      bodyStart: this.bodyStart ?? text.length,
      meaning: undefined,
    };
  }

  /** Begins a header without its opener: a role, another part of a header, or the name of a channel comes first. */
  private beginWithoutOpener(): void {
    const { text } = this;
    const end = wordEnd(text, 0, this.family.has.parser);
    if (text === '' || text.startsWith('<|') || attributeShape.test(text)) return;
    if (channelNames.includes(text.slice(0, end))) this.at = end;
    else this.awaiting = 'role';
  }

  /**
   * Begins a header that continues `<|start|>assistant`. The reference parser skips the word `assistant`. The words before the
   * first token form one fault, unless they are attributes, perhaps with a type.
   */
  private goOn(): void {
    const { text } = this;
    const skipped = /^assistant(?=[\s<]|$)/.exec(text);
    if (skipped) {
      this.at = skipped[0].length;
      this.role = { start: 0, end: this.at, text: skipped[0], name: skipped[0] };
    }
    const next = text.indexOf('<|', this.at);
    if (!this.circumstances.closed && (next < 0 || tokenAt(text, next)?.kind !== 'part')) return;
    const run = text.slice(this.at, next < 0 ? text.length : next);
    if (isAttributes(run)) return;
    this.addRun(run, this.at);
    this.at += run.trimEnd().length;
  }

  /** Decides whether the text has lost its whole header. Plain text that ends with a terminator is the body. */
  private judgeText(): void {
    const { missing, open } = this.circumstances;
    if (missing || open || this.closed) return;
    if (this.attributes || this.channel || this.constrain || this.misspelled) return;
    this.bodyStart = 0;
    this.noMessage(0);
  }

  /**
   * Reports a missing `<|message|>` if the document ends within a header and its last words cannot belong to that header. A single
   * word is not reported if it may be the beginning of an attribute or of a token.
   */
  private judgeOpen(): void {
    const { bodyStart, text, circumstances } = this;
    if (!circumstances.open || this.closed || bodyStart === undefined) return;
    const rest = text.slice(bodyStart).trimEnd();
    if (/\s/.test(rest) || !this.beginsAny(rest, bodyStart)) this.noMessage(bodyStart);
  }

  private noMessage(from: number): void {
    const line = /^[^\r\n]*/.exec(this.text.slice(from))?.[0].trimEnd() ?? '';
    if (line !== '') this.fault('no-message', from, from + line.length);
  }

  /** Skips spaces, and records those that are superfluous or in a wrong place. */
  private space(): void {
    const { text } = this;
    const start = this.at;
    const { parser } = this.family.has;
    while (this.at < text.length && isSpace(text.charCodeAt(this.at), parser)) this.at++;
    if (this.at === start) return;
    const atEnd = this.at === text.length;
    if (atEnd && !this.circumstances.closed) return;
    const unit = text.charCodeAt(start);
    const single = this.at === start + 1 && (unit === 32 || unit === 9);
    if (single && this.awaiting === undefined && !atEnd) return;
    this.addSpace(start, this.at);
  }

  /** Reports a missing word if the last token requires one. Called when another token or the end is reached. */
  private settle(atEnd: boolean): void {
    const { awaiting, token } = this;
    this.awaiting = undefined;
    if (awaiting !== undefined && !(atEnd && this.circumstances.open))
      this.fault(missingWordRules[awaiting], token.start, token.end);
  }

  /** Reads a token, which may be misspelled. Returns false if the next word is not a token. */
  private part(): boolean {
    const { text, at: start } = this;
    if (text.charCodeAt(start) !== 60 && text.charCodeAt(start) !== 0xff1c) return false;
    const exact = tokenAt(text, start);
    const misspelled = exact ? undefined : misspelledAt(text, start);
    const fact: TokenFact | undefined = exact ?? misspelled?.token;
    if (fact === undefined) return false;
    const end = start + (misspelled?.length ?? fact.text.length);
    this.at = end;
    if (misspelled) this.addMisspelled(start, end, misspelled.token);
    // If the same token occurs twice in a row, the only fault is that no word follows the first one.
    const repeats = this.awaiting === partNames.get(fact) && this.token.end === start;
    this.settle(false);
    this.token = { start, end };
    if (fact === CHANNEL) {
      if (this.channel !== undefined && !repeats) this.fault('channel-duplicate', start, end);
      else if (this.constrain !== undefined && !this.family.has.parser) this.fault('order', start, end);
      this.channel ??= { token: this.token, word: undefined };
      this.segment = this.awaiting = 'channel';
    } else if (fact === CONSTRAIN) {
      if (this.constrain !== undefined && !repeats) this.fault('order', start, end);
      this.rejectType();
      this.constrain ??= { token: this.token, word: undefined };
      this.segment = this.awaiting = 'constrain';
    } else if (fact === MESSAGE && !this.closed) {
      this.closed = true;
      this.beginBody(end);
    } else if (fact.kind === 'foreign') {
      this.foreign = true;
    } else {
      this.fault(fact.kind === 'literal' ? 'literal-in-header' : 'stray-word', start, end);
    }
    return true;
  }

  /** Reads a word. Returns false if `<|message|>` is missing and the word cannot be part of a header, so that the body begins here. */
  private word(start: number, end: number): boolean {
    const wordText = this.text.slice(start, end);
    const equals = attributeShape.test(wordText) ? wordText.indexOf('=') : -1;
    const { awaiting } = this;
    if (awaiting === 'role' && equals < 0) {
      this.awaiting = undefined;
      this.readRole(wordText, start, end);
      return true;
    }
    if (awaiting === 'channel') {
      this.awaiting = undefined;
      this.readChannel(wordText, start, end, this.token);
      return true;
    }
    if (awaiting === 'constrain') {
      this.awaiting = undefined;
      if (this.constrain?.token === this.token) {
        this.constrain = { token: this.token, word: { start, end, text: wordText, name: wordText } };
      }
      return true;
    }
    const { closed } = this.circumstances;
    if (equals > 0) {
      const key = wordText.slice(0, equals);
      if (!closed && !attributeNames.includes(key)) return false;
      this.settle(false);
      this.readAttribute(key, wordText.slice(equals + 1), start, end);
      return true;
    }
    if (this.takesType() && bareWord.test(wordText)) {
      this.contentType = { start, end, text: wordText, name: wordText };
      return true;
    }
    if (!closed) return false;
    const { contentType } = this;
    // If only one of two words is a type, the other word does not belong in the header.
    if (contentType && knownTypes.has(wordText) && !knownTypes.has(contentType.text)) {
      this.addStray(contentType.start, contentType.end);
      this.contentType = { start, end, text: wordText, name: wordText };
      return true;
    }
    this.addStray(start, end);
    return true;
  }

  private beginBody(start: number): void {
    this.bodyStart = start;
    this.addChannelsOfBody(start);
  }
}
