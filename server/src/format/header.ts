/** Rewrites headers in the form in which the writer of their family writes them. */
import { everybody } from '../grammar/index.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import type { MessageHeader } from '../syntax/message-header.ts';
import type { TextEdit } from '../syntax/rescan.ts';
import { draftOf, isRefusal, type MessageDraft, readAlone, write } from '../write/index.ts';
import { isSame } from './layout.ts';

/**
 * Rewrites headers. The result depends only on the text of the header and on the terminator of the message, so it is reused for equal
 * headers.
 */
export class HeaderWriter {
  private readonly known = new Map<string, TextEdit | undefined>();

  constructor(
    private readonly lineBreak: string,
    private readonly keepOrder: boolean,
  ) {}

  /**
   * The edit (UTF-16 offsets in the block) that rewrites the header of a message. Undefined if the header needs no change or is ambiguous,
   * or if the edit would lose a word.
   */
  edit(block: Block): TextEdit | undefined {
    if (block.kind !== 'message' || !has(block, Trait.HasMessage)) return undefined;
    if (has(block, Trait.Implied) || has(block, Trait.StartMissing)) return undefined;
    const header = block.text.slice(0, block.bodyStart);
    const id = idIn(header);
    if (id === undefined) return this.ofText(block, header, block.headerEnd);
    // An id makes each header unique, so it is replaced with a fixed placeholder for the cache.
    const by = id.length - anId.length;
    const edit = this.ofText(block, header.replace(callId, `call_id=${anId}`), block.headerEnd - by);
    return edit && { start: 0, end: edit.end + by, text: edit.text.replace(`call_id=${anId}`, `call_id=${id}`) };
  }

  private ofText(block: Block, header: string, headerEnd: number): TextEdit | undefined {
    const key = `${block.terminator ?? ''} ${header}`;
    if (!this.known.has(key)) {
      if (this.known.size >= MAX_CACHED_HEADERS) this.known.clear();
      this.known.set(key, this.edited(block, header, headerEnd));
    }
    return this.known.get(key);
  }

  private edited({ family, terminator }: Block, header: string, headerEnd: number): TextEdit | undefined {
    const { frame } = family;
    const token = frame.terminators.find(({ name }) => name === terminator);
    // The body does not affect how the header is written, so a hyphen is used as the body.
    const message = readAlone(`${header}-${token?.text ?? ''}`, family);
    if (message === undefined || !isSound(message.header)) return undefined;
    const draft = { ...this.inOrder(draftOf(message), message.header), source: undefined };
    const writtenMessage = write(draft, family, { lineBreak: this.lineBreak, keepOrder: this.keepOrder });
    // The writer refuses if parsing its own output does not give the same message.
    if (isRefusal(writtenMessage)) return undefined;
    // The end of a plain header is a line break, or a token with the same effect. That end is kept.
    const end = frame.headerEnd === 'line break' ? headerEnd : header.length;
    const text =
      frame.headerEnd === 'line break' ? writtenMessage.header.slice(0, -this.lineBreak.length) : writtenMessage.header;
    const old = header.slice(0, end);
    if (isSame(old, text) || !keepsWords(old, text, family.has.defaultRecipient && !draft.attributes.has('to')))
      return undefined;
    // A role may contain characters that are not allowed in the value of an attribute, such as a leading `=` or non-ASCII characters.
    if (text.includes('==') && !old.includes('==')) return undefined;
    const after = readAlone(`${writtenMessage.header}-${token?.text ?? ''}`, family);
    if (after === undefined || !isSound(after.header)) return undefined;
    return { start: 0, end, text };
  }

  /**
   * A message whose attributes are in their original order, if `keepOrder` is set. If an attribute was added, the writer sorts all of them
   * instead.
   */
  private inOrder(draft: MessageDraft, { attributes }: MessageHeader): MessageDraft {
    const places = new Map(attributes.map(({ key, start }) => [key, start]));
    if (!this.keepOrder || [...draft.attributes.keys()].some((key) => !places.has(key))) return draft;
    const placeOf = ([key]: readonly [string, string]) => places.get(key) ?? 0;
    return { ...draft, attributes: new Map([...draft.attributes].sort((a, b) => placeOf(a) - placeOf(b))) };
  }
}

/** Whether a header has no faults, so that its meaning is certain. */
export const isSound = ({ faults, misspelled, foreign }: MessageHeader) =>
  faults.length === 0 && misspelled.length === 0 && !foreign;

/** The id to replace with a placeholder. Undefined if there is none or more than one, or if the header is too long to be searched. */
function idIn(header: string): string | undefined {
  if (header.length > MAX_USUAL_HEADER_LENGTH || header.includes(anId)) return undefined;
  return header.indexOf('call_id') === header.lastIndexOf('call_id') ? callId.exec(header)?.[1] : undefined;
}

const callId = /(?<=\s)call_id=([\w-]+)(?=[\s<])/;
const anId = 'OcmlCallId';

/** The maximum length of a header that is searched for an id (UTF-16 units). */
const MAX_USUAL_HEADER_LENGTH = 400;

/** The size at which the cache is cleared. It is rarely reached, because few headers differ in more than their ids. */
const MAX_CACHED_HEADERS = 4096;

/**
 * Whether each word and token of a header also occurs in `newHeader`, by itself or as a value. `toAll`: whether the default recipient may
 * be missing.
 */
function keepsWords(header: string, newHeader: string, toAll: boolean): boolean {
  const words = new Set(wordsOf(newHeader).flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]));
  return wordsOf(header).every((word) => words.has(word) || (toAll && word === `to=${everybody}`));
}

const wordsOf = (header: string) => header.split(/\s+|(?=<\|)|(?<=\|>)/).filter((word) => word !== '');
