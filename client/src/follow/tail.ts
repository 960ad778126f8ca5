/**
 * Reads the text appended to a file as it arrives. A file that was replaced is read from its beginning. It counts as replaced if its
 * identity has changed, if it is shorter than before, or if the last bytes that were read have changed.
 */

export interface Stat {
  readonly size: number;
  /** The time of the last change, in milliseconds. */
  readonly changed: number;
  /** Identifies the file: if another file gets the same name, this value changes. */
  readonly id: string;
}

export interface Source {
  /** The interval between checks, in milliseconds. */
  readonly pause: number;
  /**
   * Calls back on possible changes, if the system reports them; all other changes are found by periodic checks. Returns a function that
   * stops the callbacks.
   */
  watch?(changed: () => void): () => void;
  /** Returns undefined if the file does not exist. */
  stat(): Promise<Stat | undefined>;
  /** Reads at most `length` bytes, beginning at the offset `from`. */
  read(from: number, length: number): Promise<Uint8Array>;
}

/** The reason why a file is read from its beginning. */
export type Anew = 'first' | 'replaced' | 'shorter';

export type TailResult =
  | { readonly kind: 'gone' }
  | { readonly kind: 'same' }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly anew: Anew | undefined;
      /** The number of bytes that have not been read yet. */
      readonly left: number;
      /** Whether everything that the file contained when reading began has been read, even if the file keeps growing. */
      readonly whole: boolean;
    };

/** The number of bytes to read at a time. */
const chunk = 1 << 20;
/** The number of bytes at the end of the text already read that are compared again, to detect that the file was replaced. */
const remembered = 64;

export class Tail {
  private offset = 0;
  private known: Stat | undefined;
  private last = new Uint8Array();
  private anew: Anew | undefined = 'first';
  private decoder = new TextDecoder();
  private goal = 0;

  constructor(private readonly source: Source) {}

  /** Returns the text appended since the last call. */
  async next(): Promise<TailResult> {
    const stat = await this.source.stat();
    if (stat === undefined) {
      // If a file with this name is created again, it will be a different file.
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

  /** Makes the next call read the file from its beginning. */
  restart(why: Anew): void {
    this.offset = 0;
    this.known = undefined;
    this.last = new Uint8Array();
    this.anew = why;
    this.decoder = new TextDecoder();
  }

  /** Reads the bytes that follow those already read. Returns undefined if the last bytes already read have changed in the file. */
  private async append({ size }: Stat): Promise<TailResult | undefined> {
    const { last, anew, offset } = this;
    const bytes = await this.source.read(offset - last.length, last.length + chunk);
    if (!startsWith(bytes, last)) {
      const { known } = this;
      this.restart(bytes.length < last.length ? 'shorter' : 'replaced');
      this.known = known;
      return undefined;
    }
    const newBytes = bytes.subarray(last.length);
    if (newBytes.length === 0 && anew === undefined) return { kind: 'same' };
    if (anew) this.goal = size;
    this.anew = undefined;
    this.offset += newBytes.length;
    this.last = bytes.slice(-remembered);
    const text = this.decoder.decode(newBytes, { stream: true });
    return { kind: 'text', text, anew, left: Math.max(0, size - this.offset), whole: this.offset >= this.goal };
  }
}

const startsWith = (bytes: Uint8Array, beginning: Uint8Array) => beginning.every((byte, i) => bytes[i] === byte);
