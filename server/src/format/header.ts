/** A header as the writer of its family has it. */
import { type Block, has, Trait } from '../syntax/block.ts';
import type { MessageHeader } from '../syntax/message-header.ts';
import type { TextEdit } from '../syntax/rescan.ts';
import { isRefusal, readAlone, type Said, saidBy, write } from '../write/index.ts';
import { isSame } from './layout.ts';

/** What a header becomes depends on its text and on what ends the message, so it is found out once for all that are equal. */
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
      if (this.known.size >= mostKnown) this.known.clear();
      this.known.set(key, this.edited(block, header, headerEnd));
    }
    return this.known.get(key);
  }

  private edited({ family, terminator }: Block, header: string, headerEnd: number): TextEdit | undefined {
    const { frame } = family;
    const token = frame.terminators.find(({ name }) => name === terminator);
    // What the body says has no part in how its header is written.
    const read = readAlone(`${header}-${token?.text ?? ''}`, family);
    if (read === undefined || !isSound(read.header)) return undefined;
    const said = { ...this.inOrder(saidBy(read), read.header), source: undefined };
    const written = write(said, family, { lineBreak: this.lineBreak, keepOrder: this.keepOrder });
    // What is written was read again by the writer.
    if (isRefusal(written)) return undefined;
    // How a plain header ends is not told by what it says: by a line break, or by a token that does the same.
    const end = frame.headerEnd === 'line break' ? headerEnd : header.length;
    const text = frame.headerEnd === 'line break' ? written.header.slice(0, -this.lineBreak.length) : written.header;
    const old = header.slice(0, end);
    if (isSame(old, text) || !keepsWords(old, text)) return undefined;
    return { start: 0, end, text };
  }

  /** What a header says, with its attributes as they are in it if that is to stay. */
  private inOrder(said: Said, { attributes }: MessageHeader): Said {
    if (!this.keepOrder) return said;
    const places = new Map(attributes.map(({ key, start }) => [key, start]));
    const placeOf = ([key]: readonly [string, string]) => places.get(key) ?? Number.POSITIVE_INFINITY;
    return { ...said, attributes: new Map([...said.attributes].sort((a, b) => placeOf(a) - placeOf(b))) };
  }
}

/** Whether nothing in a header is in doubt. */
export const isSound = ({ faults, misspelled, foreign }: MessageHeader) =>
  faults.length === 0 && misspelled.length === 0 && !foreign;

/** An id that needs no change, if a header has only one. */
function idIn(header: string): string | undefined {
  if (header.length > longestUsual || header.includes(anId)) return undefined;
  return header.indexOf('call_id') === header.lastIndexOf('call_id') ? callId.exec(header)?.[1] : undefined;
}

const callId = /(?<=\s)call_id=([\w-]+)(?=[\s<])/;
const anId = 'OcmlCallId';

/** Longer texts are not searched for an id. */
const longestUsual = 400;

/** Other values are rarely one of a kind. */
const mostKnown = 4096;

/** Whether each word and token of a header is also in the other one, on its own or as a value. */
function keepsWords(header: string, written: string): boolean {
  const words = new Set(wordsOf(written).flatMap((word) => [word, word.slice(word.indexOf('=') + 1)]));
  return wordsOf(header).every((word) => words.has(word));
}

const wordsOf = (header: string) => header.split(/\s+|(?=<\|)|(?<=\|>)/).filter((word) => word !== '');
