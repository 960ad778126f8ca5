/** Collects the parts of a message header and their faults. Offsets are relative to the header. */
import { contentTypes } from '../../grammar/index.ts';
import type { Attribute, HeaderFault, HeaderRule, Part, Word } from '../message-header.ts';
import type { Span } from '../span.ts';
import type { MisspelledToken } from '../tokens/misspelled.ts';
import { attributeShape, bareWord, isBlankLine } from './characters.ts';
import { channelName } from './words.ts';

/** Lists are only created for their first element, since they are empty in most headers. */
export class HeaderBuilder {
  protected role: Word | undefined;
  protected attributes: Attribute[] | undefined;
  /**
   * The first attribute with each known key. Thanks to this list, reading takes linear time even if a header has a hundred thousand
   * attributes.
   */
  protected first: Attribute[] | undefined;
  protected channel: Part | undefined;
  protected channelWords: Word[] | undefined;
  protected constrain: Part | undefined;
  protected contentType: Word | undefined;
  protected faults: HeaderFault[] | undefined;
  protected misspelled: MisspelledToken[] | undefined;
  protected spaces: Span[] | undefined;
  protected foreign = false;
  /** The segment of the header that the parser has reached. Segments come in this order (2.2 §6). */
  protected segment: 'start' | 'channel' | 'constrain' = 'start';
  private stray: Span | undefined;

  constructor(protected readonly text: string) {}

  protected fault(rule: HeaderRule, start: number, end: number, suggestion?: string): void {
    this.faults ??= [];
    this.faults.push({ rule, start, end, text: this.text.slice(start, end), suggestion });
  }

  protected addSpace(start: number, end: number): void {
    this.spaces ??= [];
    this.spaces.push({ start, end });
  }

  protected addMisspelled(start: number, end: number, token: MisspelledToken['token']): void {
    this.misspelled ??= [];
    this.misspelled.push({ start, end, text: this.text.slice(start, end), token });
  }

  /** Adds an attribute. `first`: whether its key is known and has not occurred before. */
  protected addAttribute(
    key: string,
    value: string,
    start: number,
    end: number,
    first: boolean,
    repeated = false,
  ): void {
    const afterChannel = this.segment !== 'start';
    const attribute = { start, end, key, value, valueStart: end - value.length, afterChannel, repeated };
    this.attributes ??= [];
    this.attributes.push(attribute);
    if (!first) return;
    this.first ??= [];
    this.first.push(attribute);
  }

  /** Adds the word after the channel token `token`. If there are several channels, the first valid one counts (A-040). */
  protected addChannel(word: Word, token: Span): void {
    this.channelWords ??= [];
    this.channelWords.push(word);
    const first = this.channel as Part;
    if (first.token === token || (first.word?.name === undefined && word.name !== undefined))
      this.channel = { token: first.token, word };
  }

  /** Adds the channels that the body names. They may belong to this header if the token before the body is missing or misspelled. */
  protected addChannelsOfBody(bodyStart: number): void {
    for (const { index, 0: whole, 1: text = '' } of this.text.slice(bodyStart).matchAll(laterChannel)) {
      const end = bodyStart + index + whole.length;
      this.channelWords ??= [];
      this.channelWords.push({ start: end - text.length, end, text, name: channelName(text) });
    }
  }

  /** Adds a word that does not belong in the header. Consecutive words on a line form one fault. */
  protected addStray(start: number, end: number): void {
    const { stray, text } = this;
    const goesOn =
      stray !== undefined &&
      isBlankLine(text.slice(stray.end, start)) &&
      !(bareTypes.has(text.slice(start, end)) && this.isRecipient(stray));
    if (goesOn) this.faults?.pop();
    this.stray = { start: goesOn ? stray.start : start, end };
    this.fault('stray-word', this.stray.start, end, this.valueWith(this.stray));
  }

  /** Whether the words in a span are a recipient with spaces around its `=`. If so, a type after the span is a separate word. */
  private isRecipient({ start, end }: Span): boolean {
    const before = this.attributes?.[this.attributes.length - 1];
    return (before?.key === 'to' && before.value === '') || spacedRecipient.test(this.text.slice(start, end));
  }

  /**
   * The attribute that was probably meant if stray words follow one. The words are its value, or the rest of a name that contains spaces
   * (A-026).
   */
  protected valueWith(stray: Span): string | undefined {
    const { text } = this;
    const before = this.attributes?.[this.attributes.length - 1];
    if (before === undefined || stray.end - before.start > MAX_NAME_LENGTH) return undefined;
    if (!isBlankLine(text.slice(before.end, stray.start))) return undefined;
    const { key, value } = before;
    const rest = text.slice(stray.start, stray.end);
    // The value is a name, or is in quotes, and contains spaces.
    if (key === 'name' || /^(["']).*\1$/.test(`${value} ${rest}`))
      return `${key}=${`${value} ${rest}`
        .replace(/["'“‘”’]/g, '')
        .trim()
        .replace(/\s+/g, '_')}`;
    if (key === 'to' && value !== '') return spacedName(value, rest);
    return value === '' && bareWord.test(rest) ? `${key}=${rest}` : undefined;
  }

  /** Adds the words before the first token of a header without a role as a single fault. A recipient is the only one of these words that counts. */
  protected addRun(run: string, offset: number): void {
    const start = offset + run.search(/\S/);
    const end = start + run.trim().length;
    for (const { index, 0: word } of run.matchAll(/\S+/g)) {
      const key = attributeShape.exec(word)?.[0].slice(0, -1);
      const at = offset + index;
      if (key === 'to') this.addAttribute(key, word.slice(key.length + 1), at, at + word.length, true);
    }
    const lineBreak = /[\r\n]/.exec(this.text.slice(start, end))?.index;
    this.fault('stray-word', start, start + (lineBreak ?? end - start));
  }
}

/** The types that models write after a recipient without `<|constrain|>`. */
export const bareTypes: ReadonlySet<string> = new Set([...contentTypes.map(({ name }) => name), 'code']);
const spacedRecipient = /^to\s*=\s*[^\s=]+$/;

/**
 * The recipient that results if `_` joins a function name and the next word, since the name was written with a space. If the name already
 * contains a `_`, the next word is a separate fault.
 */
export function spacedName(recipient: string, word: string): string | undefined {
  if (bareTypes.has(word) || !unjoined.test(recipient) || !/^[A-Za-z][\w.-]*$/.test(word)) return undefined;
  return `to=${recipient}_${word}`;
}

const unjoined = /^functions\.[A-Za-z\d.-]+$/;

const MAX_NAME_LENGTH = 200;
const laterChannel = /<\|channel\|>([^\s<]*)/g;
