/**
 * The numbers of tokens in blocks, for one vocabulary. Counts are cached by block, and their sums by leaf of the block sequence. An edit
 * replaces only the affected block and leaf, so only the edited message is counted again.
 */
import { speakerOf } from '../../inspect/speaker.ts';
import type { Block } from '../../syntax/block.ts';
import type { BlockSequence, Leaf } from '../../syntax/sequence.ts';
import { sampleOf } from '../../tokens/sample.ts';

interface Size {
  /** The number of tokens in the message, including its header and its end token. */
  readonly tokens: number;
  /** The number of tokens in the text after the message or, if there is no message, in the whole block. */
  readonly outside: number;
  /** Whether the counts are exact rather than estimated. */
  readonly exact: boolean;
}

/** The total size of several blocks. */
export class Sum {
  tokens = 0;
  outside = 0;
  length = 0;
  exact = true;
  readonly channels = new Map<string, number>();

  add({ tokens, outside, length, exact, channels }: Sum): void {
    this.tokens += tokens;
    this.outside += outside;
    this.length += length;
    this.exact &&= exact;
    for (const [name, count] of channels) this.onChannel(name, count);
  }

  onChannel(name: string, tokens: number): void {
    this.channels.set(name, (this.channels.get(name) ?? 0) + tokens);
  }
}

/** The maximum size of a batch, so that no request has to wait for long: the number of UTF-16 units, and the number of texts. */
const [batchLength, batchTexts] = [500_000, 5_000];
/**
 * The maximum length of a document that is counted completely (UTF-16 units). For a longer document, a sample of its
 * blocks is counted, and the rest is estimated.
 */
const MAX_EXACT_LENGTH = 10_000_000;

export class BlockSizes {
  private readonly sizes = new WeakMap<Block, Size>();
  private readonly sums = new WeakMap<Leaf, Sum>();
  /** The last batch in the queue. Batches are counted one after another, so that a block that is requested twice is counted once. */
  private turn: Promise<unknown> = Promise.resolve();

  /** `count`: returns the number of tokens in each of some texts. */
  constructor(private readonly count: (texts: readonly string[]) => Promise<readonly number[]>) {}

  of(block: Block): Size | undefined {
    return this.sizes.get(block);
  }

  /** Counts blocks. `isOver`: returns whether the request has been cancelled. It is called before each batch. */
  async add(blocks: readonly Block[], isOver: () => boolean): Promise<void> {
    for (let at = 0; at < blocks.length && !isOver(); ) {
      const turn = this.turn.then(() => this.batch(blocks, at));
      this.turn = turn.catch(() => {});
      at = await turn;
    }
  }

  /** Counts a batch that begins with the block at index `from`, and returns the index of the block after the batch. */
  private async batch(blocks: readonly Block[], from: number): Promise<number> {
    const texts: string[] = [];
    const setters: (() => void)[] = [];
    let counts: readonly number[] = [];
    let [at, length] = [from, 0];
    /** Adds a text to the batch. The returned function gives its count once the batch has been counted. */
    const promised = (text: string): { count(): number; exact: boolean } => {
      const { parts, factor } = text === '' ? { parts: [], factor: 1 } : sampleOf(text);
      const start = texts.length;
      for (const part of parts) {
        texts.push(part);
        length += part.length;
      }
      const sum = () => counts.slice(start, start + parts.length).reduce((all, one) => all + one, 0);
      return { count: () => Math.round(factor * sum()), exact: factor === 1 };
    };
    for (; at < blocks.length && length < batchLength && texts.length < batchTexts; at++) {
      const block = blocks[at] as Block;
      if (this.sizes.has(block)) continue;
      const end = block.kind === 'message' ? block.end : 0;
      const [message, rest] = [promised(block.text.slice(0, end)), promised(block.text.slice(end))];
      const exact = message.exact && rest.exact;
      setters.push(() => this.sizes.set(block, { tokens: message.count(), outside: rest.count(), exact }));
    }
    if (texts.length > 0) counts = await this.count(texts);
    for (const make of setters) make();
    return at;
  }

  /**
   * Returns the total size of all blocks; undefined if the request was cancelled. `current`: returns the current blocks, which may change
   * while blocks are being counted.
   */
  async total(current: () => BlockSequence, isOver: () => boolean): Promise<Sum | undefined> {
    for (;;) {
      const uncountedLeaves = this.wanted(current().leaves());
      if (uncountedLeaves.length === 0) return this.sum(current());
      const blocks = uncountedLeaves.flatMap((leaf) => leaf.blocks);
      await this.add(blocks, isOver);
      if (isOver()) return undefined;
    }
  }

  /** Returns the leaves that still have to be counted: all, or a sample if the document is long. */
  private wanted(leaves: readonly Leaf[]): Leaf[] {
    const unknown = leaves.filter((leaf) => this.sumOf(leaf) === undefined);
    const lengthOf = (all: readonly Leaf[]) => all.reduce((sum, { length }) => sum + length, 0);
    const length = lengthOf(unknown);
    const lengthLeft = MAX_EXACT_LENGTH - (lengthOf(leaves) - length);
    if (length <= lengthLeft) return unknown;
    if (lengthLeft < MAX_EXACT_LENGTH / 10) return [];
    const step = Math.ceil(length / lengthLeft);
    return unknown.filter((_, i) => i % step === 0);
  }

  private sum(blocks: BlockSequence): Sum {
    const sum = new Sum();
    for (const leaf of blocks.leaves()) {
      const leafSum = this.sumOf(leaf);
      if (leafSum) sum.add(leafSum);
    }
    if (sum.length === blocks.textLength) return sum;
    const factor = blocks.textLength / Math.max(1, sum.length);
    const all = new Sum();
    all.add(sum);
    all.tokens = Math.round(factor * sum.tokens);
    all.outside = Math.round(factor * sum.outside);
    for (const [name, tokens] of sum.channels) all.channels.set(name, Math.round(factor * tokens));
    all.exact = false;
    return all;
  }

  /** Returns the total size of a leaf; undefined if it has not been counted yet. */
  private sumOf(leaf: Leaf): Sum | undefined {
    let sum = this.sums.get(leaf);
    if (sum) return sum;
    sum = new Sum();
    for (const block of leaf.blocks) {
      const size = this.sizes.get(block);
      if (size === undefined) return undefined;
      sum.tokens += size.tokens;
      sum.outside += size.outside;
      sum.length += block.text.length;
      sum.exact &&= size.exact;
      const channel = block.kind === 'message' ? speakerOf(block).channel : undefined;
      if (channel !== undefined) sum.onChannel(channel, size.tokens);
    }
    this.sums.set(leaf, sum);
    return sum;
  }
}
