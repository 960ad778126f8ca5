/**
 * Makes the parts of a tokenizer check a meter before they produce output. Replacement strings are used literally,
 * without patterns such as `$&`.
 */
import { getOwn } from '../../syntax/get-own.ts';
import type { Data } from './data.ts';
import { type Meter, PartError } from './meter.ts';

/** The fields and methods of the library's parts that are used here. Some parts are sequences of other parts, and some have a pattern. */
export interface Part {
  pattern?: RegExp | null;
  normalizers?: readonly (Part | null)[];
  tokenizers?: readonly (Part | null)[];
  decoders?: readonly (Part | null)[];
  normalize?(text: string): string;
  pre_tokenize?(text: string | readonly string[], options?: unknown): string[];
  pre_tokenize_text?(text: string, options?: unknown): string[];
  decode_chain?(tokens: readonly string[]): string[];
}

interface Kind {
  /** The names of the property that contains the parts of a sequence: in the file (`inFile`), and in the library (`inside`). */
  readonly inFile: string;
  readonly inside: 'normalizers' | 'tokenizers' | 'decoders';
  guard(part: Part, data: Data, name: string, meter: Meter): void;
}

/** The maximum length to which normalization expands a character, and the length of a slice for measuring (UTF-16 units). */
const MAX_FORM_LENGTH = 18;
const slice = 1 << 16;

const kinds = {
  normalizer: { inFile: 'normalizers', inside: 'normalizers', guard: guardNormalizer },
  pre_tokenizer: { inFile: 'pretokenizers', inside: 'tokenizers', guard: guardPreTokenizer },
  decoder: { inFile: 'decoders', inside: 'decoders', guard: guardDecoder },
} satisfies Record<string, Kind>;

/** Makes a part of a tokenizer, and all parts inside it, check the meter. */
export function guard(
  kind: keyof typeof kinds,
  part: Part | null,
  data: Data,
  meter: Meter,
  path: string = kind,
): void {
  if (part === null) return;
  const { inFile, inside, guard: guardOne } = kinds[kind];
  const parts = part[inside];
  if (parts === undefined) {
    guardOne(part, data, `\`${path}\` (${String(getOwn(data, 'type')).slice(0, 40)})`, meter);
    return;
  }
  const datas = getOwn(data, inFile) as readonly Data[];
  for (const [i, one] of parts.entries()) guard(kind, one, datas[i] as Data, meter, `${path}.${inFile}[${i}]`);
}

const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0);

function guardNormalizer(part: Part, data: Data, name: string, meter: Meter): void {
  const inner = part.normalize?.bind(part) ?? ((text: string) => text);
  const { pattern } = part;
  const prepended = getOwn(data, 'prepend');
  const change = pattern
    ? (text: string) => replaced(text, pattern, contentOf(data), meter)
    : (text: string) => {
        if (typeof prepended === 'string') meter.makes(text.length + prepended.length);
        else mustFit(text, inner, meter);
        return inner(text);
      };
  part.normalize = (text) => {
    meter.enter(name, text.length);
    const output = change(text);
    meter.makes(output.length);
    meter.leave();
    return output;
  };
}

/** If the result of `change` could be too long, measures it slice by slice. */
function mustFit(text: string, change: (text: string) => string, meter: Meter): void {
  if (meter.allows(text.length * MAX_FORM_LENGTH)) return;
  let length = 0;
  for (let at = 0; at < text.length; at += slice) {
    length += change(text.slice(at, at + slice)).length;
    meter.makes(length);
  }
}

const contentOf = (data: Data): string => {
  const content = getOwn(data, 'content');
  return typeof content === 'string' ? content : '';
};

function replaced(text: string, pattern: RegExp, content: string, meter: Meter): string {
  const parts: string[] = [];
  let [from, length] = [0, 0];
  for (const { 0: match, index } of text.matchAll(pattern)) {
    parts.push(text.slice(from, index), content);
    length += index - from + content.length;
    meter.makes(length);
    from = index + match.length;
  }
  if (from === 0 && parts.length === 0) return text;
  parts.push(text.slice(from));
  return parts.join('');
}

function guardPreTokenizer(part: Part, data: Data, name: string, meter: Meter): void {
  const divide = divider(part, data, name, meter);
  part.pre_tokenize = (text, options) => {
    const texts = typeof text === 'string' ? [text] : text;
    meter.enter(name, lengthOf(texts) + texts.length);
    const all: string[] = [];
    let length = 0;
    for (const one of texts) {
      for (const word of divide(one, options, length)) {
        all.push(word);
        length += word.length;
      }
      meter.makes(length);
    }
    meter.leave();
    return all;
  };
}

/** A function that divides a text into words. `outputLength`: the length of the output so far. */
type Divide = (text: string, options: unknown, outputLength: number) => readonly string[];

function divider(part: Part, data: Data, name: string, meter: Meter): Divide {
  const inner = part.pre_tokenize_text?.bind(part) ?? ((text: string) => [text]);
  const { pattern } = part;
  const [type, behavior] = [getOwn(data, 'type'), getOwn(data, 'behavior')];
  if (type === 'Replace' && pattern) return (text) => [replaced(text, pattern, contentOf(data), meter)];
  if (type === 'FixedLength' && !(Number.isInteger(data.length) && (data.length as number) > 0))
    throw new PartError(`its ${name} splits text into pieces whose length is not a positive integer`);
  if (type === 'Metaspace') {
    const space = String(getOwn(data, 'str_rep') || (getOwn(data, 'replacement') ?? '\u2581'));
    const start = String(getOwn(data, 'replacement') ?? '\u2581');
    const scheme = getOwn(data, 'prepend_scheme') ?? 'always';
    return (text, options, outputLength) => {
      const spaces = text.split(' ').length - 1;
      meter.makes(outputLength + text.length + (spaces + 1) * space.length);
      const whole = text.split(' ').join(space);
      const isFirst = (options as { section_index?: number } | undefined)?.section_index === 0;
      const isPrepended = !whole.startsWith(start) && (scheme === 'always' || (scheme === 'first' && isFirst));
      return [isPrepended ? space + whole : whole];
    };
  }
  // The library's own method would also return the text of capture groups as separate words.
  if (pattern && getOwn(data, 'invert') !== true && String(behavior).toLowerCase() === 'removed')
    return (text) => between(text, pattern);
  return inner;
}

function between(text: string, pattern: RegExp): string[] {
  const words: string[] = [];
  let from = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (index > from) words.push(text.slice(from, index));
    from = index + match.length;
  }
  if (from < text.length) words.push(text.slice(from));
  return words;
}

function guardDecoder(part: Part, data: Data, name: string, meter: Meter): void {
  const inner = part.decode_chain?.bind(part) ?? ((tokens: readonly string[]) => [...tokens]);
  const { pattern } = part;
  const decode = pattern
    ? (tokens: readonly string[]) => {
        let length = 0;
        return tokens.map((token) => {
          const decodedToken = replaced(token, pattern, contentOf(data), meter);
          length += decodedToken.length;
          meter.makes(length);
          return decodedToken;
        });
      }
    : inner;
  part.decode_chain = (tokens) => {
    meter.enter(name, lengthOf(tokens) + tokens.length);
    const decodedTokens = decode(tokens);
    meter.makes(lengthOf(decodedTokens));
    meter.leave();
    return decodedTokens;
  };
}
