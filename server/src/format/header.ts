/** A header as the writer of its family has it. */
import { everybody } from '../grammar/index.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import type { MessageHeader } from '../syntax/message-header.ts';
import type { TextEdit } from '../syntax/rescan.ts';
import { draftOf, isRefusal, type MessageDraft, readAlone, write } from '../write/index.ts';
import { isSame } from './layout.ts';

/** Writes headers. The result depends on a header's text and on what ends the message, so it is found once for all equal ones. */
export class HeaderWriter {
  private readonly known = new Map<string, TextEdit | undefined>();

  constructor(
    private readonly lineBreak: string,
    private readonly keepOrder: boolean,
  ) {}

  /**
   * The edit (UTF-16 offsets in the block) that writes its header again; undefined if it is as it should be, or cannot be
   * read without doubt, or would lose a word.
   */
  edit(block: Block): TextEdit | undefined {
    if (block.kind !== 'message' || !has(block, Trait.HasMessage)) return undefined;
    if (has(block, Trait.Implied) || has(block, Trait.StartMissing)) return undefined;
    const header = block.text.slice(0, block.bodyStart);
    const id = idIn(header);
    if (id === undefined) return this.ofText(block, header, block.headerEnd);
    // Headers with ids are unique, and an id of only letters is written like any other.
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
    // The content of the body has no part in how its header is written.
    const read = readAlone(`${header}-${token?.text ?? ''}`, family);
    if (read === undefined || !isSound(read.header)) return undefined;
    const said = { ...this.inOrder(draftOf(read), read.header), source: undefined };
    const written = write(said, family, { lineBreak: this.lineBreak, keepOrder: this.keepOrder });
    // The writer has read its own output again.
    if (isRefusal(written)) return undefined;
    // How a plain header ends is not told by what it says: by a line break, or by a token that does the same.
    const end = frame.headerEnd === 'line break' ? headerEnd : header.length;
    const text = frame.headerEnd === 'line break' ? written.header.slice(0, -this.lineBreak.length) : written.header;
    const old = header.slice(0, end);
    if (isSame(old, text) || !keepsWords(old, text, family.has.defaultRecipient && !said.attributes.has('to')))
      return undefined;
    // A role may have characters that are a fault in the value that it becomes: `=` at its beginning, and what is not ASCII.
    if (text.includes('==') && !old.includes('==')) return undefined;
    const after = readAlone(`${written.header}-${token?.text ?? ''}`, family);
    if (after === undefined || !isSound(after.header)) return undefined;
    return { start: 0, end, text };
  }

  /** The content of a header with its attributes in their order, if that is to stay. One that gets another attribute is sorted. */
  private inOrder(said: MessageDraft, { attributes }: MessageHeader): MessageDraft {
    const places = new Map(attributes.map(({ key, start }) => [key, start]));
    if (!this.keepOrder || [...said.attributes.keys()].some((key) => !places.has(key))) return said;
    const placeOf = ([key]: readonly [string, string]) => places.get(key) ?? 0;
    return { ...said, attributes: new Map([...said.attributes].sort((a, b) => placeOf(a) - placeOf(b))) };
  }
}

/** Whether nothing in a header is in doubt. */
export const isSound = ({ faults, misspelled, foreign }: MessageHeader) =>
  faults.length === 0 && misspelled.length === 0 && !foreign;

/** An id that needs no change, if a header has only one. */
function idIn(header: string): string | undefined {
  if (header.length > MAX_USUAL_HEADER_LENGTH || header.includes(anId)) return undefined;
  return header.indexOf('call_id') === header.lastIndexOf('call_id') ? callId.exec(header)?.[1] : undefined;
}

const callId = /(?<=\s)call_id=([\w-]+)(?=[\s<])/;
const anId = 'OcmlCallId';

/** Longer texts are not searched for an id. */
const MAX_USUAL_HEADER_LENGTH = 400;

/** Other values are rarely one of a kind. */
const MAX_CACHED_HEADERS = 4096;

/**
 * Whether each word and token of a header is also in the other one, on its own or as a value; `toAll`: except for the recipient,
 * which goes without saying.
 */
function keepsWords(header: string, written: string, toAll: boolean): boolean {
  const words = new Set(wordsOf(written).flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]));
  return wordsOf(header).every((word) => words.has(word) || (toAll && word === `to=${everybody}`));
}

const wordsOf = (header: string) => header.split(/\s+|(?=<\|)|(?<=\|>)/).filter((word) => word !== '');
