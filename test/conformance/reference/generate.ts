/**
 * Generates Harmony texts like those of models, so that the two parsers can be compared on texts that were not recorded. Most texts have no
 * fault, or one or two.
 *
 * The same seed gives the same texts.
 */
import { randomFrom } from '../../support/random.ts';

const tools = [
  'functions.get_weather',
  'functions.f',
  'browser.search',
  'python',
  'lookup',
  'container.exec',
  'mcp.list',
];
const channels = ['analysis', 'commentary', 'final'];
const types = [' <|constrain|>json', '<|constrain|>json', ' json', ' code', ''];
const prose = [
  'Hi',
  'Two and two is four.',
  'a < b\nand c > d',
  '好',
  '- a\n- b',
  ' padded ',
  '`<|x|>`',
  'Is it {so}?',
  '',
];
const json = ['{}', '{"city": "Oslo"}', '{"a": [1, 2, 3]}', ' {"q": "x\\n"} '];
const spoiled = ['the weather', '{"city": "Os', '[1]', '{"a": 1,}', ''];
const ends = ['<|end|>', '<|end|>', '<|return|>', '<|call|>'];
const tokens = [
  '<|start|>',
  '<|channel|>',
  '<|message|>',
  '<|constrain|>',
  ...ends,
  '<|im_end|>',
  '<|endoftext|>',
  '<|End|>',
];
const words = [
  'assistant',
  'user',
  'tool',
  'final',
  'json',
  'to=functions.f',
  'name=ann',
  'call_id=c1',
  'intent=debug',
  'please',
];
const blanks = [' ', '\n', '  ', '\t', '\u00a0', '\f'];

/** Returns `count` different texts. */
export function generated(count: number, seed: number): string[] {
  const next = randomFrom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T;
  const chance = (share: number) => next() < share;

  /** Returns the part of an assistant message that follows `<|start|>assistant`, with a matching body and terminator. */
  const assistantRest = (): string => {
    const kind = below(4);
    if (kind === 0) return `<|channel|>analysis<|message|>${pick(prose)}<|end|>`;
    if (kind === 1) return `<|channel|>final<|message|>${pick(prose)}${pick(['<|return|>', '<|end|>'])}`;
    if (kind === 2) return `<|channel|>commentary<|message|>${pick(prose)}<|end|>`;
    const tool = pick(tools);
    const body = tool === 'python' ? 'print(1)' : pick(chance(0.9) ? json : spoiled);
    const type = tool === 'python' ? ' code' : pick(types);
    const channel = tool.startsWith('functions.') || chance(0.5) ? 'commentary' : 'analysis';
    return chance(0.5)
      ? `<|channel|>${channel} to=${tool}${type}<|message|>${body}<|call|>`
      : ` to=${tool}<|channel|>${channel}${type}<|message|>${body}<|call|>`;
  };
  const message = (): string => {
    const kind = below(8);
    if (kind === 0) return `<|start|>system<|message|>Be brief.${pick(prose)}<|end|>`;
    if (kind === 1) return `<|start|>developer<|message|># Instructions\n\n${pick(prose)}<|end|>`;
    if (kind < 4) return `<|start|>user<|message|>${pick(prose)}<|end|>`;
    if (kind === 4)
      return `<|start|>${pick(tools)} to=assistant<|channel|>commentary<|message|>${pick([...prose, ...json])}<|end|>`;
    return `<|start|>assistant${assistantRest()}`;
  };
  /** Makes one mistake: removes, doubles, inserts or replaces a piece, or cuts the text off. */
  const spoil = (text: string): string => {
    const pieces = text.split(/(<\|\w+\|>|\s+)/).filter((piece) => piece !== '');
    const at = below(pieces.length);
    const kind = below(6);
    if (kind === 0) pieces.splice(at, 1);
    else if (kind === 1) pieces.splice(at, 0, pieces[at] as string);
    else if (kind === 2) pieces.splice(at, 0, pick([...tokens, ...blanks]));
    else if (kind === 3) pieces.splice(at, 0, ` ${pick(words)}`);
    else if (kind === 4) pieces[at] = pick([...tokens, ...words, ...channels]);
    else return text.slice(0, below(text.length + 1));
    return pieces.join('');
  };

  const found = new Set<string>();
  while (found.size < count) {
    let text = chance(0.4) ? assistantRest() : message();
    for (let more = below(4); more > 0; more--) text += message();
    for (let faults = pick([0, 0, 1, 1, 2]); faults > 0 && text !== ''; faults--) text = spoil(text);
    found.add(text);
  }
  return [...found];
}
