/** Reads the words of a message header, once the parser knows the kind of each: role, channel, attribute or type. */
import { speakersElsewhere } from '../../grammar/index.ts';
import type { Circumstances, Family } from '../families/family.ts';
import { getOwn } from '../get-own.ts';
import type { Word } from '../message-header.ts';
import type { Span } from '../span.ts';
import { beginning, begun, closest } from '../tokens/closest.ts';
import { misspelledAt, tokenBegins } from '../tokens/misspelled.ts';
import { HeaderBuilder } from './header-builder.ts';
import {
  attributeNames,
  channelName,
  channelNames,
  namedSpeaker,
  roleBeginnings,
  roleName,
  roleNames,
  ungluedRole,
} from './words.ts';

export class HeaderWords extends HeaderBuilder {
  constructor(
    text: string,
    protected readonly circumstances: Circumstances,
    protected readonly family: Family,
  ) {
    super(text);
  }

  /** Whether a word may be the beginning of an attribute or a token. */
  protected beginsAny(word: string, start: number): boolean {
    if (this.family.attributes.some(({ name }) => name.startsWith(word))) return true;
    return word === '<' || tokenBegins(word) || (start > 0 && misspelledAt(this.text, start) !== undefined);
  }

  /** Whether the document ends in the beginning of a correct word, so that the word may still be typed. */
  private mayGoOn(wordText: string, end: number, words: readonly string[]): boolean {
    return this.circumstances.open && end === this.text.length && words.some((word) => word.startsWith(wordText));
  }

  /** Reads the word after the opener. */
  protected readRole(wordText: string, start: number, end: number): void {
    const rest = this.text.slice(end, this.circumstances.closed ? undefined : end + shortHeader);
    const name = roleName(wordText, this.family, rest);
    if (name === undefined && this.mayGoOn(wordText, end, roleBeginnings)) return;
    this.role = { start, end, text: wordText, name };
    const isNamedSpeaker = this.family.has.namedSpeakers && name !== undefined && wordText.startsWith(`${name}:`);
    if (name === undefined || (name !== wordText && !isNamedSpeaker)) {
      this.fault(
        'role',
        start,
        end,
        name ??
          namedSpeaker(wordText) ??
          ungluedRole(wordText) ??
          getOwn(speakersElsewhere, wordText.toLowerCase()) ??
          this.meant(wordText, roleNames),
      );
    }
  }

  /** Reads the word after the channel token `token`. */
  protected readChannel(wordText: string, start: number, end: number, token: Span): void {
    const name = channelName(wordText);
    if (name === undefined && this.mayGoOn(wordText, end, channelNames)) return;
    const word: Word = { start, end, text: wordText, name };
    if (name !== wordText) {
      // `comment` is the first token of `commentary` in a model's vocabulary.
      const suggestion = name ?? this.meant(wordText, channelNames) ?? begun(wordText, channelNames);
      this.fault('channel-unknown', start, end, suggestion);
    }
    this.addChannel(word, token);
  }

  /** The name that a word probably stands for. If the header has no end, the body may follow the name without a space. */
  private meant(wordText: string, names: readonly string[]): string | undefined {
    return closest(wordText, names) ?? (this.circumstances.closed ? undefined : beginning(wordText, names));
  }

  /** Reads a word that contains `=`. */
  protected readAttribute(key: string, value: string, start: number, end: number): void {
    const before = this.first?.find((other) => other.key === key);
    const repeated = before !== undefined && before.value === value;
    const isKnown = attributeNames.includes(key);
    if (!isKnown) this.fault('attr-unknown', start, end, closest(key, attributeNames));
    else if (value === '' && !this.mayGoOn('', end, attributeNames)) this.fault('attr-empty', start, end);
    else if (before !== undefined && !repeated) this.fault('attr-duplicate', start, end);
    else if (this.segment === 'constrain') this.fault('order', start, end);
    else if (notAscii.test(value)) this.fault('attr-ascii', start, end);
    this.addAttribute(key, value, start, end, isKnown && before === undefined, repeated);
  }

  /** Whether a bare word counts as a content type here, as it does after `to=`. */
  protected takesType(): boolean {
    if (this.contentType !== undefined || this.segment === 'constrain') return false;
    return this.first?.some(({ key, value }) => key === 'to' && value !== '') === true;
  }

  /** Reports a bare type before `<|constrain|>`, which the reference parser rejects as an extra word. */
  protected rejectType(): void {
    const { contentType, family } = this;
    if (!family.has.parser || contentType === undefined) return;
    this.contentType = undefined;
    this.fault('stray-word', contentType.start, contentType.end, this.valueWith(contentType));
  }
}

/** The length of the text after a role that is searched for a recipient if the header has no end. Later text belongs to the body. */
const shortHeader = 60;
const notAscii = /[^\x21-\x7e]/;
