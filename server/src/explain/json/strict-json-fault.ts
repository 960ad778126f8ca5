/** Finds the first fault that a strict JSON parser would report in a text: the facts from which servers build their error messages. */

/** The element that the parser expected next, or the element in which it found the fault. */
export type Expecting =
  | 'value'
  | 'key'
  | 'key or end'
  | 'colon'
  | 'comma in object'
  | 'comma in array'
  | 'end'
  | 'string'
  | 'escape'
  | 'hex'
  | 'digit'
  | 'fraction'
  | 'exponent'
  | 'literal';

export interface JsonFault {
  readonly expecting: Expecting;
  /** The offset of the character that does not fit; the length of the text if the text ends too early. */
  readonly at: number;
  /** The start of the value that the parser was reading; if it was not reading a value, the same as `at`. */
  readonly from: number;
  /** The whole word, if the fault is in a literal such as `true`. */
  readonly literal?: string;
  /** The element that would be expected at `at` if the value ended there. */
  readonly after: 'comma in object' | 'comma in array' | 'end';
}

const space = /[ \t\n\r]*/y;
const plainInString = /[^"\\\u0000-\u001f]*/y;
const digits = /\d+/y;
const literals = ['true', 'false', 'null'] as const;

/** Returns the offset after a pattern's match at the offset `at`. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return Math.max(at, pattern.lastIndex);
}

/**
 * Returns the first JSON fault in a text, or undefined. `more`: further words that the parser reads as values. Takes linear time,
 * and uses no recursion.
 */
export function jsonFault(text: string, more: readonly string[] = []): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  const after = () => {
    const inner = open.at(-1);
    return inner === undefined ? 'end' : inner === '{' ? 'comma in object' : 'comma in array';
  };
  let expecting: Expecting | 'value or end' = 'value';
  for (let at = skip(space, text, 0); ; at = skip(space, text, at)) {
    const character = text[at];
    const fault = (what: Expecting): JsonFault => ({ expecting: what, at, from: at, after: after() });
    if (character === undefined) return expecting === 'end' ? undefined : fault(plain(expecting));
    switch (expecting) {
      case 'value or end':
      case 'value': {
        if (character === ']' && expecting === 'value or end') {
          open.pop();
          at++;
          expecting = after();
          break;
        }
        if (character === '{' || character === '[') {
          open.push(character);
          at++;
          expecting = character === '{' ? 'key or end' : 'value or end';
          break;
        }
        const end = character === '"' ? inString(text, at) : inScalar(text, at, more);
        if (end === undefined) return fault('value');
        if (typeof end !== 'number') return { ...end, from: at, after: after() };
        at = end;
        expecting = after();
        break;
      }
      case 'key':
      case 'key or end': {
        if (character === '}' && expecting === 'key or end') {
          open.pop();
          at++;
          expecting = after();
          break;
        }
        if (character !== '"') return fault(expecting);
        const end = inString(text, at);
        if (typeof end !== 'number') return { ...end, from: at, after: 'comma in object' };
        at = end;
        expecting = 'colon';
        break;
      }
      case 'colon':
        if (character !== ':') return fault('colon');
        at++;
        expecting = 'value';
        break;
      case 'comma in object':
      case 'comma in array': {
        const isObject: boolean = expecting === 'comma in object';
        if (character === ',') expecting = isObject ? 'key' : 'value';
        else if (character === (isObject ? '}' : ']')) {
          open.pop();
          expecting = after();
        } else return fault(expecting);
        at++;
        break;
      }
      default:
        return fault('end');
    }
  }
}

const plain = (expecting: Expecting | 'value or end'): Expecting =>
  expecting === 'value or end' ? 'value' : expecting;

type Inner = Pick<JsonFault, 'expecting' | 'at' | 'literal'>;

/** The end of the string that begins at `start`, or the fault in it. */
function inString(text: string, start: number): number | Inner {
  for (let at = start + 1; ; ) {
    at = skip(plainInString, text, at);
    const character = text[at];
    if (character === '"') return at + 1;
    if (character !== '\\') return { expecting: 'string', at };
    const escaped = text[at + 1];
    if (escaped === undefined) return { expecting: 'string', at: text.length };
    if (escaped === 'u') {
      const digit = /^[\da-fA-F]*/.exec(text.slice(at + 2, at + 6))?.[0].length ?? 0;
      if (digit < 4) return { expecting: 'hex', at: at + 2 + digit };
      at += 6;
    } else if ('"\\/bfnrt'.includes(escaped)) at += 2;
    else return { expecting: 'escape', at: at + 1 };
  }
}

/** The end of the number or word that begins at `start`, or the fault in it; undefined if none begins there. */
function inScalar(text: string, start: number, more: readonly string[]): number | Inner | undefined {
  const other = more.find((literal) => text.startsWith(literal, start));
  if (other !== undefined) return start + other.length;
  const word = literals.find((literal) => literal[0] === text[start]);
  if (word !== undefined) {
    let length = 1;
    while (length < word.length && text[start + length] === word[length]) length++;
    return length === word.length ? start + length : { expecting: 'literal', at: start + length, literal: word };
  }
  let at = text[start] === '-' ? start + 1 : start;
  if (!/\d/.test(text[at] ?? '')) return at === start ? undefined : { expecting: 'digit', at };
  at = text[at] === '0' ? at + 1 : skip(digits, text, at);
  if (text[at] === '.') {
    const end = skip(digits, text, at + 1);
    if (end === at + 1) return { expecting: 'fraction', at: end };
    at = end;
  }
  if (/[eE]/.test(text[at] ?? '')) {
    const sign = /[+-]/.test(text[at + 1] ?? '') ? at + 2 : at + 1;
    const end = skip(digits, text, sign);
    if (end === sign) return { expecting: 'exponent', at: end };
    at = end;
  }
  return at;
}
