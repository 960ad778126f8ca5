/** The special tokens of `o200k_harmony`, the vocabulary of the reference parser. That parser recognizes tokens only by their ids. */
import { harmonyTokens } from '../../grammar/index.ts';

/** A special token in a text, with its id and its span (UTF-16 offsets). */
interface SpecialToken {
  readonly id: number;
  readonly at: number;
  readonly end: number;
}

/** The first and the last id of special tokens. Tokens without a name are written `<|reserved_ID|>`. */
const [firstId, lastId] = [199_998, 201_088];

const idByName = new Map<string, number>([
  ['startoftext', 199_998],
  ['endoftext', 199_999],
  ...harmonyTokens.map(({ name, harmonyId }): [string, number] => [name, harmonyId as number]),
]);
const namedIds = new Set(idByName.values());

const spelled = new RegExp(`<\\|(?:(${[...idByName.keys()].join('|')})|reserved_(\\d{6}))\\|>`, 'g');

/** Yields the special tokens that are written in a text, in order. All other text is ordinary. */
export function* specialTokens(text: string): Generator<SpecialToken> {
  for (const { 0: spelling, 1: name, 2: digits, index: at } of text.matchAll(spelled)) {
    const id = name === undefined ? reservedId(Number(digits)) : idByName.get(name);
    if (id !== undefined) yield { id, at, end: at + spelling.length };
  }
}

function reservedId(id: number): number | undefined {
  return id >= firstId && id <= lastId && !namedIds.has(id) ? id : undefined;
}

/** Returns the id of a Harmony token with a given name. */
export function idOf(name: string): number {
  const id = idByName.get(name);
  if (id === undefined) throw new Error(`no token ${name}`);
  return id;
}
