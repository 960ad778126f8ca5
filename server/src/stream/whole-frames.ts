/** Reads messages in a dialect in which only a complete message shows its kind. A message is reported once its end is certain. */
import type { Block } from '../syntax/block.ts';
import { has, Trait } from '../syntax/block.ts';
import type { Family } from '../syntax/families/family.ts';
import { familyOf } from '../syntax/families/index.ts';
import { type BodyOptions, BodyReader } from './body.ts';
import type { FrameOptions, Listener } from './frames.ts';

/** Text of length n is examined again after it has grown by n / 2^growth. */
const growth = 3;
/** The minimum length of new text that is examined before the text ends (UTF-16 units). */
const MIN_GROWN = 64;

export class WholeFrameReader {
  readonly family: Family;
  private text = '';
  private looked = 0;
  private isFirst = true;
  private before: Block | undefined;
  private opening = 0;
  private readonly options: BodyOptions;

  constructor(
    private readonly listener: Listener,
    options: FrameOptions & { readonly choice: { readonly dialect: NonNullable<FrameOptions['choice']['dialect']> } },
  ) {
    this.options = options;
    this.family = familyOf(options.choice.dialect);
  }

  /** Takes a piece of any length. */
  push(piece: string): void {
    this.text += piece;
    if (this.text.length - this.looked >= Math.max(MIN_GROWN, this.looked >> growth)) this.read(false);
  }

  /** Ends the text. Returns the last message if it is not closed. */
  end(): Block | undefined {
    const last = this.read(true);
    return last && has(last, Trait.Open) ? last : undefined;
  }

  private read(last: boolean): Block | undefined {
    const { text, isFirst: first, opening } = this;
    const { blocks } = this.family.scan({ text, first, last: true, opening });
    // The last two blocks are not certain yet: the marker that begins the last one may turn out to be part of a longer marker.
    const certain = last ? blocks.length : Math.max(0, blocks.length - 2);
    let read = 0;
    for (const [i, block] of blocks.slice(0, certain).entries()) {
      this.tell(block, blocks[i + 1]);
      read += block.text.length;
      this.isFirst = false;
    }
    const next = blocks[certain];
    if (certain > 0 && next) this.opening = next.traits & Trait.FirstTurn;
    this.text = text.slice(read);
    this.looked = this.text.length;
    return blocks[certain - 1];
  }

  private tell(block: Block, after: Block | undefined): void {
    const { before } = this;
    if (block.kind === 'message') {
      const body = new BodyReader(block, { before, after }, this.options);
      this.listener.open(block, body);
      const slices = body.read(block, { before, after }, true);
      if (body.takeRetraction()) this.listener.retract();
      if (slices.length > 0) this.listener.slices(slices);
      this.listener.close(block);
    }
    this.before = block;
  }
}
