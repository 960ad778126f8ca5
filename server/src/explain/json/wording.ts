/** Phrases faults like the JSON parsers that servers use: Python's (vLLM, SGLang) and Go's (Ollama). */
import { type Expecting, type JsonFault, jsonFault } from './strict-json-fault.ts';

/** The error that a language's JSON parser reports for a text, and its offset (UTF-16 units). */
interface JsonSaid {
  readonly text: string;
  readonly at: number;
}

const pythonWords: Readonly<Partial<Record<Expecting, string>>> = {
  value: 'Expecting value',
  key: 'Expecting property name enclosed in double quotes',
  'key or end': 'Expecting property name enclosed in double quotes',
  colon: "Expecting ':' delimiter",
  'comma in object': "Expecting ',' delimiter",
  'comma in array': "Expecting ',' delimiter",
  end: 'Extra data',
  hex: 'Invalid \\uXXXX escape',
  escape: 'Invalid \\escape',
};

const pythonNumbers = ['NaN', 'Infinity', '-Infinity'];

/** The message of Python 3.12's `json.decoder.JSONDecodeError`, whose positions count code points. */
export function pythonSays(text: string): JsonSaid | undefined {
  const fault = jsonFault(text, pythonNumbers);
  if (fault === undefined) return undefined;
  const { message, at } = inPython(text, fault);
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
  return { text: `${message}: line ${line} column ${column} (char ${[...before].length})`, at };
}

function inPython(text: string, { expecting, at, from, after }: JsonFault): { message: string; at: number } {
  if (expecting === 'string') {
    return at < text.length
      ? { message: 'Invalid control character at', at }
      : { message: 'Unterminated string starting at', at: from };
  }
  // Python matches words and numbers with regular expressions. If nothing matches, the error is at the start of the word or number. If a
  // fraction or an exponent is bad, only the part of the number before it matches, and the error is after that part.
  if (expecting === 'literal' || expecting === 'digit') return { message: 'Expecting value', at: from };
  if (expecting === 'fraction' || expecting === 'exponent') {
    const end = text.slice(from, at).search(/[.eE][+-]?$/) + from;
    return { message: pythonWords[after] as string, at: end };
  }
  const back =
    expecting === 'escape' ? 1 : expecting === 'hex' ? /u[\da-fA-F]*$/.exec(text.slice(0, at))?.[0].length : 0;
  return { message: pythonWords[expecting] as string, at: at - (back ?? 0) };
}

const goWords: Readonly<Record<Exclude<Expecting, 'literal'>, string>> = {
  value: 'looking for beginning of value',
  key: 'looking for beginning of object key string',
  'key or end': 'looking for beginning of object key string',
  colon: 'after object key',
  'comma in object': 'after object key:value pair',
  'comma in array': 'after array element',
  end: 'after top-level value',
  string: 'in string literal',
  escape: 'in string escape code',
  hex: 'in \\u hexadecimal character escape',
  digit: 'in numeric literal',
  fraction: 'after decimal point in numeric literal',
  exponent: 'in exponent of numeric literal',
};

/** The message of Go's `encoding/json`, which reads bytes. */
export function goSays(text: string): JsonSaid | undefined {
  const fault = jsonFault(text);
  if (fault === undefined) return undefined;
  const { expecting, at, from, literal } = fault;
  if (at >= text.length) return { text: 'unexpected end of JSON input', at };
  const context =
    expecting === 'literal' ? `in literal ${literal} (expecting '${literal?.[at - from]}')` : goWords[expecting];
  return { text: `invalid character ${goCharacter(text, at)} ${context}`, at };
}

const goNamed = new Map([
  ["'", "'\\''"],
  ['"', `'"'`],
  ['\\', `'\\\\'`],
  ['\n', `'\\n'`],
  ['\r', `'\\r'`],
  ['\t', `'\\t'`],
  ['\f', `'\\f'`],
  ['\v', `'\\v'`],
  ['\b', `'\\b'`],
  ['\x07', `'\\a'`],
]);

/** A character in Go's quotes: its first UTF-8 byte, read as a code point. */
function goCharacter(text: string, at: number): string {
  const [byte = 0] = new TextEncoder().encode(String.fromCodePoint(text.codePointAt(at) ?? 0));
  const character = String.fromCharCode(byte);
  const isPlain = (byte >= 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
  const quoted = isPlain ? `'${character}'` : `'\\${byte < 0x80 ? 'x' : 'u00'}${byte.toString(16).padStart(2, '0')}'`;
  return goNamed.get(character) ?? quoted;
}
