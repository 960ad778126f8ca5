/**
 * The text appended to a file, as it arrives. A file that was replaced is read from its beginning: one with another
 * identity, one that is shorter, or one in which the bytes read last have changed.
 */

export interface Stat {
  readonly size: number;
  /** When it was written to, in milliseconds. */
  readonly changed: number;
  /** The identity of the file that has the name. */
  readonly id: string;
}

export interface Source {
  /** How often it is checked, in milliseconds. */
  readonly pause: number;
  /** Calls as soon as it may have changed, where that is told; what is told nobody is found by checking. Returns how to end that. */
  watch?(changed: () => void): () => void;
  /** Undefined if there is no such file. */
  stat(): Promise<Stat | undefined>;
  /** Bytes from an offset on, `length` at most. */
  read(from: number, length: number): Promise<Uint8Array>;
}

/** Why a file is read from its beginning. */
export type Anew = 'first' | 'replaced' | 'shorter';

export type TailResult =
  | { readonly kind: 'gone' }
  | { readonly kind: 'same' }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly anew: Anew | undefined;
      /** How many bytes are not read yet. */
      readonly left: number;
      /** All has been read that was there when reading from the beginning began, however fast the file grows. */
      readonly whole: boolean;
    };

/** How much is read at a time, in bytes. */
const chunk = 1 << 20;
/** How many of the bytes read last are compared, to see whether they are still there. */
const remembered = 64;

export class Tail {
  private offset = 0;
  private known: Stat | undefined;
  private last = new Uint8Array();
  private anew: Anew | undefined = 'first';
  private decoder = new TextDecoder();
  private goal = 0;

  constructor(private readonly source: Source) {}

  /** Returns the text that has come since the last call. */
  async next(): Promise<TailResult> {
    const stat = await this.source.stat();
    if (stat === undefined) {
      // The next file of that name is a different one.
      if (this.known) this.restart('replaced');
      return { kind: 'gone' };
    }
    const { known } = this;
    if (known && known.id !== stat.id) this.restart('replaced');
    else if (stat.size < this.offset) this.restart('shorter');
    const isNew = this.known?.changed !== stat.changed || this.known.size !== stat.size;
    if (!isNew && stat.size === this.offset && this.anew === undefined) return { kind: 'same' };
    this.known = stat;
    return (await this.append(stat)) ?? (this.append(stat) as Promise<TailResult>);
  }

  /** Reads it from its beginning with the next call. */
  restart(why: Anew): void {
    this.offset = 0;
    this.known = undefined;
    this.last = new Uint8Array();
    this.anew = why;
    this.decoder = new TextDecoder();
  }

  /** The bytes after those that are known; undefined if these are no longer there. */
  private async append({ size }: Stat): Promise<TailResult | undefined> {
    const { last, anew, offset } = this;
    const bytes = await this.source.read(offset - last.length, last.length + chunk);
    if (!startsWith(bytes, last)) {
      const { known } = this;
      this.restart(bytes.length < last.length ? 'shorter' : 'replaced');
      this.known = known;
      return undefined;
    }
    const added = bytes.subarray(last.length);
    if (added.length === 0 && anew === undefined) return { kind: 'same' };
    if (anew) this.goal = size;
    this.anew = undefined;
    this.offset += added.length;
    this.last = bytes.slice(-remembered);
    const text = this.decoder.decode(added, { stream: true });
    return { kind: 'text', text, anew, left: Math.max(0, size - this.offset), whole: this.offset >= this.goal };
  }
}

const startsWith = (bytes: Uint8Array, beginning: Uint8Array) => beginning.every((byte, i) => bytes[i] === byte);
