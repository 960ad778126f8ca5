/**
 * Reads the header of a GGUF file: its chat templates, and the tokens that these name. The file may come from an untrusted source. Each
 * length and count is therefore compared with the size of the file and with a limit before memory is allocated.
 */
import type { Value } from '../jinja/runtime/values.ts';
import { type NamedTemplate, noTokenizer, type TemplateSource } from './tokenizer-config.ts';

/** A file that is read piece by piece. */
export interface Bytes {
  readonly size: number;
  /** Reads bytes from an offset. Returns fewer bytes than `length` only at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
}

const magic = 'GGUF';
const MAX_ENTRIES = 65_536;
const MAX_KEY_LENGTH = 65_535;
const MAX_TEMPLATE_LENGTH = 4_000_000;
const MAX_TOKEN_LENGTH = 65_535;
const MAX_ELEMENTS = 4_000_000;
const MAX_ARRAY_DEPTH = 3;
const pieceSize = 1 << 20;

/** The sizes in bytes of the types that have a fixed size. */
const sizes = new Map([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 4],
  [5, 4],
  [6, 4],
  [7, 1],
  [10, 8],
  [11, 8],
  [12, 8],
]);
const [stringType, arrayType] = [8, 9];
const templateKey = 'tokenizer.chat_template';
const tokensKey = 'tokenizer.ggml.tokens';
/** The keys under which the file stores token ids, each with the name of the token in templates. */
const tokenIds: ReadonlyMap<string, string> = new Map(
  ['bos', 'eos', 'unknown', 'seperator', 'padding'].map((name, i) => [
    `tokenizer.ggml.${name}_token_id`,
    ['bos_token', 'eos_token', 'unk_token', 'sep_token', 'pad_token'][i] as string,
  ]),
);

const refused = (what: string) => new Error(`its header ${what}, so it is not read`);

export async function readGguf(bytes: Bytes): Promise<TemplateSource> {
  const reader = new Reader(bytes);
  if ((await reader.take(4)).toString('latin1') !== magic) throw new Error('it is not a GGUF file');
  const version = (await reader.take(4)).readUInt32LE();
  if (version !== 2 && version !== 3) throw refused(`has version ${version}, but only 2 and 3 are supported`);
  await reader.count(Number.MAX_SAFE_INTEGER, 'tensors');
  const entries = await reader.count(MAX_ENTRIES, 'entries');
  const templates: NamedTemplate[] = [];
  const ids = new Map<string, number>();
  let tokens: number[] | undefined;
  for (let i = 0; i < entries; i++) {
    const key = await reader.text(MAX_KEY_LENGTH, 'key');
    const type = await reader.type();
    if (type === stringType && (key === templateKey || key.startsWith(`${templateKey}.`))) {
      const source = await reader.text(MAX_TEMPLATE_LENGTH, 'template');
      templates.push({ name: key.slice(templateKey.length + 1) || 'default', source, node: undefined });
    } else if (tokenIds.has(key) && (type === 4 || type === 5)) ids.set(key, (await reader.take(4)).readUInt32LE());
    else if (key === tokensKey && type === arrayType) tokens = await reader.strings();
    else await reader.skip(type, 0);
  }
  const tokenByName = new Map<string, Value>();
  for (const [key, id] of ids) {
    const at = tokens?.[id];
    if (at !== undefined)
      tokenByName.set(tokenIds.get(key) as string, await reader.at(at).text(MAX_TOKEN_LENGTH, 'token'));
  }
  return { ...noTokenizer, templates, tokens: tokenByName };
}

class Reader {
  private piece: Buffer = Buffer.alloc(0);
  private pieceStart = 0;
  /** The number of array elements that were read one by one. It is limited for the whole file, since nested arrays could multiply it. */
  private elements = 0;

  constructor(
    private readonly bytes: Bytes,
    private offset = 0,
  ) {}

  at(offset: number): Reader {
    return new Reader(this.bytes, offset);
  }

  async take(length: number): Promise<Buffer> {
    this.mustHave(length);
    const from = this.offset - this.pieceStart;
    if (from < 0 || from + length > this.piece.length) {
      this.piece = await this.bytes.read(
        this.offset,
        Math.max(length, Math.min(pieceSize, this.bytes.size - this.offset)),
      );
      this.pieceStart = this.offset;
      if (this.piece.length < length) throw refused('ends early');
    }
    const start = this.offset - this.pieceStart;
    this.offset += length;
    return this.piece.subarray(start, start + length);
  }

  private mustHave(length: number): void {
    if (length > this.bytes.size - this.offset) throw refused('declares more data than the file contains');
  }

  async count(most: number, what: string): Promise<number> {
    const count = (await this.take(8)).readBigUInt64LE();
    if (count > BigInt(most)) throw refused(`declares ${count} ${what}, more than the limit of ${most}`);
    return Number(count);
  }

  async type(): Promise<number> {
    return (await this.take(4)).readUInt32LE();
  }

  async text(most: number, what: string): Promise<string> {
    const length = (await this.take(8)).readBigUInt64LE();
    if (length > BigInt(most)) throw refused(`has a ${what} of ${length} bytes, more than the limit of ${most}`);
    return (await this.take(Number(length))).toString('utf8');
  }

  /** Returns the offsets of the strings in an array. */
  async strings(): Promise<number[] | undefined> {
    const type = await this.type();
    if (type !== stringType) {
      await this.skipElements(type, 1);
      return undefined;
    }
    const count = await this.count(MAX_ELEMENTS, 'tokens');
    this.mustHave(count * 8);
    const offsets: number[] = [];
    for (let i = 0; i < count; i++) {
      offsets.push(this.offset);
      await this.skip(stringType, 0);
    }
    return offsets;
  }

  async skip(type: number, depth: number): Promise<void> {
    if (depth > MAX_ARRAY_DEPTH) throw refused(`nests arrays more than ${MAX_ARRAY_DEPTH} levels deep`);
    if (type === arrayType) return this.skipElements(await this.type(), depth + 1);
    const size = type === stringType ? Number((await this.take(8)).readBigUInt64LE()) : sizes.get(type);
    if (size === undefined) throw refused(`has a value of an unknown type, ${type}`);
    this.mustHave(size);
    this.offset += size;
  }

  private async skipElements(type: number, depth: number): Promise<void> {
    const size = sizes.get(type);
    const count = await this.count(size === undefined ? MAX_ELEMENTS : Number.MAX_SAFE_INTEGER, 'elements');
    if (size === undefined) this.elements += count;
    if (this.elements > MAX_ELEMENTS) throw refused(`has more than ${MAX_ELEMENTS} elements in its arrays`);
    if (size !== undefined) {
      this.mustHave(count * size);
      this.offset += count * size;
    } else for (let i = 0; i < count; i++) await this.skip(type, depth);
  }
}
